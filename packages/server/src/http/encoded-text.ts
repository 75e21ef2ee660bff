/**
 * A long text as UTF-8, with the number of its characters. Its bytes move from a worker to the socket without a copy,
 * where a text would be copied twice on the server's thread.
 */
export interface EncodedText {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly characters: number
}

const encoder = new TextEncoder()

export function encodeText(text: string): EncodedText {
  return { bytes: encoder.encode(text), characters: text.length }
}

/** Returns the length of a text in characters. */
export function countCharacters(text: string | EncodedText): number {
  return typeof text === 'string' ? text.length : text.characters
}

/** Returns the beginning of a text: up to `bytesMax` bytes of an encoded one, or the whole of another. */
export function decodeHead(text: string | EncodedText, bytesMax: number): string {
  // Leaves out a character that the end cuts in two.
  return typeof text === 'string' ? text : new TextDecoder().decode(text.bytes.subarray(0, bytesMax), { stream: true })
}
