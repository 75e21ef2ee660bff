import { describe, expect, it } from 'vitest'
import { filterCompletions } from './completion.ts'
import type { EntityField } from './entity-tables.ts'
import { completeJson } from './json-completion.ts'
import { completeQuery, completeQueryAt } from './query-completion.ts'

const fields: readonly EntityField[] = [
  { path: 'Id', type: 'text', access: 'read-only' },
  { path: 'CustomerRef', type: 'ref', access: 'read-write', required: true },
  { path: 'PrintStatus', type: 'text', access: 'read-write', values: ['NeedToPrint', 'NotSet'] },
  { path: 'Active', type: 'bool', access: 'read-write' },
  { path: 'BillAddr.City', type: 'text', access: 'read-write', max: 31 },
  { path: 'Line', type: 'lines', access: 'read-write', required: true },
  { path: 'Line.Amount', type: 'amount', access: 'read-write' },
  { path: 'Line.SalesItemLineDetail.Qty', type: 'quantity', access: 'read-write', lineKind: 'SalesItemLineDetail' },
  { path: 'Deposit', type: '', access: 'refused', reason: 'no such field' },
]

/** Returns the labels at the mark `|`. */
async function complete(marked: string) {
  const at = marked.indexOf('|')
  const result = await completeJson(marked.replace('|', ''), at, {
    fields: async () => fields,
    records: async (entity) => [{ id: '80000001-1', name: `The first ${entity}` }],
  })
  return result?.options.map(({ label, displayLabel }) => displayLabel ?? label)
}

describe('completion of a body', () => {
  it.each([
    ['{ | }', ['"CustomerRef"', '"PrintStatus"', '"Active"', '"BillAddr"', '"Line"']],
    ['{ "BillAddr": { "|" } }', ['"City"']],
    ['{ "Line": [{ "|" }] }', ['"Amount"', '"SalesItemLineDetail"']],
    ['{ "CustomerRef": { "|" } }', ['"value"', '"name"']],
    ['{ "CustomerRef": { "value": "|" } }', ['The first Customer']],
    ['{ "PrintStatus": "|" }', ['"NeedToPrint"', '"NotSet"']],
    ['{ "Line": [{ "DetailType": "|" }] }', ['"SalesItemLineDetail"']],
    ['{ "Active": | }', ['true', 'false']],
    ['{ "Active": |, "Line": [] }', ['true', 'false']],
    ['{ "BillAddr": { "C|', ['"City"']],
    ['{ "Line": [{ "Amount": 1 }, { | ', ['"Amount"', '"SalesItemLineDetail"']],
    ['| { }', undefined],
  ])('%s offers %j', async (text, expected) => {
    expect(await complete(text)).toEqual(expected)
  })
})

describe('completion of a query', () => {
  const source = {
    entities: async () => [{ name: 'Invoice', operations: ['query'] as const }],
    fields: async () => fields,
  }
  const labels = async (before: string, text = `${before} from Invoice`) =>
    (await completeQuery(before, text, source)).map(({ label }) => label)

  it('offers entities after from', async () => {
    expect(await labels('select * from ')).toEqual(['Invoice'])
  })
  it('offers properties, references among them, but no rejected field', async () => {
    const offered = await labels('select * from Invoice where ')
    expect(offered).toEqual(expect.arrayContaining(['CustomerRef', 'CustomerRef.value', 'BillAddr.City']))
    expect(offered).not.toContain('Deposit')
  })
  it('offers operators after a property', async () => {
    expect(await labels('select * from Invoice where Active ')).toEqual(['=', '!=', '<', '>', '<=', '>=', 'in', 'like'])
  })
  it('offers the values of a choice', async () => {
    expect(await labels('select * from Invoice where PrintStatus = ')).toEqual(["'NeedToPrint'", "'NotSet'"])
  })
})

describe('completions while typing', () => {
  const options = ['Invoice', 'Item', 'CreditMemo', 'RefundReceipt'].map((label) => ({ label }))
  const labels = (typed: string) => filterCompletions(options, typed).map(({ label }) => label)

  it('keep what contains the typed text, those that begin with it first', () => {
    expect(labels('i')).toEqual(['Invoice', 'Item', 'CreditMemo', 'RefundReceipt'])
    expect(labels('em')).toEqual(['Item', 'CreditMemo'])
    expect(labels('"In')).toEqual(['Invoice'])
  })
  it('end once the only one is typed', () => {
    expect(labels('Invoice')).toEqual([])
  })
  it('replace the word at the cursor', async () => {
    const source = {
      entities: async () => [{ name: 'Invoice', operations: ['query'] as const }],
      fields: async () => [],
    }
    const text = 'select * from Inv where Id = 1'
    expect(await completeQueryAt(text, 17, source)).toMatchObject({ from: 14, to: 17, isTyped: true })
  })
})
