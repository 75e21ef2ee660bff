import type { Attributes } from './attribute-reader.ts'
import type { Element } from './element.ts'

/**
 * Callbacks for a document. Its frame, which is everything above `depth`, is reported tag by tag; everything at `depth`
 * as whole elements.
 */
export interface ElementHandlers {
  /** A `<?target body?>` before the root element. */
  onInstruction?(target: string, body: string): void
  onFrameOpen(name: string, attributes: Attributes, depth: number): void
  /** @param start its opening tag's position in {@link ElementReader.text} */
  onElement(element: Element, start: number): void
  /** A child in a container; see {@link ElementReaderOptions.container}. */
  onContained?(element: Element, start: number): void
}

export interface ElementReaderOptions {
  /** The level of the elements built as trees; the root is level 1. */
  readonly depth: number
  /** Elements with this name report their children one by one instead of keeping them. */
  readonly container?: string
  /** The longest text to accept, in UTF-16 units. */
  readonly maxCharacters: number
  /** The most elements to accept, each of which takes about 100 bytes of memory; any number by default. */
  readonly maxElements?: number
  /** The most elements per reported one; any number by default. */
  readonly maxElementsPerRecord?: number
  /** The most attributes in the document; any number by default. */
  readonly maxAttributes?: number
  /** The most attributes per element; by default 256, above any real element. */
  readonly maxAttributesPerElement?: number
  /** The deepest element; by default 32, above any real message. */
  readonly maxDepth?: number
  /** Drops characters forbidden in XML, raw or as references, instead of rejecting them. */
  readonly dropsCharacters?: boolean
}
