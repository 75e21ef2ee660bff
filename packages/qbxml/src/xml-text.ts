import { hasForbiddenCharacters } from './xml-characters.ts'

/** The characters escaped or normalized in a text, and in an attribute's value. */
const specialInText = /[&\r]/
const specialInAttribute = /[<&\t\n\r]/
/** The first characters of everything special in a text. */
const specials = ['&', '\r', ']'] as const
/** From this length on, a text is worth a search for other references first. */
const longTextLength = 1024
const lineEnd = /\r\n?/g
const reference = /&(?:#x([0-9a-fA-F]+);|#([0-9]+);|(amp|lt|gt|quot|apos);)?/g
/** The beginning of any reference but the five names. */
const otherReference = /&(?!(?:amp|lt|gt|quot|apos);)/
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes parts of a document. Each method returns nothing for a part that is not well-formed. */
export class TextDecoder {
  /** True once a reference was dropped. */
  hasDropped = false
  readonly #dropsCharacters: boolean
  // Saves searching each part for what the whole document lacks.
  readonly #hasSpecials: boolean
  readonly #hasSectionEnds: boolean
  /** For each entry in `specials`, its next position in the document after the last part checked. */
  readonly #next = specials.map(() => -1)

  /** @param dropsCharacters drops references to characters forbidden in XML; otherwise they are not well-formed */
  constructor(document: string, dropsCharacters: boolean) {
    this.#dropsCharacters = dropsCharacters
    this.#hasSpecials = specialInText.test(document)
    this.#hasSectionEnds = document.includes(']]>')
  }

  /** Allows parts before those already checked. */
  rewind(): void {
    this.#next.fill(-1)
  }

  /**
   * Checks whether the document has nothing to decode between two positions. The parts must be in order, except after
   * {@link rewind}.
   */
  isPlain(text: string, start: number, end: number): boolean {
    for (let index = 0; index < specials.length; index += 1) {
      let next = this.#next[index] ?? -1
      if (next < start) {
        const found = text.indexOf(specials[index] ?? '', start)
        next = found === -1 ? text.length : found
        this.#next[index] = next
      }
      if (next < end) return false
    }
    return true
  }

  decodeText(raw: string): string | undefined {
    if (this.#hasSectionEnds && raw.includes(']]>')) return undefined
    return this.#hasSpecials && specialInText.test(raw) ? this.#resolveReferences(normalizeLineEnds(raw)) : raw
  }

  decodeAttribute(raw: string): string | undefined {
    if (!specialInAttribute.test(raw)) return raw
    if (raw.includes('<')) return undefined
    return this.#resolveReferences(normalizeLineEnds(raw).replace(/[\t\n]/g, ' '))
  }

  /** Decodes a CDATA section's content. */
  decodeSection(raw: string): string {
    return normalizeLineEnds(raw)
  }

  #resolveReferences(text: string): string | undefined {
    if (text.length >= longTextLength && !otherReference.test(text)) return resolveNames(text)
    let isValid = true
    const resolved = text.replace(reference, (_, hex?: string, decimal?: string, entity?: string) => {
      if (entity !== undefined) return entities[entity] ?? ''
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      if (Number.isNaN(code)) isValid = false
      else if (code <= 0x10ffff && !hasForbiddenCharacters(String.fromCodePoint(code)))
        return String.fromCodePoint(code)
      else if (this.#dropsCharacters) this.hasDropped = true
      else isValid = false
      return ''
    })
    return isValid ? resolved : undefined
  }
}

/** Resolves the five names, without a call for each: an escaped message set has tens of thousands. */
function resolveNames(text: string): string {
  const resolved = text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
  // Last, because what it resolves does not begin another reference.
  return resolved.replace(/&amp;/g, '&')
}

function normalizeLineEnds(text: string): string {
  return text.replace(lineEnd, '\n')
}
