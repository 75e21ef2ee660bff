import { AttributeReader, type Attributes, noAttributes } from './attribute-reader.ts'
import { type Element, leaf } from './element.ts'
import type { ElementHandlers, ElementReaderOptions } from './element-reader-options.ts'
import type { OpenElement } from './open-element.ts'
import { hashMarkup, RecentElements } from './recent-elements.ts'
import type { Sliced } from './sliced.ts'
import type { QbxmlSyntaxError } from './syntax-error.ts'
import { codes, isBlank, isWhitespace, keepAllowedCharacters } from './xml-characters.ts'
import { XmlCursor } from './xml-cursor.ts'
import { skipDeclaration } from './xml-declaration.ts'
import { readInstruction, readSection, skipComment } from './xml-markup.ts'
import { readTagName } from './xml-names.ts'
import { TextDecoder } from './xml-text.ts'

const defaultMaxDepth = 32
const defaultMaxAttributesPerElement = 256

/** The slice size, which takes well under a millisecond. */
const sliceLength = 32 * 1024

const noChildren: readonly Element[] = []

/**
 * A strict reader for the XML subset used by qbXML: well-formed XML 1.0 without document type, only the five predefined
 * entities, no mixed content. It is fast because it searches for the next tag instead of looking at each character, and
 * does not read elements again whose markup it has seen before. A document over one of its limits is rejected with
 * `QbxmlLimitError`.
 */
export class ElementReader {
  readonly #cursor: XmlCursor
  readonly #options: ElementReaderOptions
  readonly #depthOfElements: number
  /** The fewest open elements around one read into a tree. */
  readonly #leastOpen: number
  readonly #maxDepth: number
  readonly #maxElements: number
  readonly #maxElementsPerRecord: number
  readonly #handlers: ElementHandlers
  readonly #container: string | undefined
  readonly #decoder: TextDecoder
  readonly #attributeReader: AttributeReader
  readonly #recent: RecentElements
  #elementsCount = 0
  /** The elements since the last one was reported. */
  #elementsOfOne = 0
  #pendingText = ''
  #isRootSeen = false
  #hasDropped = false
  /** The open elements, including the frame. */
  readonly #open: OpenElement[] = []
  /** All open elements' children so far, outermost first. */
  readonly #children: Element[] = []
  #childrenCount = 0

  constructor(text: string, options: ElementReaderOptions, handlers: ElementHandlers) {
    this.#cursor = new XmlCursor(text)
    this.#options = options
    this.#depthOfElements = options.depth
    this.#leastOpen = Math.max(options.depth - 1, 1)
    this.#maxDepth = options.maxDepth ?? defaultMaxDepth
    this.#maxElements = options.maxElements ?? Number.POSITIVE_INFINITY
    this.#maxElementsPerRecord = options.maxElementsPerRecord ?? Number.POSITIVE_INFINITY
    this.#handlers = handlers
    this.#container = options.container
    this.#decoder = new TextDecoder(text, options.dropsCharacters ?? false)
    this.#attributeReader = new AttributeReader(this.#cursor, this.#decoder, {
      maxAttributes: options.maxAttributes ?? Number.POSITIVE_INFINITY,
      maxAttributesPerElement: options.maxAttributesPerElement ?? defaultMaxAttributesPerElement,
    })
    this.#recent = new RecentElements(text.length)
  }

  /** True once a character forbidden in XML was dropped. */
  get hasDropped(): boolean {
    return this.#hasDropped || this.#decoder.hasDropped
  }

  /** The document; once read, without dropped characters. */
  get text(): string {
    return this.#cursor.text
  }

  /** Creates an error with the current position. */
  error(reason: string): QbxmlSyntaxError {
    return this.#cursor.error(reason)
  }

  /** Reads the document. Throws `QbxmlSyntaxError`. */
  *read(): Sliced<void> {
    const cursor = this.#cursor
    const { maxCharacters } = this.#options
    if (cursor.text.length > maxCharacters)
      throw cursor.limitError(`the text has more than ${maxCharacters} characters`)
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
    if (this.#open.length > 0) throw this.error(`the element ${this.#open.at(-1)?.name} is not closed`)
    if (!this.#isRootSeen) throw this.error('there is no element')
  }

  /**
   * Reads one element, with `depth` 1, from a document already accepted by another reader.
   *
   * @param start its opening tag's position
   */
  readElement(start: number): void {
    if (start < this.#cursor.position) this.#decoder.rewind()
    this.#cursor.position = start
    this.#isRootSeen = false
    this.#elementsCount = 0
    do this.#readNext()
    while (this.#open.length > 0)
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
    const tagEnd = text.indexOf('>', tagStart)
    const isInTree = this.#open.length >= this.#leastOpen
    const textEnd = isInTree ? text.indexOf('<', tagEnd) : -1
    const hash = isInTree ? hashMarkup(text, tagStart, tagEnd, textEnd) : 0
    if (isInTree && this.#readKnown(hash, tagStart)) return
    const name = readTagName(text, tagStart + 1, tagEnd)
    let at = tagStart + 1 + name.length
    cursor.position = at
    if (name === '') throw this.error('a tag has no valid name')
    let code = text.charCodeAt(at)
    if (isInTree && code === codes.closingBracket && this.#readLeaf(hash, name, tagStart, textEnd)) return
    let attributes = noAttributes
    if (code !== codes.closingBracket && code !== codes.slash) {
      attributes = this.#attributeReader.read(name)
      at = cursor.position
      code = text.charCodeAt(at)
    }
    this.#openElement(name, attributes, hash, tagStart)
    if (code === codes.slash) {
      at += 1
      cursor.position = at
      code = text.charCodeAt(at)
      this.#closeElement(at + 1)
    }
    if (code !== codes.closingBracket) throw this.error(`the tag ${name} has no end`)
    cursor.position = at + 1
  }

  /** Reads a whole element if one with the same markup was read before. Returns whether it did. */
  #readKnown(hash: number, tagStart: number): boolean {
    const cursor = this.#cursor
    const known = this.#recent.find(hash, cursor.text, tagStart)
    if (known === undefined) return false
    const { element, markup } = known
    const count = 1 + element.children.length
    // An element possibly over a limit is read tag by tag, for the error's position.
    if (this.#open.length + 2 > this.#maxDepth || this.#elementsCount + count > this.#maxElements) return false
    if (this.#elementsOfOne + count > this.#maxElementsPerRecord) return false
    this.#elementsCount += count
    this.#elementsOfOne += count
    this.#add(element, tagStart)
    cursor.position = tagStart + markup.length
    return true
  }

  /** Reads the rest of a leaf whose text ends at `textEnd`, if it has nothing to decode. Returns whether it did. */
  #readLeaf(hash: number, name: string, tagStart: number, textEnd: number): boolean {
    const cursor = this.#cursor
    const { text } = cursor
    if (text.charCodeAt(textEnd + 1) !== codes.slash) return false
    const nameEnd = textEnd + 2 + name.length
    if (text.charCodeAt(nameEnd) !== codes.closingBracket || text.slice(textEnd + 2, nameEnd) !== name) return false
    const start = cursor.position + 1
    if (!this.#decoder.isPlain(text, start, textEnd)) return false
    const element = leaf(name, text.slice(start, textEnd))
    this.#countElement()
    this.#add(element, tagStart)
    cursor.position = nameEnd + 1
    this.#recent.keep(hash, element, text, tagStart, cursor.position)
    return true
  }

  #countElement(): void {
    if (this.#open.length >= this.#maxDepth)
      throw this.error(`there are more than ${this.#maxDepth} levels of elements`)
    this.#elementsCount += 1
    if (this.#elementsCount > this.#maxElements)
      throw this.#cursor.limitError(`there are more than ${this.#maxElements} elements`)
    this.#elementsOfOne += 1
    if (this.#elementsOfOne > this.#maxElementsPerRecord)
      throw this.#cursor.limitError(`a record has more than ${this.#maxElementsPerRecord} elements`)
  }

  /** Adds an element to its parent, or reports it if it has none. */
  #add(element: Element, start: number): void {
    if (this.#open.length + 1 === this.#depthOfElements) {
      this.#elementsOfOne = 0
      this.#handlers.onElement(element, start)
    } else if (this.#container !== undefined && this.#open[this.#open.length - 1]?.name === this.#container) {
      this.#elementsOfOne = 0
      this.#handlers.onContained?.(element, start)
    } else this.#children[this.#childrenCount++] = element
  }

  #openElement(name: string, attributes: Attributes, hash: number, start: number): void {
    if (this.#open.length === 0) {
      if (this.#isRootSeen) throw this.error('there is more than one root element')
      this.#isRootSeen = true
    }
    this.#countElement()
    const elementsCount = this.#elementsCount
    const depth = this.#open.push({ name, attributes, start, hash, firstChild: this.#childrenCount, elementsCount })
    if (depth < this.#depthOfElements) this.#handlers.onFrameOpen(name, attributes, depth)
  }

  #readCloseTag(tagStart: number): void {
    const cursor = this.#cursor
    const { text } = cursor
    const nameStart = tagStart + 2
    const name = this.#open[this.#open.length - 1]?.name
    if (name === undefined || text.slice(nameStart, nameStart + name.length) !== name)
      throw this.error('a closing tag has no opening tag')
    let end = nameStart + name.length
    while (isWhitespace(text.charCodeAt(end))) end += 1
    cursor.position = end + 1
    if (text.charCodeAt(end) !== codes.closingBracket) throw this.error(`the closing tag of ${name} is not valid`)
    this.#closeElement(end + 1)
  }

  /** @param end the end of its markup */
  #closeElement(end: number): void {
    const open = this.#open.pop()
    if (open === undefined) throw new Error('An element was closed before it was opened.')
    const { name, attributes, firstChild } = open
    const isFrame = this.#open.length + 1 < this.#depthOfElements
    const hasChildren = this.#childrenCount > firstChild
    if (this.#pendingText !== '' && (hasChildren || isFrame || name === this.#container)) this.#rejectPendingText()
    if (isFrame) return
    const element: Element = {
      name,
      attributes: attributes === noAttributes ? undefined : attributes,
      text: this.#pendingText,
      children: hasChildren ? this.#children.slice(firstChild, this.#childrenCount) : noChildren,
    }
    if (this.#isRepeatable(element, open)) this.#recent.keep(open.hash, element, this.#cursor.text, open.start, end)
    this.#pendingText = ''
    this.#childrenCount = firstChild
    this.#add(element, open.start)
  }

  /** Returns whether an element and its children have no attributes, and its children have no children. */
  #isRepeatable({ attributes, children }: Element, { elementsCount }: OpenElement): boolean {
    const isFlat = this.#elementsCount - elementsCount === children.length
    return isFlat && attributes === undefined && children.every((each) => each.attributes === undefined)
  }

  #readSectionOrComment(tagStart: number): void {
    if (this.#cursor.text.startsWith('<!--', tagStart)) {
      skipComment(this.#cursor, tagStart)
      return
    }
    const section = readSection(this.#cursor, tagStart)
    if (this.#open.length === 0) throw this.error('a CDATA section is not valid here')
    this.#pendingText += this.#decoder.decodeSection(section)
  }

  #readInstruction(tagStart: number): void {
    this.#cursor.position = tagStart
    if (this.#isRootSeen) throw this.error('there is a processing instruction inside the document')
    const { target, body } = readInstruction(this.#cursor, tagStart)
    this.#handlers.onInstruction?.(target, body)
  }
}
