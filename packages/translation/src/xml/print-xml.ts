import Big from 'big.js'
import { elementRank } from './element-order.ts'
import { financeNamespace } from './parse-xml.ts'

/** Scalars that are attributes in XML. */
const attributeNames: ReadonlySet<string> = new Set([
  'bId',
  'code',
  'domain',
  'element',
  'id',
  'maxResults',
  'sparse',
  'startPosition',
  'status',
  'time',
  'totalCount',
  'type',
])

/** The members of a reference, of which `value` is the text of its element. */
const referenceMembers: ReadonlySet<string> = new Set(['value', 'name', 'type'])

type Members = Readonly<Record<string, unknown>>

/**
 * Prints a response as XML of the QBO v3 API: elements in the order of its schema, references with their name as an
 * attribute, numbers as in JSON, without exponents. Characters that XML does not allow become U+FFFD.
 *
 * @param root the name of the root element, `IntuitResponse` for most responses
 * @param body the JSON of the response
 */
export function printXml(root: string, body: Members): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${printObject(root, { ...body }, ` xmlns="${financeNamespace}"`)}`
}

function printValue(name: string, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map((each) => printValue(name, each)).join('')
  if (typeof value === 'object') return printObject(name, value as Members, '')
  return printElement(name, '', escapeText(printScalar(value)))
}

function printObject(name: string, members: Members, declaration: string): string {
  const keys = Object.keys(members)
  if (keys.length > 0 && keys.every((key) => referenceMembers.has(key))) return printReference(name, members)
  let attributes = declaration
  const elements: string[] = []
  for (const key of keys) {
    if (attributeNames.has(key) && isScalar(members[key])) attributes += printAttribute(key, members[key])
    else elements.push(key)
  }
  elements.sort((one, other) => elementRank(name, one) - elementRank(name, other))
  return printElement(name, attributes, elements.map((key) => printValue(key, members[key])).join(''))
}

function printReference(element: string, { value, name, type }: Members): string {
  const attributes =
    (isScalar(name) ? printAttribute('name', name) : '') + (isScalar(type) ? printAttribute('type', type) : '')
  return printElement(element, attributes, isScalar(value) ? escapeText(printScalar(value)) : '')
}

function printElement(name: string, attributes: string, content: string): string {
  return content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function printScalar(value: unknown): string {
  const text = String(value)
  return typeof value === 'number' && text.includes('e') ? new Big(text).toFixed() : text
}

function printAttribute(name: string, value: unknown): string {
  return ` ${name}="${escapeText(printScalar(value)).replace(/["\t\n]/g, reference)}"`
}

function escapeText(text: string): string {
  return text.replace(forbidden, '\ufffd').replace(/[&<>\r]/g, reference)
}

const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

function reference(character: string): string {
  return namedReferences[character] ?? `&#${character.codePointAt(0)};`
}

const namedReferences: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
