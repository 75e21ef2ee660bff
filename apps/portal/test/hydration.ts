import { expect, type Page } from 'playwright/test'

/** Opens a page that a test is going to click on. */
export async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await waitForHydration(page)
}

/** Waits until React listens to the page, because a click before that is lost. */
export async function waitForHydration(page: Page): Promise<void> {
  const isHydrated = () => page.evaluate(() => Object.keys(document).some((key) => key.startsWith('__reactContainer')))
  await expect.poll(isHydrated).toBe(true)
}
