import type { Attributes } from './attribute-reader.ts'

/** An element whose closing tag was not read yet. */
export interface OpenElement {
  readonly name: string
  readonly attributes: Attributes
  /** The position of its opening tag. */
  readonly start: number
  readonly hash: number
  /** The number of its first child among the children of all open elements. */
  readonly firstChild: number
  /** The number of elements up to and including this one, in document order. */
  readonly elementsCount: number
}
