/** A text is not valid qbXML. `line` counts from 1, `column` from 0. */
export class QbxmlSyntaxError extends Error {
  override readonly name: string = 'QbxmlSyntaxError'
  readonly reason: string
  readonly line: number
  readonly column: number

  constructor(reason: string, line: number, column: number) {
    super(`This is not qbXML at line ${line}, column ${column}: ${reason}`)
    this.reason = reason
    this.line = line
    this.column = column
  }
}

/** A text has more characters, elements or attributes than its reader accepts. */
export class QbxmlLimitError extends QbxmlSyntaxError {
  override readonly name = 'QbxmlLimitError'
}
