import { CompletionContext } from '@codemirror/autocomplete'
import { json } from '@codemirror/lang-json'
import { EditorState } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import type { EntityField } from './entity-tables.ts'
import { createJsonCompletion } from './json-completion.ts'
import { completeQuery } from './query-completion.ts'

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
  const state = EditorState.create({ doc: marked.replace('|', ''), extensions: [json()] })
  const source = createJsonCompletion({
    fields: async () => fields,
    records: async (entity) => [{ id: '80000001-1', name: `The first ${entity}` }],
  })
  const result = await source(new CompletionContext(state, at, true))
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
