/** A character that is invisible in a name, and may change what the name or the text around it looks like. */
export interface HiddenCharacter {
  readonly codePoint: number
  /** Its place among the characters, from 1. */
  readonly position: number
}

const hidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/u
const spacing = /[\t\n\v\f\r\u0085\p{Zl}\p{Zp}]/u

/** Choose between forms of the character before them. */
const variationSelector = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}\u180B-\u180D\u180F]/u
const joiner = /[\u200C\u200D]/u
/** Scripts whose spelling needs joiners. */
const joined =
  /[\p{scx=Adlam}\p{scx=Arabic}\p{scx=Bengali}\p{scx=Devanagari}\p{scx=Gujarati}\p{scx=Gurmukhi}\p{scx=Kannada}\p{scx=Khmer}\p{scx=Malayalam}\p{scx=Mongolian}\p{scx=Myanmar}\p{scx=Nko}\p{scx=Oriya}\p{scx=Sinhala}\p{scx=Syriac}\p{scx=Tamil}\p{scx=Telugu}\p{scx=Tibetan}]/u
const emoji = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F/u
const tag = /[\u{E0020}-\u{E007F}]/u
const flagOrTag = /[\u{1F3F4}\u{E0020}-\u{E007E}]/u

/**
 * Finds the first hidden character: controls, invisible spaces, and what changes the direction of text. Scripts and emoji
 * may have those they need, in their place.
 */
export function findHidden(name: string): HiddenCharacter | undefined {
  const characters = [...name]
  const index = characters.findIndex((_, place) => isHidden(characters, place))
  if (index === -1) return undefined
  return { codePoint: characters[index]?.codePointAt(0) ?? 0, position: index + 1 }
}

function isHidden(characters: readonly string[], index: number): boolean {
  const [before = '', character = '', after = ''] = [characters[index - 1], characters[index], characters[index + 1]]
  if (!hidden.test(character)) return false
  if (variationSelector.test(character)) return before === '' || hidden.test(before)
  if (joiner.test(character) && joined.test(before) && joined.test(after)) return false
  if (character === '\u200D' && emoji.test(before) && emoji.test(after)) return false
  return !(tag.test(character) && flagOrTag.test(before))
}

/** Removes hidden characters, and trims. Line breaks and tabs become spaces. */
export function removeHidden(name: string): string {
  const characters = [...name]
  return characters
    .map((character, index) => {
      if (spacing.test(character)) return ' '
      return isHidden(characters, index) ? '' : character
    })
    .join('')
    .trim()
}

/** What Unicode calls the hidden characters that people meet. */
const characterNames: Readonly<Record<number, string>> = {
  0: 'null',
  9: 'tab',
  10: 'line break',
  13: 'line break',
  127: 'delete',
  173: 'soft hyphen',
  1564: 'Arabic letter mark',
  8203: 'zero-width space',
  8204: 'zero-width non-joiner',
  8205: 'zero-width joiner',
  8206: 'left-to-right mark',
  8207: 'right-to-left mark',
  8232: 'line separator',
  8233: 'paragraph separator',
  8234: 'left-to-right embedding',
  8235: 'right-to-left embedding',
  8236: 'end of a change of direction',
  8237: 'left-to-right override',
  8238: 'right-to-left override',
  8288: 'word joiner',
  8294: 'left-to-right isolate',
  8295: 'right-to-left isolate',
  8296: 'first strong isolate',
  8297: 'end of an isolate',
  65279: 'byte order mark',
}

/** Names a hidden character and its place: `U+202E (right-to-left override), which is character 5`. */
export function describeHidden({ codePoint, position }: HiddenCharacter): string {
  const code = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`
  const name = characterNames[codePoint] ?? (codePoint < 0xa0 ? 'control character' : 'invisible character')
  return `${code} (${name}), which is character ${position}`
}
