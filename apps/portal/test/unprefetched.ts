import type { Page } from 'playwright/test'

/** Makes linked pages load all data in the browser, where a test can replace it. */
export async function ignorePrefetchedData(page: Page): Promise<void> {
  const isPageData = (url: URL) => url.searchParams.has('_rsc')
  await page.route(isPageData, async (route) => {
    const response = await route.fetch()
    // The browser finds prefetched data by this name.
    const body = (await response.text()).replaceAll('"queryHash":"[[', '"queryHash":"not used: [[')
    await route.fulfill({ response, body })
  })
}
