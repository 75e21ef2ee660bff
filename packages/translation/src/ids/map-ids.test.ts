import { describe, expect, it } from 'vitest'
import { registry } from '../entities/index.ts'
import { RecordText } from '../table/record-text.ts'
import { isValueRow, type Row, type Rows } from '../table/row.ts'
import { idMembers, isReferenceName, readIds, withNumericIds } from './map-ids.ts'
import { toNumericId } from './numeric-id.ts'

const id = '1F-1700000000'
const other = '80000001-1700000000'
const tables = Object.values(registry).flatMap((found) => (found.kind === 'built' ? [found.table] : []))

/** A record with IDs in every place that records have. */
function createRecord(toForm: (id: string) => unknown) {
  return {
    Id: toForm(id),
    SyncToken: '1700000000',
    DocNumber: '129511471488',
    CustomerRef: { value: toForm(other), name: other },
    CurrencyRef: { value: 'USD' },
    LinkedTxn: [{ TxnId: toForm(id), TxnType: 'Estimate', TxnLineId: toForm('2B-1700000000') }],
    Line: [
      {
        Id: toForm('20-1700000000'),
        DetailType: 'GroupLineDetail',
        GroupLineDetail: {
          GroupItemRef: { value: toForm(other) },
          Line: [{ Id: toForm('21-1700000000'), SalesItemLineDetail: { ItemRef: { value: toForm(other) } } }],
        },
      },
    ],
    TxnTaxDetail: { TaxLine: [{ TaxLineDetail: { TaxRateRef: { value: toForm(other) } } }] },
    CustomField: [{ DefinitionId: '1', StringValue: id }],
  }
}

describe('withNumericIds', () => {
  it('converts the ID of a record, of its lines and of what it refers to, and nothing else', () => {
    expect(withNumericIds(createRecord((each) => each))).toEqual(createRecord(toNumericId))
  })

  it('leaves a record that is already a text', () => {
    const body = { QueryResponse: { Customer: [new RecordText(`{"Id":"${id}"}`)] } }
    expect(withNumericIds(body)).toBe(body)
  })
})

describe('readIds', () => {
  it('accepts both forms of an ID, and numbers', () => {
    const read = createRecord((each) => each)
    expect(readIds(read)).toEqual(read)
    expect(readIds(createRecord(toNumericId))).toEqual(read)
    expect(readIds(createRecord((each) => Number(toNumericId(each))))).toEqual(read)
  })

  it('leaves what is no ID: small numbers, blanks, null, and references with a name only', () => {
    const body = { Id: 1, ParentRef: { name: id }, ClassRef: null, TermRef: { value: null }, Line: [{ Id: ' ' }] }
    expect(readIds(body)).toEqual(body)
  })

  it('leaves a JSON number above 2^53, because it may be another ID', () => {
    expect(readIds({ Id: 9_007_199_254_740_994 })).toEqual({ Id: 9_007_199_254_740_994 })
  })

  it('returns a body of any depth', () => {
    let body: unknown = { Id: toNumericId(id) }
    for (let level = 0; level < 50_000; level += 1) body = [body]
    expect(readIds(body)).toHaveLength(1)
  })
})

describe.each(tables.map((table) => [table.name, table] as const))('the table of %s', (_name, { variants }) => {
  it('has every ID and reference under a name that is converted', () => {
    for (const [path, row] of variants.flatMap(({ rows }) => listRows(rows))) {
      const name = path.split('.').at(-1) ?? ''
      if (isIdRow(row)) expect([path, idMembers.has(name)]).toEqual([path, true])
      if ('type' in row && row.type === 'ref' && !namedByCode.has(path)) {
        expect([path, isReferenceName(name)]).toEqual([path, true])
      }
    }
  })
})

/** References whose value is a code. */
const namedByCode: ReadonlySet<string> = new Set(['CurrencyPrefs.HomeCurrency'])

/** Lists a record's rows by path, with those of its lines. */
function listRows(rows: Rows): (readonly [string, Row])[] {
  return Object.entries(rows).flatMap(([path, row]) => [
    [path, row] as const,
    ...(row.kind === 'lines' ? row.kinds.flatMap((kind) => listRows(kind.rows)) : []),
  ])
}

function isIdRow(row: Row): boolean {
  return isValueRow(row) && /(?:^|\/)(?:List|Txn|TxnLine)ID$/.test(row.element)
}
