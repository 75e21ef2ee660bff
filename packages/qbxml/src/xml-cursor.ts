import { QbxmlLimitError, QbxmlSyntaxError } from './syntax-error.ts'
import { isWhitespace } from './xml-characters.ts'

/** A document and the position up to which it is read. */
export class XmlCursor {
  text: string
  position = 0

  constructor(text: string) {
    this.text = text
  }

  /** Creates an error with the current position. */
  error(reason: string): QbxmlSyntaxError {
    const { line, column } = this.#getPlace()
    return new QbxmlSyntaxError(reason, line, column)
  }

  /** Creates an error for a document over one of its limits, with the current position. */
  limitError(reason: string): QbxmlLimitError {
    const { line, column } = this.#getPlace()
    return new QbxmlLimitError(reason, line, column)
  }

  #getPlace(): { line: number; column: number } {
    const end = Math.min(this.position, this.text.length)
    let line = 1
    let lineStart = 0
    for (let at = this.text.indexOf('\n'); at !== -1 && at < end; at = this.text.indexOf('\n', lineStart)) {
      line += 1
      lineStart = at + 1
    }
    return { line, column: end - lineStart }
  }

  /** Moves from `start` to the next character other than white space. Returns its position. */
  skipWhitespace(start: number): number {
    this.position = start
    while (isWhitespace(this.text.charCodeAt(this.position))) this.position += 1
    return this.position
  }
}
