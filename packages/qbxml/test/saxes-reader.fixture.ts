import { SaxesParser } from 'saxes'
import type { Element } from '../src/element.ts'

interface OpenElement extends Element {
  text: string
  readonly children: Element[]
}

const surrogate = /\p{Surrogate}/u

/**
 * Reads the elements below the root with a complete XML parser. Returns nothing if the text is not well-formed, has a
 * document type, mixed content, or an instruction after the root's start.
 */
export function readWithSaxes(text: string): Element[] | undefined {
  const parser = new SaxesParser({ xmlns: false, defaultXMLVersion: '1.0', forceXMLVersion: true })
  const root: OpenElement = { name: '', attributes: undefined, text: '', children: [] }
  const stack = [root]
  let isValid = !surrogate.test(text)
  let rootSeen = false
  const reject = () => {
    isValid = false
  }
  const top = () => stack.at(-1) ?? root
  const addText = (part: string) => {
    top().text += part
  }
  const checkText = (element: OpenElement) => {
    if (/[^ \t\r\n]/.test(element.text)) reject()
    element.text = ''
  }
  parser.on('error', reject)
  parser.on('doctype', reject)
  parser.on('processinginstruction', () => {
    if (rootSeen) reject()
  })
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('opentag', ({ name, attributes }) => {
    rootSeen = true
    const parent = top()
    checkText(parent)
    const hasAttributes = Object.keys(attributes).length > 0
    const opened = { name, attributes: hasAttributes ? { ...attributes } : undefined, text: '', children: [] }
    parent.children.push(opened)
    stack.push(opened)
  })
  parser.on('closetag', () => {
    const closed = stack.pop() ?? root
    if (closed.children.length > 0 || stack.length === 1) checkText(closed)
  })
  try {
    parser.write(text).close()
  } catch {
    return undefined
  }
  return isValid ? [...(root.children[0]?.children ?? [])] : undefined
}
