import { gzipSync } from 'node:zlib'
import type { APIRequestContext } from 'playwright/test'

const kilobyte = 1_000

/** The JavaScript in a page's first load. */
export interface FirstLoad {
  readonly path: string
  /** Compressed with gzip, without scripts for browsers without modules. */
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

/** Measures the scripts loaded by a page's HTML. */
export async function measureFirstLoad(request: APIRequestContext, baseUrl: string, path: string): Promise<FirstLoad> {
  const html = await (await request.get(baseUrl + path)).text()
  const tags = html.match(/<script[^>]*\ssrc="[^"]+"[^>]*>/g) ?? []
  const sources = tags.filter((tag) => !/\snomodule/i.test(tag)).map((tag) => /\ssrc="([^"]+)"/.exec(tag)?.[1] ?? '')
  const unique = [...new Set(sources)]
  let bytes = 0
  for (const source of unique) bytes += await getSize(request, new URL(source, baseUrl).href)
  return { path, kilobytes: Math.round(bytes / kilobyte), scripts: unique.length }
}
