import { gzipSync } from 'node:zlib'
import { type APIRequestContext, expect, type Page, type Request } from 'playwright/test'
import { waitForData } from './page-harness.ts'

const kilobyte = 1_000
/** A page is at rest when it has loaded no other script for this long. */
const quietMs = 500

/** The JavaScript that a page loads until it is at rest. */
export interface LoadedScripts {
  readonly path: string
  /** Compressed with gzip. */
  readonly kilobytes: number
  readonly scripts: number
}

/** Compressed script sizes, by URL. Pages share most scripts: each is fetched once. */
const sizes = new Map<string, number>()

async function getSize(request: APIRequestContext, url: string): Promise<number> {
  const size = sizes.get(url) ?? gzipSync(await (await request.get(url)).body()).length
  sizes.set(url, size)
  return size
}

/** Opens a page, and measures the scripts that it loads, with those that it loads later on its own. */
export async function measureScripts(page: Page, baseUrl: string, path: string): Promise<LoadedScripts> {
  const urls = new Set<string>()
  let known = 0
  const collect = (request: Request) => {
    if (request.resourceType() === 'script') urls.add(request.url())
  }
  page.on('request', collect)
  await page.goto(baseUrl + path)
  await waitForData(page)
  // Open pages follow changes, so their network is never at rest.
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 2_000 })))
  await expect
    .poll(
      () => {
        const before = known
        known = urls.size
        return known - before
      },
      { intervals: [quietMs] },
    )
    .toBe(0)
  page.off('request', collect)
  let bytes = 0
  for (const url of urls) bytes += await getSize(page.request, url)
  return { path, kilobytes: Math.round(bytes / kilobyte), scripts: urls.size }
}
