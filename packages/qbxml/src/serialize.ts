import type { Element } from './element.ts'
import type { MessageSet, MessageSetResponse, QbxmlResponse } from './message-set.ts'

/** Every message set's version; QuickBooks 2014 and later support it. */
const qbxmlVersion = '13.0'

/** A text contains a character excluded from XML 1.0: a control character, an unpaired surrogate, U+FFFE or U+FFFF. */
export class InvalidCharacterError extends Error {
  override readonly name = 'InvalidCharacterError'
  readonly codePoint: number

  constructor(codePoint: number) {
    const code = codePoint.toString(16).toUpperCase().padStart(4, '0')
    super(`XML cannot contain the character U+${code}. Remove it from the text.`)
    this.codePoint = codePoint
  }
}

/**
 * Serializes a message set as QuickBooks reads it. A request without a `requestID` gets its position in the set, from
 * 1. Everything above U+007F becomes a numeric character reference. Throws `InvalidCharacterError`.
 */
export function serializeMessageSet(messageSet: MessageSet): string {
  let out = `<?xml version="1.0" encoding="utf-8"?>\n<?qbxml version="${qbxmlVersion}"?>\n<QBXML>\n<QBXMLMsgsRq`
  out += serializeAttribute('onError', messageSet.onError)
  if (messageSet.newMessageSetId !== undefined) out += serializeAttribute('newMessageSetID', messageSet.newMessageSetId)
  if (messageSet.oldMessageSetId !== undefined) out += serializeAttribute('oldMessageSetID', messageSet.oldMessageSetId)
  out += '>\n'
  messageSet.requests.forEach((request, index) => {
    out += serializeElement({ ...request, attributes: { requestID: String(index + 1), ...request.attributes } })
  })
  return `${out}</QBXMLMsgsRq>\n</QBXML>\n`
}

function serializeAttribute(name: string, value: string): string {
  return ` ${name}="${escapeCharacters(value, needsEscapeInAttribute)}"`
}

function escapeCharacters(text: string, needsEscape: RegExp): string {
  if (!needsEscape.test(text)) return text
  let out = ''
  for (const character of text) {
    if (needsEscape.test(character)) out += namedReferences.get(character) ?? formatNumericReference(character)
    else out += character
  }
  return out
}

function formatNumericReference(character: string): string {
  const code = character.codePointAt(0) as number
  if (!isXmlCharacter(code)) throw new InvalidCharacterError(code)
  return `&#${code};`
}

/**
 * Serializes a response as QuickBooks does: without a `qbxml` instruction, one element per line. Throws
 * `InvalidCharacterError`.
 */
export function serializeMessageSetResponse(messageSetResponse: MessageSetResponse): string {
  const { newMessageSetId, messageSetStatusCode, responses } = messageSetResponse
  let out = '<?xml version="1.0" ?>\n<QBXML>\n<QBXMLMsgsRs'
  if (newMessageSetId !== undefined) out += serializeAttribute('newMessageSetID', newMessageSetId)
  if (messageSetStatusCode !== undefined)
    out += serializeAttribute('messageSetStatusCode', String(messageSetStatusCode))
  out += '>\n'
  for (const response of responses) out += serializeResponse(response)
  return `${out}</QBXMLMsgsRs>\n</QBXML>\n`
}

function serializeResponse(response: QbxmlResponse): string {
  let out = `<${response.name}`
  if (response.requestId !== undefined) out += serializeAttribute('requestID', response.requestId)
  out += serializeAttribute('statusCode', String(response.statusCode))
  out += serializeAttribute('statusSeverity', response.statusSeverity)
  out += serializeAttribute('statusMessage', response.statusMessage)
  if (response.retCount !== undefined) out += serializeAttribute('retCount', String(response.retCount))
  if (response.iteratorRemainingCount !== undefined)
    out += serializeAttribute('iteratorRemainingCount', String(response.iteratorRemainingCount))
  if (response.iteratorId !== undefined) out += serializeAttribute('iteratorID', response.iteratorId)
  if (response.elements.length === 0) return `${out} />\n`
  out += '>\n'
  for (const element of response.elements) out += serializeElement(element)
  return `${out}</${response.name}>\n`
}

/** Serializes an element and its descendants, one per line. Throws `InvalidCharacterError`. */
export function serializeElement(element: Element): string {
  const { name, attributes, text, children } = element
  let out = `<${name}`
  if (attributes !== undefined) for (const key in attributes) out += serializeAttribute(key, attributes[key] as string)
  if (children.length > 0) {
    out += '>\n'
    for (const child of children) out += serializeElement(child)
    return `${out}</${name}>\n`
  }
  return text === '' ? `${out} />\n` : `${out}>${escapeCharacters(text, needsEscapeInText)}</${name}>\n`
}

const needsEscapeInText = /[^\t\n\x20-\x25\x27-\x3b\x3d\x3f-\x7e]/u
const needsEscapeInAttribute = /[^\x20\x21\x23-\x25\x27-\x3b\x3d\x3f-\x7e]/u

const namedReferences = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
])

/** Returns whether XML 1.0 allows the code point. */
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
