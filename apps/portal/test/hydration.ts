import { expect, type Page } from 'playwright/test'

/**
 * Waits until React listens to every button, field and shortcut, because an earlier click or key is lost. Pages without
 * React, such as the agent's, are ready at once.
 */
export async function waitForHydration(page: Page): Promise<void> {
  // Evaluating fails while the page moves on to another.
  await expect(async () => {
    // Next's inline scripts create it. Other programs' pages lack it, as do pages that run no scripts.
    if (!(await page.evaluate(() => Object.hasOwn(window, '__next_f')))) return
    expect(await page.evaluate(isHydrated)).toBe(true)
    // Effects, which listen for shortcuts, run after React has attached the properties.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 })))
  }).toPass({ timeout: 60_000 })
}

/** Runs in the browser. */
function isHydrated(): boolean {
  const has = (node: Node, prefix: string) => Object.keys(node).some((key) => key.startsWith(prefix))
  // React reveals streamed parts some frames after they have arrived.
  if (document.querySelector('template[id^="B:"]') !== null) return false
  // Buttons in rendered Markdown and the editor are not React's, and a left page leaves hidden parts.
  const controls = [...document.querySelectorAll('button:not([data-copy]), input')].filter(
    (control) => !control.closest('[hidden]'),
  )
  return has(document, '__reactContainer') && controls.every((control) => has(control, '__reactProps'))
}
