/** A long text in parts, encoded as they are sent. */
export class TextParts {
  readonly parts: readonly string[]
  readonly byteLength: number
  readonly characters: number

  constructor(parts: readonly string[]) {
    this.parts = parts
    this.byteLength = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0)
    this.characters = countCharacters(parts)
  }
}

/** The longest text to send whole. Node buffers as much for a connection. */
export const charactersOfPart = 64 * 1024

const keptCharacters = charactersOfPart / 2

/** Joins a text's parts into ones up to {@link charactersOfPart}, or one text if it is no longer. */
export function joinParts(parts: readonly string[]): string | TextParts {
  if (countCharacters(parts) <= charactersOfPart) return parts.join('')
  const joined: string[] = []
  let open: string[] = []
  let length = 0
  const close = () => {
    if (length > 0) joined.push(open.join(''))
    open = []
    length = 0
  }
  for (const part of parts) {
    if (length + part.length > charactersOfPart || part.length >= keptCharacters) close()
    // A long part is not copied.
    if (part.length >= keptCharacters) joined.push(...divide(part))
    else {
      open.push(part)
      length += part.length
    }
  }
  close()
  return new TextParts(joined)
}

function* divide(text: string): Generator<string, void> {
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = from + charactersOfPart
    // A surrogate pair stays together.
    if (to < text.length && isHighSurrogate(text.charCodeAt(to - 1))) to -= 1
    yield to - from < text.length ? text.slice(from, to) : text
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}

function countCharacters(parts: readonly string[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0)
}

/** Returns a text's beginning; a short text whole. */
export function getHead(text: string | TextParts, maxCharacters: number): string {
  if (typeof text === 'string') return text
  let head = ''
  for (const part of text.parts) {
    if (head.length >= maxCharacters) break
    head += part
  }
  return head.slice(0, maxCharacters)
}

/** Returns a text's length in characters. */
export function getLength(text: string | TextParts): number {
  return typeof text === 'string' ? text.length : text.characters
}
