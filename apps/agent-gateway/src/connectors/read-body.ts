import type { IncomingMessage } from 'node:http'

/** The longest body that is read without knowing its run: every call but one with a response. */
const smallBytesMax = 64 * 1024

/** The longest body to read to its end, although too long, so that its sender reads the response instead of an error. */
const discardedBytesMax = 256 * 1024 * 1024

/** A body, or the first 64 KiB of one that is too long. */
export type Body = { readonly isTooLong: boolean; readonly bytes: Buffer }

/**
 * Reads a body of at most 64 KiB, or of a length that its beginning allows.
 *
 * @throws the error of a connection that ends, or of a body of more than 256 MiB
 */
export async function readBody(request: IncomingMessage, findBytesMax: (head: string) => number): Promise<Body> {
  const chunks: Buffer[] = []
  let length = 0
  let bytesMax = smallBytesMax
  let head: Buffer | undefined
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > smallBytesMax && head === undefined) {
      head = Buffer.concat([...chunks, chunk]).subarray(0, smallBytesMax)
      bytesMax = Math.max(smallBytesMax, findBytesMax(head.toString('utf8')))
    }
    if (length <= bytesMax) chunks.push(chunk)
    else {
      chunks.length = 0
      if (length > discardedBytesMax) request.destroy(new Error('The body is too long.'))
    }
  }
  return length > bytesMax && head !== undefined
    ? { isTooLong: true, bytes: head }
    : { isTooLong: false, bytes: Buffer.concat(chunks) }
}
