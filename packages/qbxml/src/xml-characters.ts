import type { Sliced } from './sliced.ts'

const asciiNameStart = createAsciiTable(/[A-Za-z_:]/)
const asciiName = createAsciiTable(/[\w:.-]/)
const otherNameStart = /^[\p{L}\p{Nl}]$/u
const otherName = /^[\p{L}\p{Nl}\p{M}\p{Nd}\u00b7]$/u

function createAsciiTable(characters: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => Number(characters.test(String.fromCharCode(code))))
}

/** Checks whether a name may begin with a character from the basic plane. */
export function isNameStart(code: number): boolean {
  return code < 128 ? asciiNameStart[code] === 1 : code >= 128 && otherNameStart.test(String.fromCharCode(code))
}

/** Checks whether a name may continue with a character from the basic plane. */
export function isNamePart(code: number): boolean {
  return code < 128 ? asciiName[code] === 1 : code >= 128 && otherName.test(String.fromCharCode(code))
}

/** Markup characters. */
export const codes = {
  exclamationMark: 0x21,
  quotationMark: 0x22,
  apostrophe: 0x27,
  slash: 0x2f,
  equalsSign: 0x3d,
  openingBracket: 0x3c,
  closingBracket: 0x3e,
  questionMark: 0x3f,
} as const

export function isWhitespace(code: number): boolean {
  return code === 0x20 || code === 0xa || code === 0x9 || code === 0xd
}

/** Checks whether part of a text is nothing but white space. */
export function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (!isWhitespace(text.charCodeAt(at))) return false
  return true
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML does not allow
const suspect = /[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML does not allow
const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu

/** Checks whether a text contains characters forbidden in XML 1.0, including unpaired surrogates. */
export function hasForbiddenCharacters(text: string): boolean {
  // Most texts contain no surrogates, and are searched faster without the `u` flag.
  return suspect.test(text) && text.search(forbidden) !== -1
}

/** The slice size for searching text, which takes well under a millisecond. */
const sliceLength = 256 * 1024

/** Returns a text without characters forbidden in XML 1.0; the same text if it has none. */
export function* keepAllowedCharacters(text: string): Sliced<string> {
  const parts: string[] = []
  let isClean = true
  for (let start = 0, end = 0; start < text.length; start = end) {
    if (start > 0) yield
    end = start + sliceLength
    // A surrogate pair stays together.
    if (isFirstHalf(text.charCodeAt(end - 1))) end += 1
    const part = text.slice(start, end)
    const isPartClean = !hasForbiddenCharacters(part)
    isClean &&= isPartClean
    parts.push(isPartClean ? part : part.replace(forbidden, ''))
  }
  return isClean ? text : parts.join('')
}

/** Checks whether a UTF-16 unit begins a surrogate pair. */
function isFirstHalf(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00
}
