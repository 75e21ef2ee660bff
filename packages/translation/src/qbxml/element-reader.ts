import { SaxesParser } from 'saxes'
import type { Element } from './element.ts'
import { QbxmlSyntaxError } from './syntax-error.ts'

type Attributes = Readonly<Record<string, string>>

/**
 * Callbacks for a document. Its frame, which is everything above `depth`, is reported tag by tag; everything at `depth`
 * as whole elements.
 */
export interface ElementHandlers {
  /** A `<?target body?>` before the root element. */
  onInstruction?(target: string, body: string): void
  onFrameOpen(name: string, attributes: Attributes, depth: number): void
  onElement(element: Element): void
  onFrameClose(name: string, depth: number): void
}

/** Reads a document in chunks. `close` checks that it is complete. */
export interface ElementReader {
  write(chunk: string): void
  close(): void
  /** Creates an error with the reader's current position. */
  error(reason: string): QbxmlSyntaxError
}

const depthMax = 32

// The parser accepts any character as the second half of a pair, so an unpaired first half could hide markup.
const loneSurrogate = /\p{Surrogate}/u
const firstHalf = /[\ud800-\udbff]/
const noChildren: Element[] = []

interface OpenElement {
  readonly name: string
  readonly attributes: Attributes | undefined
  text: string
  children: Element[]
}

/**
 * Creates a strict streaming reader: well-formed XML 1.0 without document type, only the five predefined entities, no
 * mixed content, at most 32 levels and `charactersMax` characters (UTF-16 units). Elements at `depth` (1 is the root) are
 * built as trees and passed on when they end, so that memory contains only one of them. `write` and `close` throw
 * `QbxmlSyntaxError`.
 */
export function createElementReader(depth: number, charactersMax: number, handlers: ElementHandlers): ElementReader {
  const parser = new SaxesParser({ xmlns: false, position: false, defaultXMLVersion: '1.0', forceXMLVersion: true })
  const frame: string[] = []
  const stack: OpenElement[] = []
  let top: OpenElement | undefined
  let pendingText = ''
  let characters = 0
  let rootSeen = false
  let carried = ''

  const error = (reason: string): QbxmlSyntaxError => new QbxmlSyntaxError(reason, parser.line, parser.column)

  const rejectPendingText = (): void => {
    if (isWhitespace(pendingText)) pendingText = ''
    else throw error('there is text between elements')
  }

  parser.on('error', (cause) => {
    throw error(cause.message)
  })
  parser.on('doctype', () => {
    throw error('a document type is not allowed')
  })
  parser.on('processinginstruction', ({ target, body }) => {
    if (rootSeen) throw error('there is a processing instruction inside the document')
    handlers.onInstruction?.(target, body)
  })
  parser.on('text', (text) => {
    pendingText = pendingText === '' ? text : pendingText + text
  })
  parser.on('cdata', (text) => {
    pendingText += text
  })
  parser.on('opentag', (tag) => {
    if (pendingText !== '') rejectPendingText()
    if (top === undefined && frame.length < depth - 1) {
      rootSeen = true
      frame.push(tag.name)
      handlers.onFrameOpen(tag.name, tag.attributes, frame.length)
      return
    }
    if (frame.length + stack.length >= depthMax) throw error(`there are more than ${depthMax} levels of elements`)
    const opened: OpenElement = {
      name: tag.name,
      attributes: hasAttributes(tag.attributes) ? tag.attributes : undefined,
      text: '',
      children: noChildren,
    }
    if (top !== undefined) {
      if (top.children === noChildren) top.children = [opened]
      else top.children.push(opened)
    }
    stack.push(opened)
    top = opened
  })
  parser.on('closetag', (tag) => {
    if (top === undefined) {
      if (pendingText !== '') rejectPendingText()
      handlers.onFrameClose(tag.name, frame.length)
      frame.pop()
      return
    }
    if (pendingText !== '') {
      if (top.children === noChildren) top.text = pendingText
      else rejectPendingText()
      pendingText = ''
    }
    const closed = top
    stack.pop()
    top = stack[stack.length - 1]
    if (top === undefined) handlers.onElement(closed)
  })

  return {
    write(chunk) {
      characters += chunk.length
      if (characters > charactersMax) throw error(`the text has more than ${charactersMax} characters`)
      const text = carried + chunk
      const last = text.slice(-1)
      carried = firstHalf.test(last) ? last : ''
      const whole = carried === '' ? text : text.slice(0, -1)
      if (loneSurrogate.test(whole)) throw error('the text has an unpaired surrogate')
      parser.write(whole)
    },
    close() {
      if (carried !== '') throw error('the text has an unpaired surrogate')
      parser.close()
    },
    error,
  }
}

/** Avoids `trim`, since every gap between two elements passes through here. */
function isWhitespace(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code !== 0x20 && code !== 0xa && code !== 0x9 && code !== 0xd) return false
  }
  return true
}

function hasAttributes(attributes: Attributes): boolean {
  for (const _ in attributes) return true
  return false
}
