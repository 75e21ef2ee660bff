/** Removes characters that XML 1.0 does not allow from a text that arrives in chunks. */
export interface CharacterFilter {
  /** Returns what can be parsed of the text so far. */
  write(chunk: string): string
  /** Returns the rest. */
  close(): string
  /** True once a character was removed. */
  readonly hasDropped: boolean
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const suspect = /[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]|&#/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}|&#(?:x([0-9a-f]{1,8})|([0-9]{1,10}));/giu
const allowed = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]$/u
/** A reference or a pair of surrogates that may continue in the next chunk. */
const unfinished = /(?:&(?:#[0-9a-fx]{0,11})?|[\ud800-\udbff])$/i

/**
 * Creates a filter for responses: old company files contain control characters, which would make the records around
 * them unreadable. Characters may be raw or numeric references.
 */
export function createCharacterFilter(): CharacterFilter {
  let carried = ''
  let hasDropped = false

  const clean = (text: string): string =>
    suspect.test(text)
      ? text.replace(forbidden, (found, hex?: string, decimal?: string) => {
          if (isAllowed(hex, decimal)) return found
          hasDropped = true
          return ''
        })
      : text

  return {
    write(chunk) {
      const text = carried + chunk
      carried = unfinished.exec(text)?.[0] ?? ''
      return clean(text.slice(0, text.length - carried.length))
    },
    close: () => clean(carried),
    get hasDropped() {
      return hasDropped
    },
  }
}

function isAllowed(hex: string | undefined, decimal: string | undefined): boolean {
  if (hex === undefined && decimal === undefined) return false
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  return code <= 0x10ffff && allowed.test(String.fromCodePoint(code))
}
