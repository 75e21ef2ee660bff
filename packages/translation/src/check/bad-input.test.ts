import { describe, expect, it } from 'vitest'
import { catchFault } from '../../test/translation.fixture.ts'
import { type FoundEntity, registry } from '../entities/index.ts'
import type { EntityTable } from '../table/entity-table.ts'
import type { JsonObject, JsonValue } from '../table/json.ts'
import { findLinesRow } from '../table/line-table.ts'
import { isValueRow, type Row, type Rows, type ValueRow } from '../table/row.ts'
import { checkBody } from './check.ts'
import { checkMembers } from './check-members.ts'

/** Rows checked together: a record's, or one line kind's. */
interface Checked {
  readonly name: string
  readonly rows: Rows
  /** The prefix for every fault path. */
  readonly path: string
  readonly check: (body: JsonObject) => unknown
}

function getChecked(table: EntityTable): Checked[] {
  return table.variants.flatMap((variant): Checked[] => {
    const operation = variant.can.includes('create') ? 'create' : 'update'
    if (!variant.can.includes(operation)) return []
    const identity: JsonObject = operation === 'update' ? { Id: '1F-1', SyncToken: '7' } : {}
    const header: Checked = {
      name: `${table.name} (${variant.desktop})`,
      rows: variant.rows,
      path: '',
      check: (body) => checkBody(table, variant, operation, { ...identity, ...body }),
    }
    const lines = (findLinesRow(variant.rows)?.kinds ?? []).map(
      ({ detailType = 'line', rows }): Checked => ({
        name: `${table.name} (${variant.desktop}), ${detailType}`,
        rows,
        path: 'Line[0].',
        check: (body) => checkMembers(rows, body, { operation: 'create', path: 'Line[0].' }),
      }),
    )
    return [header, ...lines]
  })
}

function isBuilt(found: FoundEntity): found is Extract<FoundEntity, { kind: 'built' }> {
  return found.kind === 'built'
}

const everything = Object.values(registry)
  .filter(isBuilt)
  .flatMap(({ table }) => getChecked(table))

function createBody(key: string, value: JsonValue): JsonObject {
  return key.split('.').reduceRight<JsonValue>((inner, name) => ({ [name]: inner }), value) as JsonObject
}

/** A wrong value, its fault code, and its path within the field. */
type Wrong = readonly [value: JsonValue, code: string, below?: string]

const notText: readonly Wrong[] = [true, ['A'], { text: 'A' }].map((value): Wrong => [value, '2010'])
const inexact: readonly Wrong[] = [2 ** 53, 1e21, 1e-7, 0.1 + 0.2].map((value): Wrong => [value, '2010'])
const number: Wrong = [12, '2010']
const unprintable: readonly Wrong[] = [
  ['a\u0000b', '2010'],
  ['half a pair \ud83d', '2010'],
]
const notNumbers: readonly Wrong[] = ['much', true, [1], { value: 1 }, '1,000'].map((value): Wrong => [value, '2010'])
const notDates: readonly Wrong[] = ['2026-02-30', '1900-12-31', '2038-02-01', '01/31/2026', 'soon', 20260131].map(
  (value): Wrong => [value, '2010'],
)
const beforeTransactions: Wrong = ['1969-12-31', '2010']
const fifteenDigits: Wrong = [123_456_789_012_345, '2010']

function getWrongValues(row: ValueRow): readonly Wrong[] {
  switch (row.type) {
    case 'text':
      return [
        ...notText,
        ...(row.write.acceptsNumbers ? inexact : [number]),
        ...unprintable,
        ...(row.write.max === undefined ? [] : [['x'.repeat(row.write.max + 1), '2050'] as const]),
      ]
    case 'bool':
      return ['perhaps', 7, { value: true }].map((value) => [value, '2010'] as const)
    case 'date':
    case 'dateTime':
      return row.write.earliest === undefined ? [...notDates, beforeTransactions] : notDates
    case 'choice':
      return [
        ['Nonsense', row.write.unknownChoice ?? '2010'],
        [7, '2010'],
      ]
    case 'ref':
      return [
        ['Net 30', '2010'],
        [7, '2010'],
        [{ value: true }, '2010', '.value'],
        [{ value: 'x'.repeat(37) }, '2010', '.value'],
        [{ name: 'x'.repeat(300) }, '2050', '.name'],
        [{ value: '1F-1', id: '1F-1' }, 'UNMAPPED_FIELD', '.id'],
      ]
    case 'amount':
      return [...notNumbers, [1.234, '2010'], ['0.001', '2010'], fifteenDigits]
    case 'integer':
      return [...notNumbers, [1.5, '2010'], fifteenDigits]
    case 'rate':
      return [...notNumbers, fifteenDigits]
    default:
      return [...notNumbers, [1.1234567, '2010'], ['0.000001', '2010'], fifteenDigits]
  }
}

function isWritable(row: Row): row is ValueRow {
  return isValueRow(row) && (row.access === 'readWrite' || row.access === 'createOnly')
}

/** JSON numbers with their digits; JSON has no difference between 1 and 1.0. */
const numbers = [
  [100123, '100123'],
  [1.0, '1'],
  [0, '0'],
  [-5, '-5'],
  [12.5, '12.5'],
  [Number.MAX_SAFE_INTEGER, '9007199254740991'],
] as const

describe.each(everything)('$name', ({ rows, path, check }) => {
  const fields = Object.entries(rows)

  it('names a field with a wrong value [dp-7.3:2010] [dp-7.3:2050]', () => {
    const mistakes = fields.flatMap(([key, row]) =>
      isWritable(row) ? getWrongValues(row).map(([value, code, below = '']) => ({ key, value, code, below })) : [],
    )
    expect(mistakes.length > 0 || fields.every(([, row]) => !isWritable(row))).toBe(true)
    for (const { key, value, code, below } of mistakes) {
      const { code: found, element } = catchFault(() => check(createBody(key, value)))
      expect({ key, value, code: found, element }).toEqual({ key, value, code, element: `${path}${key}${below}` })
    }
  })

  it('accepts a JSON number in a text that people write as a number [dp-7.3:2010]', () => {
    for (const [key, row] of fields) {
      if (!isWritable(row) || row.type !== 'text' || !row.write.acceptsNumbers) continue
      const { max = Number.POSITIVE_INFINITY } = row.write
      for (const [value, text] of numbers.filter(([, digits]) => digits.length <= max)) {
        const { values } = checkMembers(rows, createBody(key, value), { operation: 'create', path })
        expect([key, values.get(key)]).toEqual([key, text])
      }
    }
  })

  it('rejects a field missing from QuickBooks Desktop by name [dp-7.1:UNSUPPORTED_BY_DESKTOP] [dp-1.3]', () => {
    for (const [key, row] of fields) {
      // Whether a currency is missing depends on the company file.
      if (row.kind !== 'refused' || row.currency !== undefined) continue
      const { code, element } = catchFault(() => check(createBody(key, 'meaningful')))
      expect({ code, element }).toEqual({ code: 'UNSUPPORTED_BY_DESKTOP', element: `${path}${key}` })
    }
  })

  it('rejects an unknown field by name [dp-7.1:UNMAPPED_FIELD]', () => {
    for (const name of ['Colour', 'constructor', '__proto__x']) {
      const { code, element } = catchFault(() => check({ [name]: 'blue' }))
      expect({ code, element }).toEqual({ code: 'UNMAPPED_FIELD', element: `${path}${name}` })
    }
  })
})

it('accepts JSON numbers in these texts only', () => {
  const accepting = everything.flatMap(({ rows }) =>
    Object.entries(rows).flatMap(([key, row]) => (isValueRow(row) && row.write.acceptsNumbers ? [key] : [])),
  )
  expect(new Set(accepting.map((key) => key.split('.').slice(-2).join('.')))).toEqual(
    new Set([
      'AcctNum',
      'AlternatePhone.FreeFormNumber',
      'BankNum',
      'BillAddr.Note',
      'BillAddr.PostalCode',
      'CashBack.Memo',
      'CustomerMemo.value',
      'DepositLineDetail.CheckNum',
      'Description',
      'DocNumber',
      'EmployeeNumber',
      'Fax.FreeFormNumber',
      'JobInfo.Description',
      'Memo',
      'Mobile.FreeFormNumber',
      'Notes',
      'PONumber',
      'PayeeAddr.Note',
      'PayeeAddr.PostalCode',
      'PaymentRefNum',
      'PrimaryAddr.PostalCode',
      'PrimaryPhone.FreeFormNumber',
      'PrivateNote',
      'PurchaseDesc',
      'RemitToAddr.Note',
      'RemitToAddr.PostalCode',
      'ResaleNum',
      'ShipAddr.Note',
      'ShipAddr.PostalCode',
      'Sku',
      'TaxIdentifier',
      'VendorAddr.Note',
      'VendorAddr.PostalCode',
    ]),
  )
})
