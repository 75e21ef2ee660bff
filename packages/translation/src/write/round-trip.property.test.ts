import { branch, type Element, leaf, type QbxmlRequest } from '@bridge/qbxml'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { context, requireTable, serializeCreate, serializeRequest } from '../../test/translation.fixture.ts'
import { checkCreate, checkUpdate } from '../check/check.ts'
import { readRecord } from '../read/read.ts'
import { getIdElement } from '../read/requests.ts'
import type { EntityTable, Variant } from '../table/entity-table.ts'
import type { JsonObject, JsonValue } from '../table/json.ts'
import { findLinesRow } from '../table/line-table.ts'
import { isValueRow, type ValueRow } from '../table/row.ts'
import { createAddRequest, createModRequest } from './requests.ts'

/** Creates nonblank text allowed in XML. */
function words(max: number, isName = false): fc.Arbitrary<string> {
  return fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(max, 60) })
    .map((text) =>
      [...text.replaceAll(isName ? /[\p{Cc}:\ud800-\udfff]/gu : /\p{Cc}/gu, '-').trim()].slice(0, max).join(''),
    )
    .map((text) => (text.trim() === '' ? 'A' : text.trim()))
}

function decimal(decimals: number): fc.Arbitrary<number> {
  return fc.integer({ min: 1, max: 9_999_999 }).map((value) => value / 10 ** decimals)
}

const day = fc.integer({ min: 0, max: 20_000 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10))

/** Returns a record's name, which serves as its ID in this company file. */
function getName(id: string): string {
  return `Record ${id}`
}

function refTo(id: string): JsonObject {
  return { value: id, name: getName(id) }
}

const reference = fc
  .integer({ min: 1, max: 999 })
  .map((number) => refTo(`${(0x80000000 + number).toString(16).toUpperCase()}-1782900005`))

function createArbitrary(row: ValueRow): fc.Arbitrary<JsonValue> {
  switch (row.type) {
    case 'text':
      return words(row.write.max ?? 40, row.write.isName)
    case 'bool':
      return fc.boolean()
    case 'date':
      return day
    case 'choice':
      return fc.constantFrom(
        ...(row.choices ?? [])
          .filter(({ reads, writes }) => reads !== false && writes !== false)
          .map(({ client }) => client),
      )
    case 'ref':
      return reference.map((named) => ({ ...named, value: `${row.idPrefix ?? ''}${named.value}` }))
    case 'integer':
      return fc.integer({ min: row.write.between?.[0] ?? 0, max: Math.min(row.write.between?.[1] ?? 31, 31) })
    case 'amount':
      return decimal(2)
    default:
      return decimal(row.type === 'rate' ? 10 : 5)
  }
}

/** Returns whether a client reads the value it wrote to a field, whatever the company file's currencies. */
function isPlain(row: ValueRow): boolean {
  return row.access === 'readWrite' && !row.read.hidden && row.currency === undefined
}

function place(body: JsonObject, key: string, value: JsonValue): void {
  const path = key.split('.')
  const last = path.pop() ?? key
  let group = body
  for (const name of path) {
    group[name] ??= {}
    group = group[name] as JsonObject
  }
  group[last] = value
}

function createBody(variant: Variant): fc.Arbitrary<JsonObject> {
  const rows = Object.entries(variant.rows).filter(
    (entry): entry is [string, ValueRow] => isValueRow(entry[1]) && isPlain(entry[1]),
  )
  return fc
    .record(Object.fromEntries(rows.map(([key, row]) => [key, createArbitrary(row)])), {
      requiredKeys: rows.filter(([, row]) => row.write.required !== undefined).map(([key]) => key),
    })
    .map((values) => {
      const body: JsonObject = {}
      for (const [key, value] of Object.entries(values)) place(body, key, value as JsonValue)
      return body
    })
}

/** Adapts bodies to what a table requires or excludes in addition to its rows. */
const adapted: Readonly<Record<string, (body: JsonObject) => JsonObject>> = {
  Employee: (body) => ({ GivenName: 'Ada', ...body }),
  ItemService: ({ Taxable, RatePercent, ...body }) => ({ ...body, Type: 'Service' }),
  ItemNonInventory: ({ Taxable, RatePercent, ...body }) => ({ ...body, Type: 'NonInventory' }),
  ItemInventory: ({ Taxable, ...body }) => ({ ...body, Type: 'Inventory' }),
  StandardTerms: (body) => ({ ...body, Type: 'STANDARD' }),
  DateDrivenTerms: (body) => ({ ...body, Type: 'DATE_DRIVEN' }),
  TimeTracking: ({ VendorRef, OtherNameRef, EmployeeRef, Minutes, ...body }) => ({
    CustomerRef: refTo('80000007-1782900005'),
    ItemRef: refTo('8000000E-1782900005'),
    ...body,
    Hours: 8,
    Minutes: 15,
    NameOf: 'Employee',
    EmployeeRef: refTo('8000001F-1782900005'),
  }),
  InventoryAdjustment: (body) => ({
    ...body,
    Line: [
      {
        DetailType: 'ItemAdjustmentLineDetail',
        ItemAdjustmentLineDetail: { ItemRef: refTo('8000000C-1782900005'), QtyDiff: -3 },
      },
    ],
  }),
}

/** Completes references with their names, as QuickBooks returns them. */
function named(element: Element): Element {
  const [id] = element.children
  if (id === undefined) return element
  return element.children.length === 1 && id.name === 'ListID'
    ? branch(element.name, [id, leaf('FullName', getName(id.text))])
    : branch(element.name, element.children.map(named))
}

/** Creates the record stored for an Add, with the same elements. */
function stored(table: EntityTable, variant: Variant, request: QbxmlRequest, body: JsonObject): Element {
  const line = findLinesRow(variant.rows)?.element
  const added = request.children[0]?.children ?? []
  const kept = added.map((each) =>
    each.name === `${line}Add`
      ? branch(`${line}Ret`, [
          leaf('TxnLineID', '2-1782900005'),
          ...each.children.flatMap((inner) => (inner.name === 'QuantityAdjustment' ? inner.children : [inner])),
        ])
      : each,
  )
  const identity = [leaf(getIdElement(table), '1F-1782900005'), leaf('EditSequence', '7')]
  const name = variant.desktop === 'Employee' ? [leaf('Name', composed(body))] : []
  return named(branch(`${variant.desktop}Ret`, [...identity, ...name, ...kept]))
}

function composed({ GivenName, MiddleName, FamilyName }: JsonObject): string {
  return [GivenName, MiddleName, FamilyName].filter((part) => typeof part === 'string' && part !== '').join(' ')
}

const tables = [
  'Customer',
  'Vendor',
  'Employee',
  'Class',
  'Item',
  'Term',
  'PaymentMethod',
  'CompanyCurrency',
  'TimeActivity',
  'InventoryAdjustment',
]
const cases = tables.flatMap((name) =>
  requireTable(name)
    .variants.filter(({ can }) => can.includes('create'))
    .map((variant) => ({ desktop: variant.desktop, table: requireTable(name), variant })),
)

/** Returns a record's fields written by a client. */
function writtenIn(record: JsonObject, body: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      const found = record[key]
      const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value) && !('value' in value)
      return [key, isGroup ? writtenIn((found ?? {}) as JsonObject, value) : (found as JsonValue)]
    }),
  )
}

describe.each(cases)('$desktop', ({ table, variant }) => {
  const adapt = adapted[variant.desktop] ?? ((body: JsonObject) => body)
  const bodies = createBody(variant).map(adapt)

  it('reads the written record, and writes it again', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const request = createAddRequest(checkCreate(table, body))
        const printed = serializeRequest(request)
        const record = readRecord(table, stored(table, variant, request, body), context)
        const { Line, ...header } = body
        expect(writtenIn(record, header)).toEqual(header)
        const { Id, SyncToken, ...again } = record
        expect(serializeCreate(table, again as JsonObject)).toBe(printed)
      }),
      { numRuns: 60 },
    )
  })

  if (!variant.can.includes('update')) return

  it('accepts a whole record as an update', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const element = stored(table, variant, createAddRequest(checkCreate(table, body)), body)
        const record = readRecord(table, element, context)
        expect(() => serializeRequest(createModRequest(checkUpdate(table, record), element))).not.toThrow()
      }),
      { numRuns: 60 },
    )
  })
})
