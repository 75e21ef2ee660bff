import type { BrowserContext } from 'playwright/test'

/** Counts what a person presses with the pointer in a browser, from now on. Returns a function to read the count. */
export async function countClicks(context: BrowserContext): Promise<() => number> {
  let count = 0
  await context.exposeBinding('reportClick', () => {
    count += 1
  })
  // Not `click`, since labels and the keyboard cause more.
  const listen = () =>
    window.addEventListener(
      'pointerdown',
      ({ isTrusted }) => {
        if (isTrusted) Reflect.get(window, 'reportClick')()
      },
      true,
    )
  await context.addInitScript(listen)
  for (const page of context.pages()) await page.evaluate(listen)
  return () => count
}
