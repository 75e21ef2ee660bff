import { gzipSync } from 'node:zlib'
import type { APIRequestContext } from 'playwright/test'

const kilobyte = 1_000

/** The JavaScript of a page's first load. */
export interface FirstLoad {
  readonly path: string
  /** Compressed with gzip, without scripts for browsers that know no modules. */
  readonly kilobytes: number
  readonly scripts: number
}

/** Measures the scripts that the HTML of a page loads. */
export async function measureFirstLoad(request: APIRequestContext, baseUrl: string, path: string): Promise<FirstLoad> {
  const html = await (await request.get(baseUrl + path)).text()
  const tags = html.match(/<script[^>]*\ssrc="[^"]+"[^>]*>/g) ?? []
  const sources = tags.filter((tag) => !/\snomodule/i.test(tag)).map((tag) => /\ssrc="([^"]+)"/.exec(tag)?.[1] ?? '')
  const unique = [...new Set(sources)]
  const sizes = await Promise.all(
    unique.map(async (source) => gzipSync(await (await request.get(new URL(source, baseUrl).href)).body()).length),
  )
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  return { path, kilobytes: Math.round(bytes / kilobyte), scripts: unique.length }
}
