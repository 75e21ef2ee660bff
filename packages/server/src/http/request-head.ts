import type { IncomingMessage } from 'node:http'

/**
 * Prints the head of a request exactly as it was received.
 *
 * @param omitted the lower-case names of headers that are not printed
 */
export function printHead(
  { method, url, httpVersion, rawHeaders }: Pick<IncomingMessage, 'method' | 'url' | 'httpVersion' | 'rawHeaders'>,
  omitted: ReadonlySet<string> = new Set(),
): string {
  let head = `${method} ${url} HTTP/${httpVersion}\r\n`
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (!omitted.has(name.toLowerCase())) head += `${name}: ${rawHeaders[index + 1]}\r\n`
  }
  return `${head}\r\n`
}
