import type { Attributes } from './attribute-reader.ts'

/** An element whose closing tag was not read yet. */
export interface OpenElement {
  readonly name: string
  readonly attributes: Attributes
  /** Its opening tag's position. */
  readonly start: number
  readonly hash: number
  /** Its first child's index among all open elements' children. */
  readonly firstChild: number
  /** How many elements precede its end, including itself, in document order. */
  readonly elementsCount: number
}
