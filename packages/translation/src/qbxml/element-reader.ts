import { AttributeReader, type Attributes, noAttributes } from './attribute-reader.ts'
import { type Element, leaf } from './element.ts'
import type { ElementHandlers, ElementReaderOptions } from './element-reader-options.ts'
import { hashText, RecentElements } from './recent-elements.ts'
import type { Sliced } from './sliced.ts'
import type { QbxmlSyntaxError } from './syntax-error.ts'
import { codes, isBlank, isPlainText, isWhitespace, keepAllowedCharacters } from './xml-characters.ts'
import { XmlCursor } from './xml-cursor.ts'
import { skipDeclaration } from './xml-declaration.ts'
import { readName, readTagName } from './xml-names.ts'
import { TextDecoder } from './xml-text.ts'

const defaultDepthMax = 32
const defaultAttributesOfElementMax = 256

/** The size of a slice of text, which takes well under a millisecond. */
const sliceLength = 32 * 1024

const noChildren: readonly Element[] = []

/**
 * A strict reader for the subset of XML that qbXML is: well-formed XML 1.0 without document type, only the five
 * predefined entities, no mixed content. It is fast because it searches for the next tag instead of
 * looking at each character, and reuses names and leaves. A document over one of its limits is rejected with
 * `QbxmlLimitError`.
 */
export class ElementReader {
  readonly #cursor: XmlCursor
  readonly #options: ElementReaderOptions
  readonly #depthOfElements: number
  readonly #depthMax: number
  readonly #elementsMax: number
  readonly #handlers: ElementHandlers
  readonly #decoder: TextDecoder
  readonly #attributeReader: AttributeReader
  readonly #recent: RecentElements
  #elementsCount = 0
  #pendingText = ''
  #isRootSeen = false
  #hasDropped = false
  // The open elements, those of the frame among them.
  #depth = 0
  readonly #names: string[] = []
  readonly #attributes: Attributes[] = []
  readonly #firstChildren: number[] = []
  // The children so far of all open elements, from the outermost to the innermost.
  readonly #children: Element[] = []
  /** The hashes of leaves; 0 for other elements. */
  readonly #hashes: number[] = []
  #childrenCount = 0

  constructor(text: string, options: ElementReaderOptions, handlers: ElementHandlers) {
    this.#cursor = new XmlCursor(text)
    this.#options = options
    this.#depthOfElements = options.depth
    this.#depthMax = options.depthMax ?? defaultDepthMax
    this.#elementsMax = options.elementsMax ?? Number.POSITIVE_INFINITY
    this.#handlers = handlers
    this.#decoder = new TextDecoder(text, options.dropsCharacters ?? false)
    this.#attributeReader = new AttributeReader(this.#cursor, this.#decoder, {
      attributesMax: options.attributesMax ?? Number.POSITIVE_INFINITY,
      attributesOfElementMax: options.attributesOfElementMax ?? defaultAttributesOfElementMax,
    })
    this.#recent = new RecentElements(text.length)
  }

  /** True once a character that XML does not allow was dropped. */
  get hasDropped(): boolean {
    return this.#hasDropped || this.#decoder.hasDropped
  }

  /** Creates an error with the current position. */
  error(reason: string): QbxmlSyntaxError {
    return this.#cursor.error(reason)
  }

  /** Reads the document. Throws `QbxmlSyntaxError`. */
  *read(): Sliced<void> {
    const cursor = this.#cursor
    const { charactersMax } = this.#options
    if (cursor.text.length > charactersMax)
      throw cursor.limitError(`the text has more than ${charactersMax} characters`)
    const allowed = yield* keepAllowedCharacters(cursor.text)
    if (allowed !== cursor.text) {
      if (!this.#options.dropsCharacters) throw this.error('the text contains a character that XML does not allow')
      this.#hasDropped = true
      cursor.text = allowed
    }
    const start = skipDeclaration(cursor.text)
    if (start === undefined) throw this.error('the XML declaration is not valid')
    cursor.position = start
    for (;;) {
      this.#readSlice()
      if (cursor.position >= cursor.text.length) break
      yield
    }
    this.#rejectPendingText()
    if (this.#depth > 0) throw this.error(`the element ${this.#names[this.#depth - 1]} is not closed`)
    if (!this.#isRootSeen) throw this.error('there is no element')
  }

  #readSlice(): void {
    const cursor = this.#cursor
    const end = Math.min(cursor.position + sliceLength, cursor.text.length)
    while (cursor.position < end) this.#readNext()
  }

  /** Reads up to and including the next tag; with the opening tag of a plain leaf, all of the leaf. */
  #readNext(): void {
    const { text, position: start } = this.#cursor
    let tagStart = start
    if (text.charCodeAt(start) !== codes.openingBracket) {
      tagStart = text.indexOf('<', start)
      if (tagStart === -1) {
        this.#readText(start, text.length)
        this.#rejectPendingText()
        return
      }
    }
    const next = text.charCodeAt(tagStart + 1)
    if (next === codes.slash) {
      if (tagStart > start) this.#readText(start, tagStart)
      this.#readCloseTag(tagStart)
    } else if (next === codes.exclamationMark) {
      if (tagStart > start) this.#readText(start, tagStart)
      this.#readSectionOrComment(tagStart)
    } else {
      if (this.#pendingText !== '' || !isBlank(text, start, tagStart)) {
        this.#readText(start, tagStart)
        this.#rejectPendingText()
      }
      if (next === codes.questionMark) this.#readInstruction(tagStart)
      else this.#readOpenTag(tagStart)
    }
  }

  #readText(start: number, end: number): void {
    this.#cursor.position = end
    const text = this.#decoder.decodeText(this.#cursor.text.slice(start, end))
    if (text === undefined) throw this.error('the text contains an invalid reference or ]]>')
    this.#pendingText = this.#pendingText === '' ? text : this.#pendingText + text
  }

  #rejectPendingText(): void {
    if (!isBlank(this.#pendingText, 0, this.#pendingText.length)) throw this.error('there is text between elements')
    this.#pendingText = ''
  }

  #readOpenTag(tagStart: number): void {
    const cursor = this.#cursor
    const { text } = cursor
    const name = readTagName(text, tagStart + 1)
    let at = tagStart + 1 + name.length
    cursor.position = at
    if (name === '') throw this.error('a tag has no valid name')
    let code = text.charCodeAt(at)
    if (code === codes.closingBracket && this.#readLeaf(name, at + 1)) return
    let attributes = noAttributes
    if (code !== codes.closingBracket && code !== codes.slash) {
      attributes = this.#attributeReader.read(name)
      at = cursor.position
      code = text.charCodeAt(at)
    }
    this.#open(name, attributes)
    if (code === codes.slash) {
      at += 1
      cursor.position = at
      code = text.charCodeAt(at)
      this.#close()
    }
    if (code !== codes.closingBracket) throw this.error(`the tag ${name} has no end`)
    cursor.position = at + 1
  }

  /**
   * Reads the rest of a leaf, from its text, if it is at a depth of elements and its text has nothing to decode. Returns
   * whether it did.
   */
  #readLeaf(name: string, start: number): boolean {
    const depth = this.#depth + 1
    if (depth < this.#depthOfElements || depth === 1) return false
    const cursor = this.#cursor
    const { text } = cursor
    const end = text.indexOf('<', start)
    if (end === -1 || text.charCodeAt(end + 1) !== codes.slash) return false
    const nameEnd = end + 2 + name.length
    if (text.charCodeAt(nameEnd) !== codes.closingBracket || !text.startsWith(name, end + 2)) return false
    const hash = hashText(text, start, end)
    let element = this.#recent.findLeaf(name, text, start, end, hash)
    if (element === undefined) {
      const content = text.slice(start, end)
      if (!isPlainText(content)) return false
      element = leaf(name, content)
      this.#recent.keepLeaf(element, hash)
    }
    this.#countElement(depth)
    this.#add(element, depth, hash)
    cursor.position = nameEnd + 1
    return true
  }

  #countElement(depth: number): void {
    if (depth > this.#depthMax) throw this.error(`there are more than ${this.#depthMax} levels of elements`)
    this.#elementsCount += 1
    if (this.#elementsCount > this.#elementsMax)
      throw this.#cursor.limitError(`there are more than ${this.#elementsMax} elements`)
  }

  #add(element: Element, depth: number, hash: number): void {
    if (depth === this.#depthOfElements) this.#handlers.onElement(element)
    else {
      this.#hashes[this.#childrenCount] = hash
      this.#children[this.#childrenCount++] = element
    }
  }

  #open(name: string, attributes: Attributes): void {
    const open = this.#depth
    if (open === 0) {
      if (this.#isRootSeen) throw this.error('there is more than one root element')
      this.#isRootSeen = true
    }
    this.#countElement(open + 1)
    this.#names[open] = name
    this.#attributes[open] = attributes
    this.#firstChildren[open] = this.#childrenCount
    this.#depth = open + 1
    if (this.#depth < this.#depthOfElements) this.#handlers.onFrameOpen(name, attributes, this.#depth)
  }

  #readCloseTag(tagStart: number): void {
    const cursor = this.#cursor
    const { text } = cursor
    const nameStart = tagStart + 2
    const name = this.#names[this.#depth - 1]
    if (name === undefined || !text.startsWith(name, nameStart)) throw this.error('a closing tag has no opening tag')
    let end = nameStart + name.length
    while (isWhitespace(text.charCodeAt(end))) end += 1
    cursor.position = end + 1
    if (text.charCodeAt(end) !== codes.closingBracket) throw this.error(`the closing tag of ${name} is not valid`)
    this.#close()
  }

  #close(): void {
    const depth = this.#depth
    const open = depth - 1
    const firstChild = this.#firstChildren[open] ?? 0
    this.#depth = open
    const hasChildren = this.#childrenCount > firstChild
    const isFrame = depth < this.#depthOfElements
    if (this.#pendingText !== '' && (hasChildren || isFrame)) this.#rejectPendingText()
    if (isFrame) return
    const name = this.#names[open] ?? ''
    const attributes = this.#attributes[open]
    const element =
      attributes === noAttributes && this.#childrenCount === firstChild + 2
        ? this.#readPair(name, firstChild)
        : this.#createElement(name, attributes, firstChild)
    this.#pendingText = ''
    this.#childrenCount = firstChild
    this.#add(element, depth, 0)
  }

  #readPair(name: string, at: number): Element {
    const [first, second] = [this.#children[at], this.#children[at + 1]]
    if (first === undefined || second === undefined) throw new Error('An element has lost its children.')
    return this.#recent.getPair(name, first, second, (this.#hashes[at] ?? 0) ^ (this.#hashes[at + 1] ?? 0))
  }

  #createElement(name: string, attributes: Attributes | undefined, firstChild: number): Element {
    return {
      name,
      attributes: attributes === noAttributes ? undefined : attributes,
      text: this.#pendingText,
      children: this.#childrenCount > firstChild ? this.#children.slice(firstChild, this.#childrenCount) : noChildren,
    }
  }

  #readSectionOrComment(tagStart: number): void {
    const cursor = this.#cursor
    const { text } = cursor
    if (text.startsWith('<!--', tagStart)) {
      const end = text.indexOf('--', tagStart + 4)
      if (end === -1 || text.charCodeAt(end + 2) !== codes.closingBracket)
        throw this.error('a comment has no valid end')
      cursor.position = end + 3
      return
    }
    if (!text.startsWith('<![CDATA[', tagStart)) throw this.error('a document type is not allowed')
    const end = text.indexOf(']]>', tagStart + 9)
    if (end === -1 || this.#depth === 0) throw this.error('a CDATA section is not valid here')
    this.#pendingText += this.#decoder.decodeSection(text.slice(tagStart + 9, end))
    cursor.position = end + 3
  }

  #readInstruction(tagStart: number): void {
    const cursor = this.#cursor
    const { text } = cursor
    cursor.position = tagStart
    if (this.#isRootSeen) throw this.error('there is a processing instruction inside the document')
    const target = readName(text, tagStart + 2)
    const end = text.indexOf('?>', tagStart)
    const body = text.slice(tagStart + 2 + target.length, end)
    const isValid = target !== '' && end !== -1 && (body === '' || isWhitespace(body.charCodeAt(0)))
    if (!isValid || target.toLowerCase() === 'xml') throw this.error('a processing instruction is not valid')
    this.#handlers.onInstruction?.(target, body.trimStart())
    cursor.position = end + 2
  }
}
