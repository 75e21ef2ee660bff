import { codes } from './xml-characters.ts'
import type { XmlCursor } from './xml-cursor.ts'
import { readName } from './xml-names.ts'
import type { TextDecoder } from './xml-text.ts'

export type Attributes = Readonly<Record<string, string>>

/** Shared by all elements without attributes. */
export const noAttributes: Attributes = {}

/** The most attributes to accept. */
export interface AttributeLimits {
  readonly maxAttributes: number
  readonly maxAttributesPerElement: number
}

/** Reads a document's element attributes. */
export class AttributeReader {
  readonly #cursor: XmlCursor
  readonly #decoder: TextDecoder
  readonly #limits: AttributeLimits
  #count = 0

  constructor(cursor: XmlCursor, decoder: TextDecoder, limits: AttributeLimits) {
    this.#cursor = cursor
    this.#decoder = decoder
    this.#limits = limits
  }

  /** Reads the attributes at the cursor, up to the end of `element`'s tag. Throws `QbxmlSyntaxError`. */
  read(element: string): Attributes {
    const cursor = this.#cursor
    const { text } = cursor
    const { maxAttributes, maxAttributesPerElement } = this.#limits
    const attributes: Record<string, string> = {}
    for (let count = 0; ; count += 1) {
      const gapStart = cursor.position
      const start = cursor.skipWhitespace(gapStart)
      const code = text.charCodeAt(start)
      if (code === codes.closingBracket || code === codes.slash) return count === 0 ? noAttributes : attributes
      const attribute = start === gapStart ? '' : readName(text, start)
      if (attribute === '') throw cursor.error(`the tag ${element} has no end`)
      this.#count += 1
      if (count === maxAttributesPerElement) throw cursor.limitError(`an element has more than ${count} attributes`)
      if (this.#count > maxAttributes) throw cursor.limitError(`there are more than ${maxAttributes} attributes`)
      if (Object.hasOwn(attributes, attribute)) throw cursor.error(`the attribute ${attribute} appears twice`)
      cursor.position = start + attribute.length
      attributes[attribute] = this.#readValue(attribute)
    }
  }

  #readValue(attribute: string): string {
    const cursor = this.#cursor
    const { text } = cursor
    const equals = cursor.skipWhitespace(cursor.position)
    if (text.charCodeAt(equals) !== codes.equalsSign) throw cursor.error(`the attribute ${attribute} has no value`)
    const opening = cursor.skipWhitespace(equals + 1)
    const code = text.charCodeAt(opening)
    if (code !== codes.quotationMark && code !== codes.apostrophe)
      throw cursor.error(`the value of ${attribute} is not quoted`)
    const closing = text.indexOf(code === codes.quotationMark ? '"' : "'", opening + 1)
    if (closing === -1) throw cursor.error(`the value of ${attribute} has no end`)
    const value = this.#decoder.decodeAttribute(text.slice(opening + 1, closing))
    if (value === undefined) throw cursor.error(`the value of ${attribute} is not valid`)
    cursor.position = closing + 1
    return value
  }
}
