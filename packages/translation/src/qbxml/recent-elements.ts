import { branch, type Element } from './element.ts'

const slotsMax = 8192
const slotsMin = 64
const charactersPerSlot = 64
/** Longer texts rarely appear again. */
const textLengthMax = 40

/**
 * The elements of a document by a hash of their contents. The records of a response repeat the same references, amounts
 * and flags: an element that is found here needs no new object and no new text. Newer elements replace older ones.
 */
export class RecentElements {
  readonly #elements: (Element | undefined)[]
  readonly #shift: number

  /** @param documentLength the length of the document, which bounds the elements that are worth remembering */
  constructor(documentLength: number) {
    let bits = Math.log2(slotsMin)
    while (1 << bits < slotsMax && (1 << bits) * charactersPerSlot < documentLength) bits += 1
    this.#elements = new Array<Element | undefined>(1 << bits).fill(undefined)
    this.#shift = 32 - bits
  }

  /** Returns the leaf with the text between two positions, which has the hash `hash`; undefined for a new one. */
  findLeaf(name: string, text: string, start: number, end: number, hash: number): Element | undefined {
    const known = this.#elements[this.#getSlot(name, hash)]
    return known !== undefined &&
      known.name === name &&
      known.text.length === end - start &&
      text.startsWith(known.text, start)
      ? known
      : undefined
  }

  /** Remembers a leaf whose text has the hash `hash`, and is the same in the document: it has nothing to decode. */
  keepLeaf(element: Element, hash: number): void {
    if (element.text.length <= textLengthMax) this.#elements[this.#getSlot(element.name, hash)] = element
  }

  /** Returns the element with two children, where `hash` is made of theirs. */
  getPair(name: string, first: Element, second: Element, hash: number): Element {
    const slot = this.#getSlot(name, hash)
    const known = this.#elements[slot]
    if (known !== undefined && known.name === name && known.children[0] === first && known.children[1] === second)
      return known
    const created = branch(name, [first, second])
    this.#elements[slot] = created
    return created
  }

  #getSlot(name: string, hash: number): number {
    return Math.imul(hash ^ (name.length << 8) ^ name.charCodeAt(name.length >> 1), 0x9e3779b1) >>> this.#shift
  }
}

/** Returns a hash of a few characters of the text between two positions, and of its length. */
export function hashText(text: string, start: number, end: number): number {
  // The characters around a short text belong to its tags, which are always the same.
  const near = text.charCodeAt(start + 1) + 31 * text.charCodeAt(start + 6) + 961 * text.charCodeAt(start + 7)
  const far = text.charCodeAt(end - 1) + 31 * text.charCodeAt(end - 2) + 961 * text.charCodeAt(end - 4)
  return Math.imul(near, 0x01000193) ^ far ^ ((end - start) << 20)
}
