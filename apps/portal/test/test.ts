import { type Page, test as playwrightTest } from 'playwright/test'
import { waitForHydration } from './hydration.ts'

export type { APIRequestContext, Browser, BrowserContext, Locator, Page } from 'playwright/test'
export { expect } from 'playwright/test'

/** Options for the projects in playwright.config.ts. */
export interface RunOptions {
  /** Pages take the clock of the test's process, which libfaketime has moved. Chromium does not run under it. */
  readonly movesClock: boolean
  /** Whether samples run in every language, which takes minutes. */
  readonly runsEverything: boolean
}

/** Playwright's `test` for the portal: all pages have the test's time, and `goto` ends when a page listens to clicks. */
export const test = playwrightTest.extend<object, RunOptions>({
  movesClock: [false, { option: true, scope: 'worker' }],
  runsEverything: [false, { option: true, scope: 'worker' }],
  browser: [
    async ({ browser, movesClock }, use) => {
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await newContext(options)
        if (movesClock) await context.clock.setSystemTime(new Date())
        context.on('page', hydrateAfterGoto)
        return context
      }
      await use(browser)
    },
    { scope: 'worker' },
  ],
})

function hydrateAfterGoto(page: Page): void {
  const goto = page.goto.bind(page)
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    await waitForHydration(page)
    return response
  }
}
