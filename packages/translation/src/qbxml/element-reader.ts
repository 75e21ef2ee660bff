import type { Element } from './element.ts'
import type { Sliced } from './sliced.ts'
import { QbxmlLimitError, QbxmlSyntaxError } from './syntax-error.ts'
import {
  hasForbiddenCharacters,
  isBlank,
  isFirstHalf,
  isWhitespace,
  withoutForbiddenCharacters,
} from './xml-characters.ts'
import { readName } from './xml-names.ts'
import { TextDecoder } from './xml-text.ts'

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
}

export interface ElementReaderOptions {
  /** The level of the elements that are built as trees; the root is level 1. */
  readonly depth: number
  /** The longest text to accept, in UTF-16 units. */
  readonly charactersMax: number
  /** The most elements to accept, each of which takes about 100 bytes of memory; any number by default. */
  readonly elementsMax?: number
  /** The most attributes of all elements to accept; any number by default. */
  readonly attributesMax?: number
  /** The most attributes of one element to accept; by default 256, which is more than any element has. */
  readonly attributesOfElementMax?: number
  /** The most levels of elements to accept; by default 32, which is more than any message has. */
  readonly depthMax?: number
  /** Drops characters that XML does not allow, raw or as references, instead of rejecting them. */
  readonly dropsCharacters?: boolean
}

const defaultDepthMax = 32
const defaultAttributesOfElementMax = 256

/** The sizes of slices of text, each of which takes well under a millisecond. */
const slice = { read: 32 * 1024, searched: 256 * 1024 }

const noAttributes: Attributes = {}
const noChildren: readonly Element[] = []

/**
 * A strict reader for the subset of XML that qbXML is: well-formed XML 1.0 without document type, only the five
 * predefined entities, no mixed content. It is fast because it searches for the next tag instead of
 * looking at each character, and reuses names. A document over one of its limits is rejected with `QbxmlLimitError`.
 */
export class ElementReader {
  #text: string
  #position = 0
  #pendingText = ''
  #isRootSeen = false
  #hasDropped = false
  readonly #options: ElementReaderOptions
  readonly #depthMax: number
  readonly #elementsMax: number
  readonly #attributesMax: number
  readonly #attributesOfElementMax: number
  #elementsCount = 0
  #attributesCount = 0
  readonly #handlers: ElementHandlers
  readonly #decoder: TextDecoder
  // The open elements, those of the frame among them.
  readonly #names: string[] = []
  readonly #attributes: Attributes[] = []
  readonly #firstChildren: number[] = []
  // The children so far of all open elements, from the outermost to the innermost.
  readonly #children: Element[] = []
  #childrenCount = 0

  constructor(text: string, options: ElementReaderOptions, handlers: ElementHandlers) {
    this.#text = text
    this.#options = options
    this.#depthMax = options.depthMax ?? defaultDepthMax
    this.#elementsMax = options.elementsMax ?? Number.POSITIVE_INFINITY
    this.#attributesOfElementMax = options.attributesOfElementMax ?? defaultAttributesOfElementMax
    this.#attributesMax = options.attributesMax ?? Number.POSITIVE_INFINITY
    this.#handlers = handlers
    this.#decoder = new TextDecoder(text, options.dropsCharacters ?? false)
  }

  /** True once a character that XML does not allow was dropped. */
  get hasDropped(): boolean {
    return this.#hasDropped || this.#decoder.hasDropped
  }

  /** Creates an error with the current position. */
  error(reason: string): QbxmlSyntaxError {
    const { line, column } = this.#getPlace()
    return new QbxmlSyntaxError(reason, line, column)
  }

  #limitError(reason: string): QbxmlLimitError {
    const { line, column } = this.#getPlace()
    return new QbxmlLimitError(reason, line, column)
  }

  #getPlace(): { line: number; column: number } {
    const end = Math.min(this.#position, this.#text.length)
    let line = 1
    let lineStart = 0
    for (let at = this.#text.indexOf('\n'); at !== -1 && at < end; at = this.#text.indexOf('\n', lineStart)) {
      line += 1
      lineStart = at + 1
    }
    return { line, column: end - lineStart }
  }

  /** Reads the document. Throws `QbxmlSyntaxError`. */
  *read(): Sliced<void> {
    const { charactersMax } = this.#options
    if (this.#text.length > charactersMax) throw this.#limitError(`the text has more than ${charactersMax} characters`)
    yield* this.#checkCharacters()
    this.#readDeclaration()
    for (;;) {
      this.#readSlice()
      if (this.#position >= this.#text.length) break
      yield
    }
    this.#rejectPendingText()
    const open = this.#names.at(-1)
    if (open !== undefined) throw this.error(`the element ${open} is not closed`)
    if (!this.#isRootSeen) throw this.error('there is no element')
  }

  *#checkCharacters(): Sliced<void> {
    const parts: string[] = []
    for (let start = 0, end = 0; start < this.#text.length; start = end) {
      if (start > 0) yield
      end = start + slice.searched
      // A pair of surrogates stays together.
      if (isFirstHalf(this.#text.charCodeAt(end - 1))) end += 1
      const part = this.#text.slice(start, end)
      const isClean = !hasForbiddenCharacters(part)
      if (!isClean && !this.#options.dropsCharacters)
        throw this.error('the text contains a character that XML does not allow')
      this.#hasDropped ||= !isClean
      parts.push(isClean ? part : withoutForbiddenCharacters(part))
    }
    if (this.#hasDropped) this.#text = parts.join('')
  }

  #readSlice(): void {
    const end = Math.min(this.#position + slice.read, this.#text.length)
    while (this.#position < end) this.#readNext()
  }

  /** Reads up to and including the next tag. */
  #readNext(): void {
    const text = this.#text
    const start = this.#position
    const tagStart = text.indexOf('<', start)
    if (tagStart === -1) {
      this.#readText(start, text.length)
      this.#rejectPendingText()
      return
    }
    const next = text.charCodeAt(tagStart + 1)
    if (next === slash) {
      if (tagStart > start) this.#readText(start, tagStart)
      this.#readCloseTag(tagStart)
    } else if (next === exclamationMark) {
      if (tagStart > start) this.#readText(start, tagStart)
      this.#readSectionOrComment(tagStart)
    } else {
      if (this.#pendingText !== '' || !isBlank(text, start, tagStart)) {
        this.#readText(start, tagStart)
        this.#rejectPendingText()
      }
      if (next === questionMark) this.#readInstruction(tagStart)
      else this.#readOpenTag(tagStart)
    }
  }

  #readText(start: number, end: number): void {
    this.#position = end
    const text = this.#decoder.decodeText(this.#text.slice(start, end))
    if (text === undefined) throw this.error('the text contains an invalid reference or ]]>')
    this.#pendingText = this.#pendingText === '' ? text : this.#pendingText + text
  }

  #rejectPendingText(): void {
    if (!isBlank(this.#pendingText, 0, this.#pendingText.length)) throw this.error('there is text between elements')
    this.#pendingText = ''
  }

  #readOpenTag(tagStart: number): void {
    const text = this.#text
    const name = readName(text, tagStart + 1)
    this.#position = tagStart + 1 + name.length
    if (name === '') throw this.error('a tag has no valid name')
    let code = text.charCodeAt(this.#position)
    let attributes = noAttributes
    if (code !== closingBracket && code !== slash) {
      attributes = this.#readAttributes(name)
      code = text.charCodeAt(this.#position)
    }
    if (code === slash) {
      this.#position += 1
      code = text.charCodeAt(this.#position)
      this.#open(name, attributes)
      this.#close(name)
    } else this.#open(name, attributes)
    if (code !== closingBracket) throw this.error(`the tag ${name} has no end`)
    this.#position += 1
  }

  #open(name: string, attributes: Attributes): void {
    const depth = this.#names.length + 1
    if (depth === 1) {
      if (this.#isRootSeen) throw this.error('there is more than one root element')
      this.#isRootSeen = true
    }
    if (depth > this.#depthMax) throw this.error(`there are more than ${this.#depthMax} levels of elements`)
    this.#elementsCount += 1
    if (this.#elementsCount > this.#elementsMax)
      throw this.#limitError(`there are more than ${this.#elementsMax} elements`)
    this.#names.push(name)
    this.#attributes.push(attributes)
    this.#firstChildren.push(this.#childrenCount)
    if (depth < this.#options.depth) this.#handlers.onFrameOpen(name, attributes, depth)
  }

  #readCloseTag(tagStart: number): void {
    const text = this.#text
    const nameStart = tagStart + 2
    const name = this.#names.at(-1)
    if (name === undefined || !text.startsWith(name, nameStart)) throw this.error('a closing tag has no opening tag')
    let end = nameStart + name.length
    while (isWhitespace(text.charCodeAt(end))) end += 1
    this.#position = end + 1
    if (text.charCodeAt(end) !== closingBracket) throw this.error(`the closing tag of ${name} is not valid`)
    this.#close(name)
  }

  #close(name: string): void {
    const depth = this.#names.length
    const attributes = this.#attributes.pop()
    const firstChild = this.#firstChildren.pop() ?? 0
    this.#names.pop()
    const hasChildren = this.#childrenCount > firstChild
    if (this.#pendingText !== '' && (hasChildren || depth < this.#options.depth)) this.#rejectPendingText()
    if (depth < this.#options.depth) return
    const element: Element = {
      name,
      attributes: attributes === noAttributes ? undefined : attributes,
      text: this.#pendingText,
      children: hasChildren ? this.#children.slice(firstChild, this.#childrenCount) : noChildren,
    }
    this.#pendingText = ''
    this.#childrenCount = firstChild
    if (depth === this.#options.depth) this.#handlers.onElement(element)
    else this.#children[this.#childrenCount++] = element
  }

  #readAttributes(name: string): Attributes {
    const text = this.#text
    const attributes: Record<string, string> = {}
    for (let count = 0; ; count += 1) {
      const gapStart = this.#position
      const start = this.#skipWhitespace(gapStart)
      const code = text.charCodeAt(start)
      if (code === closingBracket || code === slash) return count === 0 ? noAttributes : attributes
      const attribute = start === gapStart ? '' : readName(text, start)
      if (attribute === '') throw this.error(`the tag ${name} has no end`)
      this.#attributesCount += 1
      if (count === this.#attributesOfElementMax) throw this.#limitError(`an element has more than ${count} attributes`)
      if (this.#attributesCount > this.#attributesMax)
        throw this.#limitError(`there are more than ${this.#attributesMax} attributes`)
      if (Object.hasOwn(attributes, attribute)) throw this.error(`the attribute ${attribute} appears twice`)
      this.#position = start + attribute.length
      attributes[attribute] = this.#readAttributeValue(attribute)
    }
  }

  #readAttributeValue(attribute: string): string {
    const text = this.#text
    const equals = this.#skipWhitespace(this.#position)
    if (text.charCodeAt(equals) !== equalsSign) throw this.error(`the attribute ${attribute} has no value`)
    const opening = this.#skipWhitespace(equals + 1)
    const code = text.charCodeAt(opening)
    if (code !== quotationMark && code !== apostrophe) throw this.error(`the value of ${attribute} is not quoted`)
    const closing = text.indexOf(code === quotationMark ? '"' : "'", opening + 1)
    if (closing === -1) throw this.error(`the value of ${attribute} has no end`)
    const value = this.#decoder.decodeAttribute(text.slice(opening + 1, closing))
    if (value === undefined) throw this.error(`the value of ${attribute} is not valid`)
    this.#position = closing + 1
    return value
  }

  #skipWhitespace(start: number): number {
    this.#position = start
    while (isWhitespace(this.#text.charCodeAt(this.#position))) this.#position += 1
    return this.#position
  }

  #readSectionOrComment(tagStart: number): void {
    const text = this.#text
    if (text.startsWith('<!--', tagStart)) {
      const end = text.indexOf('--', tagStart + 4)
      if (end === -1 || text.charCodeAt(end + 2) !== closingBracket) throw this.error('a comment has no valid end')
      this.#position = end + 3
      return
    }
    if (!text.startsWith('<![CDATA[', tagStart)) throw this.error('a document type is not allowed')
    const end = text.indexOf(']]>', tagStart + 9)
    if (end === -1 || this.#names.length === 0) throw this.error('a CDATA section is not valid here')
    this.#pendingText += this.#decoder.decodeSection(text.slice(tagStart + 9, end))
    this.#position = end + 3
  }

  #readDeclaration(): void {
    const text = this.#text
    this.#position = text.startsWith('\ufeff') ? 1 : 0
    if (!text.startsWith('<?xml', this.#position) || !isWhitespace(text.charCodeAt(this.#position + 5))) return
    const end = text.indexOf('?>', this.#position)
    if (end === -1 || !declaration.test(text.slice(this.#position, end + 2)))
      throw this.error('the XML declaration is not valid')
    this.#position = end + 2
  }

  #readInstruction(tagStart: number): void {
    this.#position = tagStart
    if (this.#isRootSeen) throw this.error('there is a processing instruction inside the document')
    const target = readName(this.#text, tagStart + 2)
    const end = this.#text.indexOf('?>', tagStart)
    const body = this.#text.slice(tagStart + 2 + target.length, end)
    const isValid = target !== '' && end !== -1 && (body === '' || isWhitespace(body.charCodeAt(0)))
    if (!isValid || target.toLowerCase() === 'xml') throw this.error('a processing instruction is not valid')
    this.#handlers.onInstruction?.(target, body.trimStart())
    this.#position = end + 2
  }
}

const exclamationMark = 0x21
const quotationMark = 0x22
const apostrophe = 0x27
const slash = 0x2f
const equalsSign = 0x3d
const closingBracket = 0x3e
const questionMark = 0x3f

const declaration =
  /^<\?xml\s+version\s*=\s*(["'])1\.\d+\1(?:\s+encoding\s*=\s*(["'])[A-Za-z][\w.-]*\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\3)?\s*\?>$/
