import type { IncomingMessage } from 'node:http'

/**
 * Serializes a request's head as received.
 *
 * @param omitted lower-case names of omitted headers
 * @param added headers to append
 */
export function formatHead(
  { method, url, httpVersion, rawHeaders }: Pick<IncomingMessage, 'method' | 'url' | 'httpVersion' | 'rawHeaders'>,
  omitted: ReadonlySet<string> = new Set(),
  added: Readonly<Record<string, string>> = {},
): string {
  let head = `${method} ${url} HTTP/${httpVersion}\r\n`
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (!omitted.has(name.toLowerCase())) head += `${name}: ${rawHeaders[index + 1]}\r\n`
  }
  for (const [name, value] of Object.entries(added)) head += `${name}: ${value}\r\n`
  return `${head}\r\n`
}
