import type { IncomingMessage } from 'node:http'

/**
 * The head of a request as it came, line by line, so that nothing of it (above all `Authorization`) is lost.
 *
 * @param leftOut names, in lower case, of headers that are not printed
 */
export function printHead(
  { method, url, httpVersion, rawHeaders }: Pick<IncomingMessage, 'method' | 'url' | 'httpVersion' | 'rawHeaders'>,
  leftOut: ReadonlySet<string> = new Set(),
): string {
  let head = `${method} ${url} HTTP/${httpVersion}\r\n`
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (!leftOut.has(name.toLowerCase())) head += `${name}: ${rawHeaders[index + 1]}\r\n`
  }
  return `${head}\r\n`
}
