import type { Element } from './element.ts'
import { codes } from './xml-characters.ts'

const maxSlots = 8192
const slotsMin = 64
const charactersPerSlot = 64
/** Longer elements rarely appear again. */
const maxMarkupLength = 256
/** The length of `<ListID>`, the first child of a reference. */
const idTagLength = 8

/** An element without attributes read before, and its part of the document. */
export interface RecentElement {
  readonly element: Element
  readonly markup: string
}

/**
 * Elements read at least twice, by a hash of their markup. A response's records repeat the same references, amounts and
 * flags: an element found here needs no reading, no new object and no new text. Newer elements replace older ones.
 */
export class RecentElements {
  readonly #elements: (RecentElement | undefined)[]
  /** The hashes of `#elements`. */
  readonly #hashes: Int32Array
  /** The hashes of elements read at least once. Most elements never appear again, and cost no more than this. */
  readonly #seen: Int32Array
  readonly #shift: number

  /** @param documentLength the document's length, which bounds the elements worth remembering */
  constructor(documentLength: number) {
    let bits = Math.log2(slotsMin)
    while (1 << bits < maxSlots && (1 << bits) * charactersPerSlot < documentLength) bits += 1
    this.#elements = new Array<RecentElement | undefined>(1 << bits).fill(undefined)
    this.#hashes = new Int32Array(1 << bits)
    this.#seen = new Int32Array(1 << bits)
    this.#shift = 32 - bits
  }

  /** Returns the element with the same markup as the one beginning at `start` with the hash `hash`. */
  find(hash: number, text: string, start: number): RecentElement | undefined {
    const slot = hash >>> this.#shift
    if (this.#hashes[slot] !== hash) return undefined
    const known = this.#elements[slot]
    // Faster than `startsWith`, which compares character by character.
    return known !== undefined && text.slice(start, start + known.markup.length) === known.markup ? known : undefined
  }

  /**
   * Remembers an element read from the text between two positions. It must have no attributes, nor its children, nor
   * may they have children.
   */
  keep(hash: number, element: Element, text: string, start: number, end: number): void {
    const slot = hash >>> this.#shift
    if (this.#seen[slot] !== hash) this.#seen[slot] = hash
    else if (end - start <= maxMarkupLength) {
      this.#hashes[slot] = hash
      this.#elements[slot] = { element, markup: text.slice(start, end) }
    }
  }
}

/**
 * Hashes a few characters in the element beginning at `start`.
 *
 * @param tagEnd the end of its opening tag
 * @param textEnd the beginning of the next tag
 */
export function hashMarkup(text: string, start: number, tagEnd: number, textEnd: number): number {
  const isLeaf = text.charCodeAt(textEnd + 1) === codes.slash
  const at = isLeaf ? tagEnd : textEnd + idTagLength - 1
  const name = text.charCodeAt((start + tagEnd) >> 1) + ((tagEnd - start) << 8)
  const near =
    text.charCodeAt(at + 2) +
    31 * text.charCodeAt(at + 6) +
    961 * text.charCodeAt(at + 7) +
    29791 * text.charCodeAt(at + 8)
  const far = text.charCodeAt(textEnd - 1) + 31 * text.charCodeAt(textEnd - 2) + 961 * text.charCodeAt(textEnd - 4)
  return Math.imul(Math.imul(near, 0x01000193) ^ far ^ ((textEnd - tagEnd) << 20) ^ name, 0x9e3779b1)
}
