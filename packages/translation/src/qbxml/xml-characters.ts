const asciiNameStart = createAsciiTable(/[A-Za-z_:]/)
const asciiName = createAsciiTable(/[\w:.-]/)
const otherNameStart = /^[\p{L}\p{Nl}]$/u
const otherName = /^[\p{L}\p{Nl}\p{M}\p{Nd}\u00b7]$/u

function createAsciiTable(characters: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => Number(characters.test(String.fromCharCode(code))))
}

/** Checks whether a name may begin with a character of the basic plane. */
export function isNameStart(code: number): boolean {
  return code < 128 ? asciiNameStart[code] === 1 : code >= 128 && otherNameStart.test(String.fromCharCode(code))
}

/** Checks whether a name may continue with a character of the basic plane. */
export function isNamePart(code: number): boolean {
  return code < 128 ? asciiName[code] === 1 : code >= 128 && otherName.test(String.fromCharCode(code))
}

/** Checks whether a character code is white space of XML. */
export function isWhitespace(code: number): boolean {
  return code === 0x20 || code === 0xa || code === 0x9 || code === 0xd
}

/** Checks whether a part of a text is nothing but white space. */
export function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (!isWhitespace(text.charCodeAt(at))) return false
  return true
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML does not allow
const suspect = /[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML does not allow
const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu

/** Checks whether a text contains characters that XML 1.0 does not allow, halves of surrogate pairs among them. */
export function hasForbiddenCharacters(text: string): boolean {
  // Most texts contain no surrogates, and are searched faster without the `u` flag.
  return suspect.test(text) && text.search(forbidden) !== -1
}

/** Returns a text without the characters that XML 1.0 does not allow. */
export function withoutForbiddenCharacters(text: string): string {
  return text.replace(forbidden, '')
}

/** Checks whether a UTF-16 unit begins a pair of surrogates. */
export function isFirstHalf(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00
}
