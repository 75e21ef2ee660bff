import { expect, type Page } from 'playwright/test'

/** Opens a page for clicks. */
export async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await waitForHydration(page)
}

/** Waits until React listens to every button, field and shortcut, because an earlier click or key is lost. */
export async function waitForHydration(page: Page): Promise<void> {
  const isHydrated = () =>
    page.evaluate(() => {
      const has = (node: Node, prefix: string) => Object.keys(node).some((key) => key.startsWith(prefix))
      // Buttons in rendered Markdown and the editor are not React's, and a left page leaves hidden parts.
      const controls = [...document.querySelectorAll('button:not([data-copy]), input')].filter(
        (control) => !control.closest('.cm-editor, [hidden]'),
      )
      return has(document, '__reactContainer') && controls.every((control) => has(control, '__reactProps'))
    })
  await expect.poll(isHydrated).toBe(true)
  // Effects, which listen for shortcuts, run after React has attached the properties.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 })))
}
