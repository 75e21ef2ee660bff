/**
 * A long text as UTF-8, with the number of its characters. Its parts move from a worker to the socket without a copy,
 * where a text would be copied twice on the server's thread. None of them keeps the others in memory.
 */
export interface EncodedText {
  /** The bytes, in parts of up to {@link partBytes}. */
  readonly parts: readonly Uint8Array<ArrayBuffer>[]
  readonly byteLength: number
  readonly characters: number
}

/** The size of a part. What Node buffers for a connection has this size, too. */
export const partBytes = 64 * 1024

const encoder = new TextEncoder()

export function encodeText(text: string): EncodedText {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let byteLength = 0
  let from = 0
  while (from < text.length) {
    const part = new Uint8Array(partBytes)
    const { read, written } = encoder.encodeInto(sliceWhole(text, from, from + partBytes), part)
    parts.push(part.subarray(0, written))
    byteLength += written
    from += read
  }
  return { parts, byteLength, characters: text.length }
}

/** Returns a part of a text, without the first half of a character that the end cuts in two. */
function sliceWhole(text: string, from: number, to: number): string {
  const isCut = to < text.length && isHighSurrogate(text.charCodeAt(to - 1))
  return text.slice(from, isCut ? to - 1 : to)
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}

/** Returns the length of a text in characters. */
export function countCharacters(text: string | EncodedText): number {
  return typeof text === 'string' ? text.length : text.characters
}

/** Returns the beginning of a text: up to `bytesMax` bytes of an encoded one, or the whole of another. */
export function decodeHead(text: string | EncodedText, bytesMax: number): string {
  if (typeof text === 'string') return text
  // Leaves out a character that the end cuts in two.
  const decoder = new TextDecoder()
  let head = ''
  let left = bytesMax
  for (const part of text.parts) {
    head += decoder.decode(part.subarray(0, left), { stream: true })
    left -= part.length
    if (left <= 0) break
  }
  return head
}
