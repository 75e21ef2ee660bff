/** Returns a text's keyed digest as hexadecimal digits, at least 32. The key stays on the PC. */
export type Digest = (text: string) => string

/** A pseudonym with an ID's form, such as `80000012-1386109854`. The same ID always has the same one. */
export type ToPseudonym = (id: string) => string

/** The longest ID that has a pseudonym, a GUID in braces. */
const maxIdLength = 40

export function createPseudonyms(digest: Digest): ToPseudonym {
  return (id) => {
    // These name nothing: the public owner of custom fields, and "no line yet".
    if (id === '0' || id === '-1') return id
    const digits = digest(id.toLowerCase().slice(0, maxIdLength))
    let used = 0
    const next = (): number => Number.parseInt(digits.charAt(used++ % digits.length), 16)
    let pseudonym = ''
    for (const character of id.slice(0, maxIdLength)) {
      if (/[0-9]/.test(character)) pseudonym += next() % 10
      else if (/[A-F]/.test(character)) pseudonym += 'ABCDEF'[next() % 6]
      else if (/[a-z]/.test(character)) pseudonym += 'abcdef'[next() % 6]
      else pseudonym += /[-{}]/.test(character) ? character : '¤'
    }
    return pseudonym
  }
}
