/**
 * An XML element in a message: its name, its attributes, and either text or children. qbXML has no mixed content, so an
 * element with children has no text.
 */
export interface Element {
  readonly name: string
  readonly attributes?: Readonly<Record<string, string>> | undefined
  readonly text: string
  readonly children: readonly Element[]
}

/** Elements in document order. */
export interface ElementList extends Iterable<Element> {
  readonly length: number
}

const noChildren: readonly Element[] = []

/** Creates an element with text; empty text clears a field in a Mod request. */
export function leaf(name: string, text: string): Element {
  return { name, attributes: undefined, text, children: noChildren }
}

export function branch(
  name: string,
  children: readonly Element[],
  attributes?: Readonly<Record<string, string>>,
): Element {
  return { name, attributes, text: '', children }
}

export function child(element: Element, name: string): Element | undefined {
  for (const each of element.children) if (each.name === name) return each
  return undefined
}

/** Returns the first such child's text. */
export function childText(element: Element, name: string): string | undefined {
  return child(element, name)?.text
}

/** Returns all children with this name, in document order. */
export function childrenByName(element: Element, name: string): Element[] {
  return element.children.filter((each) => each.name === name)
}
