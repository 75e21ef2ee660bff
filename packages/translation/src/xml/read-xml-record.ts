import { runAtOnce, type Sliced } from '@bridge/qbxml'
import Big from 'big.js'
import type { EntityTable } from '../table/entity-table.ts'
import type { JsonObject, JsonValue } from '../table/json.ts'
import type { ValueType } from '../table/traits.ts'
import { type FieldNode, getFieldTree } from './field-tree.ts'
import { XmlBodyError, type XmlElement } from './parse-xml.ts'

/** Elements that may repeat below their parent, so a single one is an array in JSON. */
const repeatedElements: ReadonlySet<string> = new Set([
  'BatchItemRequest',
  'CustomField',
  'ItemGroupLine',
  'Line',
  'LinkedTxn',
  'NameValue',
  'TaxLine',
  'TaxRateDetail',
])

/**
 * Reads a record as the JSON a client would send: attributes are fields, a reference's text is its `value`, and numbers
 * and booleans have the types stated in the entity's table. Everything else is left to the JSON body checks.
 *
 * @throws XmlBodyError if the root is another element, a single value appears more than once, or a value has attributes
 */
export function readXmlRecord(table: EntityTable, root: XmlElement): JsonObject {
  return runAtOnce(readXmlRecordInSlices(table, root))
}

/** Reads a record like {@link readXmlRecord}, with a pause after some of its elements. */
export function* readXmlRecordInSlices(table: EntityTable, root: XmlElement): Sliced<JsonObject> {
  if (root.name !== table.name) {
    throw new XmlBodyError(`The root element is ${root.name.slice(0, 100)}, not ${table.name}.`)
  }
  const fields = createFields(root, { node: getFieldTree(table), isText: false }, root.name)
  for (const [index, child] of root.children.entries()) {
    fields.add(child)
    if (index % sliceElements === sliceElements - 1) yield
  }
  return fields.toObject()
}

/** The elements of a record between two pauses, each with those in it. */
const sliceElements = 64

/** Reads an element not described by any table: its fields are text, objects and arrays. */
export function readXmlFields(element: XmlElement): JsonObject {
  return readFields(element, { node: undefined, isText: true }, element.name)
}

/** What the table says about an element. */
interface Place {
  readonly node: FieldNode | undefined
  /** Values without a type are texts, as in a structure checked as a whole. */
  readonly isText: boolean
}

function readFields(element: XmlElement, place: Place, path: string): JsonObject {
  const fields = createFields(element, place, path)
  for (const child of element.children) fields.add(child)
  return fields.toObject()
}

/** An object's fields, to which its elements are added one by one. */
interface Fields {
  add(child: XmlElement): void
  toObject(): JsonObject
}

function createFields({ attributes }: XmlElement, place: Place, path: string): Fields {
  const fields = new Map<string, { readonly place: Place; readonly values: JsonValue[] }>()
  const findField = (name: string) => {
    const known = fields.get(name)
    if (known !== undefined) return known
    const field = { place: below(place, name), values: [] }
    fields.set(name, field)
    return field
  }
  for (const [name, text] of attributes) {
    const field = findField(name)
    field.values.push(readText(text, field.place))
  }
  return {
    add(child) {
      const field = findField(child.name)
      field.values.push(readElement(child, field.place, `${path}/${child.name}`))
    },
    toObject: () =>
      Object.fromEntries([...fields].map(([name, field]) => [name, toField(name, field.values, field.place, path)])),
  }
}

function below({ node, isText }: Place, name: string): Place {
  const child = node?.children.get(name)
  return { node: child, isText: isText || child?.type === 'structure' }
}

/** Returns the value for an element that appears once, or an array if it may repeat. */
function toField(name: string, values: JsonValue[], { node }: Place, path: string): JsonValue {
  const [first = null] = values
  if (repeatedElements.has(name) || node?.type === 'lines') {
    return values.length === 1 && first === null ? null : values
  }
  if (values.length === 1) return first
  const mayRepeat = node === undefined || node.type === 'structure' || (node.type === undefined && isLeafNode(node))
  if (mayRepeat) return values
  throw new XmlBodyError(`${shorten(`${path}/${name}`)} appears more than once.`)
}

function isLeafNode({ children }: FieldNode): boolean {
  return children.size === 0
}

function shorten(path: string): string {
  return path.length > 200 ? `${path.slice(0, 200)}…` : path
}

function readElement(element: XmlElement, place: Place, path: string): JsonValue {
  if (element.isNil) return null
  const { node } = place
  if (isReference(element, place)) return { value: element.text, ...Object.fromEntries(element.attributes) }
  if (element.children.length > 0) return readFields(element, place, path)
  const isGroup = node !== undefined && (isComposed(node.type) || !isLeafNode(node))
  if (isGroup && element.text.trim() === '') return readFields(element, place, path)
  if (element.attributes.length > 0) {
    throw new XmlBodyError(`${shorten(path)} has the attribute ${shorten(element.attributes[0]?.[0] ?? '')}.`)
  }
  return readText(element.text, place)
}

function isComposed(type: FieldNode['type']): boolean {
  return type === 'structure' || type === 'lines'
}

/** Returns whether the element's text becomes `value`, as in references. */
function isReference({ name, children }: XmlElement, { node }: Place): boolean {
  if (children.length > 0) return false
  if (node?.type !== undefined) return node.type === 'ref'
  return node?.children.has('value') === true || name.endsWith('Ref')
}

function readText(text: string, { node, isText }: Place): JsonValue {
  const type = node?.type
  if (type === undefined || isComposed(type)) return isText ? text : guess(text)
  return convert(text, type as ValueType)
}

function convert(text: string, type: ValueType): JsonValue {
  if (type === 'bool') return readBoolean(text, words) ?? text
  return numericTypes.has(type) ? (readNumber(text) ?? text) : text
}

const numericTypes: ReadonlySet<ValueType> = new Set(['amount', 'quantity', 'price', 'percent', 'rate', 'integer'])

/** Boolean spellings in XML. */
const words: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

function readBoolean(text: string, spellings: ReadonlyMap<string, boolean>): boolean | undefined {
  return spellings.get(text.trim())
}

/** Decimal digits a JavaScript number always holds. */
const digitsOfNumber = 15

/** Returns the number JSON would have; undefined if a JavaScript number cannot hold it exactly. */
function readNumber(text: string): number | undefined {
  const digits = text.trim()
  if (!/^-?\d{1,17}(?:\.\d{1,10})?$/.test(digits)) return undefined
  const number = Number(digits)
  return digits.length <= digitsOfNumber || new Big(number).eq(digits) ? number : undefined
}

/** Reads a value without a type, so `false` and `0` have no effect where the field is refused. */
function guess(text: string): JsonValue {
  if (text === 'true' || text === 'false') return text === 'true'
  return readNumber(text) ?? text
}
