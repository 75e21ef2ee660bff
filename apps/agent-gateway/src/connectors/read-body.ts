import type { IncomingMessage } from 'node:http'

/** More than a call has needing no run: a user name and a password. A run's calls begin with its ticket. */
const maxHeadBytes = 8 * 1024

/** The longest body to read to its end, although too long, so its sender reads the response instead of an error. */
const maxDiscardedBytes = 256 * 1024 * 1024

/** A body's beginning: 8 KiB or a little more, or the whole body if shorter. */
export interface BodyBeginning {
  readonly bytes: Buffer
  readonly isWhole: boolean
  readonly rest: AsyncIterator<Buffer>
}

/**
 * Reads a body's beginning. The rest waits in the connection until it is read.
 *
 * @throws the error of an ended connection
 */
export async function readBodyBeginning(request: IncomingMessage): Promise<BodyBeginning> {
  // Not with `for await`, which would end the connection if the body is not read to its end.
  const rest: AsyncIterator<Buffer> = request[Symbol.asyncIterator]()
  const chunks: Buffer[] = []
  let length = 0
  while (length <= maxHeadBytes) {
    const next = await rest.next()
    if (next.done) return { bytes: Buffer.concat(chunks), isWhole: true, rest }
    chunks.push(next.value)
    length += next.value.length
  }
  return { bytes: Buffer.concat(chunks), isWhole: false, rest }
}

/**
 * Reads the rest and returns the whole body; nothing for a body above `maxBytes`, which is read to its end.
 *
 * @throws the error of an ended connection, or for a body above 256 MiB
 */
export async function readBodyRest(
  { bytes, rest }: Pick<BodyBeginning, 'bytes' | 'rest'>,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const chunks = [bytes]
  let length = bytes.length
  for (;;) {
    if (length > maxBytes) chunks.length = 0
    if (length > maxDiscardedBytes) throw new Error('The body is too long.')
    const next = await rest.next()
    if (next.done) return length > maxBytes ? undefined : Buffer.concat(chunks)
    chunks.push(next.value)
    length += next.value.length
  }
}
