/** A frame between the agent and its COM host: an ID, a word and texts. `windows/PROTOCOL.md` describes the bytes. */
export interface ComFrame {
  readonly id: number
  readonly word: string
  readonly parts: readonly string[]
}

export const comFrameLimits = {
  id: 999_999_999,
  headerBytes: 128,
  parts: 8,
  /** All bytes in a frame. */
  bytes: 64 * 1024 * 1024,
} as const

/** A frame too large to be sent. */
export class ComFrameTooLargeError extends RangeError {
  override readonly name = 'ComFrameTooLargeError'
}

/** Encodes a frame. @throws {ComFrameTooLargeError} if its parts exceed the limits */
export function encodeComFrame({ id, word, parts }: ComFrame): Buffer[] {
  const bytes = parts.map((part) => Buffer.from(part))
  const total = bytes.reduce((sum, { length }) => sum + length, 0)
  if (bytes.length > comFrameLimits.parts || total > comFrameLimits.bytes) {
    throw new ComFrameTooLargeError(
      `A frame has at most ${comFrameLimits.parts} parts and ${comFrameLimits.bytes} bytes.`,
    )
  }
  return [Buffer.from(`${[id, word, ...bytes.map(({ length }) => length)].join(' ')}\n`), ...bytes]
}

const header = /^([1-9]\d{0,8}) ([a-z]{1,16})((?: (?:0|[1-9]\d{0,7})){0,8})$/

interface Header {
  readonly id: number
  readonly word: string
  readonly lengths: readonly number[]
  readonly total: number
}

function parseHeader(line: string): Header {
  const [, id, word = '', lengthText = ''] = header.exec(line) ?? []
  const lengths = lengthText.split(' ').slice(1).map(Number)
  const total = lengths.reduce((sum, length) => sum + length, 0)
  if (id === undefined || total > comFrameLimits.bytes) throw new Error('The header of a frame is invalid.')
  return { id: Number(id), word, lengths, total }
}

/**
 * Creates a reader taking a stream chunk by chunk, and calls `onFrame` with every complete frame. It holds at most
 * one frame and one chunk.
 *
 * @throws {Error} from the returned function for anything but frames
 */
export function createComFrameReader(onFrame: (frame: ComFrame) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = []
  let held = 0
  let current: Header | undefined

  const collect = (): Buffer => {
    const bytes = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, held)
    chunks = []
    held = 0
    return bytes
  }
  const keep = (bytes: Buffer): void => {
    if (bytes.length === 0) return
    chunks.push(bytes)
    held += bytes.length
  }
  /** Reads one header or one body. Returns false when it needs more bytes. */
  const advance = (): boolean => {
    if (current === undefined) {
      const bytes = collect()
      const end = bytes.subarray(0, comFrameLimits.headerBytes).indexOf(0x0a)
      if (end === -1 && bytes.length >= comFrameLimits.headerBytes)
        throw new Error('The header of a frame is too long.')
      keep(end === -1 ? bytes : bytes.subarray(end + 1))
      if (end !== -1) current = parseHeader(bytes.toString('latin1', 0, end))
      return end !== -1
    }
    const { id, word, lengths, total } = current
    if (held < total) return false
    const bytes = collect()
    keep(bytes.subarray(total))
    current = undefined
    onFrame({ id, word, parts: splitParts(bytes, lengths) })
    return true
  }
  return (chunk) => {
    keep(chunk)
    while (advance());
  }
}

function splitParts(bytes: Buffer, lengths: readonly number[]): string[] {
  let offset = 0
  return lengths.map((length) => {
    const text = bytes.toString('utf8', offset, offset + length)
    offset += length
    return text
  })
}
