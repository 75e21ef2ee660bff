import Big from 'big.js'
import { RecordText } from '../table/record-text.ts'
import { elementRank } from './element-order.ts'
import { financeNamespace, schemaInstance } from './parse-xml.ts'

/** Scalars written as XML attributes. */
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

/** The members in a reference, whose element text is `value`. */
const referenceMembers: ReadonlySet<string> = new Set(['value', 'name', 'type'])

type Members = Readonly<Record<string, unknown>>

/** The schema types of groups of custom fields, by the type of their fields. */
const definitionTypes: ReadonlyMap<unknown, string> = new Map([
  ['BooleanType', 'BooleanTypeCustomFieldDefinition'],
  ['StringType', 'StringTypeCustomFieldDefinition'],
])

/**
 * Serializes a response as QBO v3 API XML: elements in schema order, references with their name as an attribute,
 * numbers as in JSON, without exponents. Characters forbidden in XML become U+FFFD.
 *
 * @param root the root element's name, usually `IntuitResponse`
 * @param body the response as JSON
 */
export function serializeXml(root: string, body: Members): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${serializeObject(root, { ...body }, ` xmlns="${financeNamespace}"`)}`
}

/** Serializes one member of a response, such as a record under its entity's name. */
export function serializeXmlMember(name: string, value: unknown): string {
  if (value instanceof RecordText) return value.text
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map((each) => serializeXmlMember(name, each)).join('')
  if (typeof value === 'object') return serializeObject(name, value as Members, '')
  return serializeElement(name, '', escapeText(formatScalar(value)))
}

function serializeObject(name: string, members: Members, declaration: string): string {
  const keys = Object.keys(members)
  if (keys.length > 0 && keys.every((key) => referenceMembers.has(key))) return serializeReference(name, members)
  let attributes = declaration + serializeDefinitionType(name, members)
  let content = ''
  for (const key of inOrder(name, keys)) {
    const value = members[key]
    if (attributeNames.has(key) && isScalar(value)) attributes += serializeAttribute(key, value)
    else content += serializeXmlMember(key, value)
  }
  return serializeElement(name, attributes, content)
}

/** Returns the schema type of a group of custom fields in Preferences, which is abstract: Java clients need to know it. */
function serializeDefinitionType(name: string, { CustomField: fields }: Members): string {
  if ((name !== 'CustomField' && name !== 'POCustomField') || !Array.isArray(fields)) return ''
  const type = definitionTypes.get(fields[0]?.Type)
  return type === undefined ? '' : ` xmlns:xsi="${schemaInstance}" xsi:type="${type}"`
}

const orders = new Map<string, readonly string[]>()
const maxOrders = 10_000

/** Returns an element's members in schema order. Records from one query mostly have the same members. */
function inOrder(parent: string, keys: readonly string[]): readonly string[] {
  const signature = `${parent} ${keys.join(' ')}`
  const known = orders.get(signature)
  if (known !== undefined) return known
  const sorted = keys.toSorted((one, other) => elementRank(parent, one) - elementRank(parent, other))
  if (orders.size < maxOrders) orders.set(signature, sorted)
  return sorted
}

function serializeReference(element: string, { value, name, type }: Members): string {
  const attributes =
    (isScalar(name) ? serializeAttribute('name', name) : '') + (isScalar(type) ? serializeAttribute('type', type) : '')
  return serializeElement(element, attributes, isScalar(value) ? escapeText(formatScalar(value)) : '')
}

function serializeElement(name: string, attributes: string, content: string): string {
  return content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function formatScalar(value: unknown): string {
  const text = String(value)
  return typeof value === 'number' && text.includes('e') ? new Big(text).toFixed() : text
}

function serializeAttribute(name: string, value: unknown): string {
  return ` ${name}="${escapeText(formatScalar(value)).replace(/["\t\n]/g, reference)}"`
}

function escapeText(text: string): string {
  if (!needsEscape.test(text)) return text
  return text.replace(forbidden, '\ufffd').replace(/[&<>\r]/g, reference)
}

const needsEscape = /[^\t\n\u0020-\u0025\u0027-\u003b\u003d\u003f-\ud7ff\ue000-\ufffd]/
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

function reference(character: string): string {
  return namedReferences[character] ?? `&#${character.codePointAt(0)};`
}

const namedReferences: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
