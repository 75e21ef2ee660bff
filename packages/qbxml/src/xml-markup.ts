import { codes, isWhitespace } from './xml-characters.ts'
import type { XmlCursor } from './xml-cursor.ts'
import { readName } from './xml-names.ts'

const sectionStart = '<![CDATA['
const sectionEnd = ']]>'

/** Moves a cursor behind the comment beginning at `start`. Throws `QbxmlSyntaxError`. */
export function skipComment(cursor: XmlCursor, start: number): void {
  const end = cursor.text.indexOf('--', start + '<!--'.length)
  if (end === -1 || cursor.text.charCodeAt(end + 2) !== codes.closingBracket)
    throw cursor.error('a comment has no valid end')
  cursor.position = end + '-->'.length
}

/** Moves a cursor behind the CDATA section beginning at `start`. Returns its text. Throws `QbxmlSyntaxError`. */
export function readSection(cursor: XmlCursor, start: number): string {
  if (!cursor.text.startsWith(sectionStart, start)) throw cursor.error('a document type is not allowed')
  const end = cursor.text.indexOf(sectionEnd, start + sectionStart.length)
  if (end === -1) throw cursor.error('a CDATA section has no end')
  cursor.position = end + sectionEnd.length
  return cursor.text.slice(start + sectionStart.length, end)
}

/** Moves a cursor behind the instruction beginning at `start`. Throws `QbxmlSyntaxError`. */
export function readInstruction(cursor: XmlCursor, start: number): { target: string; body: string } {
  const { text } = cursor
  const target = readName(text, start + 2)
  const end = text.indexOf('?>', start)
  const body = text.slice(start + 2 + target.length, end)
  const isValid = target !== '' && end !== -1 && (body === '' || isWhitespace(body.charCodeAt(0)))
  if (!isValid || target.toLowerCase() === 'xml') throw cursor.error('a processing instruction is not valid')
  cursor.position = end + 2
  return { target, body: body.trimStart() }
}
