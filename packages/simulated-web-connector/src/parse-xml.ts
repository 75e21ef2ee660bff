import { type Element, ElementReader, QbxmlSyntaxError } from '@bridge/qbxml'

const maxCharacters = 64 * 1024 ** 2

/** Parses an XML document without document type. Throws `QbxmlSyntaxError`. */
export function parseXml(text: string): Element {
  let root: Element | undefined
  const handlers = {
    onFrameOpen: () => undefined,
    onElement: (element: Element) => {
      root = element
    },
  }
  const reading = new ElementReader(text, { depth: 1, maxCharacters }, handlers).read()
  while (!reading.next().done);
  if (root === undefined) throw new QbxmlSyntaxError('the text has no element', 1, 0)
  return root
}
