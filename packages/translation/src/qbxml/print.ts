import type { Element } from './element.ts'
import type { MessageSet, MessageSetResponse, QbxmlResponse } from './message-set.ts'

/** The version that every message set asks for; QuickBooks 2014 and later answer it (facts/qbxml.md, section 1.2). */
const qbxmlVersion = '13.0'

/** A text holds a character that XML 1.0 cannot carry: a control character, half a surrogate pair, U+FFFE or U+FFFF. */
export class InvalidCharacterError extends Error {
  override readonly name = 'InvalidCharacterError'
  readonly codePoint: number

  constructor(codePoint: number) {
    const code = codePoint.toString(16).toUpperCase().padStart(4, '0')
    super(`The character U+${code} cannot stand in XML. Remove it from the text.`)
    this.codePoint = codePoint
  }
}

/**
 * Prints a message set as the text that QuickBooks takes. A request without a `requestID` gets its
 * place in the set, counted from 1. Everything above U+007F becomes a numeric character reference.
 * Throws `InvalidCharacterError`. Source: facts/qbxml.md, section 2.1.
 */
export function printMessageSet(set: MessageSet): string {
  let out = `<?xml version="1.0" encoding="utf-8"?>\n<?qbxml version="${qbxmlVersion}"?>\n<QBXML>\n<QBXMLMsgsRq`
  out += attribute('onError', set.onError)
  if (set.newMessageSetId !== undefined) out += attribute('newMessageSetID', set.newMessageSetId)
  if (set.oldMessageSetId !== undefined) out += attribute('oldMessageSetID', set.oldMessageSetId)
  out += '>\n'
  set.requests.forEach((request, index) => {
    out += printElement({ ...request, attributes: { requestID: String(index + 1), ...request.attributes } })
  })
  return `${out}</QBXMLMsgsRq>\n</QBXML>\n`
}

function attribute(name: string, value: string): string {
  return ` ${name}="${escaped(value, needsEscapeInAttribute)}"`
}

function escaped(text: string, needsEscape: RegExp): string {
  if (!needsEscape.test(text)) return text
  let out = ''
  for (const character of text) {
    if (needsEscape.test(character)) out += named.get(character) ?? numericReference(character)
    else out += character
  }
  return out
}

function numericReference(character: string): string {
  const code = character.codePointAt(0) as number
  if (!isXmlCharacter(code)) throw new InvalidCharacterError(code)
  return `&#${code};`
}

/** Prints an answer as QuickBooks does: without a `qbxml` instruction, one element a line. Throws `InvalidCharacterError`. */
export function printMessageSetResponse(answer: MessageSetResponse): string {
  let out = '<?xml version="1.0" ?>\n<QBXML>\n<QBXMLMsgsRs'
  if (answer.newMessageSetId !== undefined) out += attribute('newMessageSetID', answer.newMessageSetId)
  if (answer.messageSetStatusCode !== undefined)
    out += attribute('messageSetStatusCode', String(answer.messageSetStatusCode))
  out += '>\n'
  for (const response of answer.responses) out += printResponse(response)
  return `${out}</QBXMLMsgsRs>\n</QBXML>\n`
}

function printResponse(response: QbxmlResponse): string {
  let out = `<${response.name}`
  if (response.requestId !== undefined) out += attribute('requestID', response.requestId)
  out += attribute('statusCode', String(response.statusCode))
  out += attribute('statusSeverity', response.statusSeverity)
  out += attribute('statusMessage', response.statusMessage)
  if (response.retCount !== undefined) out += attribute('retCount', String(response.retCount))
  if (response.iteratorRemainingCount !== undefined)
    out += attribute('iteratorRemainingCount', String(response.iteratorRemainingCount))
  if (response.iteratorId !== undefined) out += attribute('iteratorID', response.iteratorId)
  if (response.elements.length === 0) return `${out} />\n`
  out += '>\n'
  for (const element of response.elements) out += printElement(element)
  return `${out}</${response.name}>\n`
}

/** Prints an element and all in it, one a line and each with a line end. Throws `InvalidCharacterError`. */
export function printElement(element: Element): string {
  const { name, attributes, text, children } = element
  let out = `<${name}`
  if (attributes !== undefined) for (const key in attributes) out += attribute(key, attributes[key] as string)
  if (children.length > 0) {
    out += '>\n'
    for (const child of children) out += printElement(child)
    return `${out}</${name}>\n`
  }
  return text === '' ? `${out} />\n` : `${out}>${escaped(text, needsEscapeInText)}</${name}>\n`
}

const needsEscapeInText = /[^\t\n\x20-\x25\x27-\x3b\x3d\x3f-\x7e]/u
const needsEscapeInAttribute = /[^\x20\x21\x23-\x25\x27-\x3b\x3d\x3f-\x7e]/u

const named = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
])

/** Whether XML 1.0 can carry the code point. */
export function isXmlCharacter(code: number): boolean {
  return (
    code === 0x9 ||
    code === 0xa ||
    code === 0xd ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff)
  )
}
