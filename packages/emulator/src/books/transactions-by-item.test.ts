import { expect, it } from 'vitest'
import type { Line, Transaction } from './record.ts'
import { TransactionsByItem } from './transactions-by-item.ts'

function line(id: string, item: string): Line {
  return { id, table: 'InvoiceLine', fields: { ItemRef: { ListID: item } } }
}
function invoice(id: string, lines: readonly Line[]): Transaction {
  return {
    kind: 'Invoice',
    id,
    created: 0,
    modified: 0,
    number: 1,
    fields: {},
    lines,
    applications: [],
    postings: [],
    custom: [],
  }
}

it('finds the transactions of an item after lines are added, changed and removed, also in a group', () => {
  const transactions = new TransactionsByItem()
  const getIds = (item: string) => [...transactions.get(item)].map(({ id }) => id)
  const first = invoice('1-1', [line('2-1', 'A'), line('3-1', 'A'), line('4-1', 'B')])
  const group: Line = { id: '6-1', table: 'InvoiceLine', fields: {}, lines: [line('7-1', 'A')] }
  transactions.replace(null, first)
  transactions.replace(null, invoice('5-1', [group]))
  expect([getIds('A'), getIds('B'), getIds('C')]).toEqual([['1-1', '5-1'], ['1-1'], []])

  const changed = invoice('1-1', [line('4-1', 'B'), line('8-1', 'C')])
  transactions.replace(first, changed)
  expect([getIds('A'), getIds('B'), getIds('C')]).toEqual([['5-1'], ['1-1'], ['1-1']])
  expect([...transactions.get('B')]).toEqual([changed])

  transactions.replace(changed, null)
  expect([getIds('A'), getIds('B'), getIds('C')]).toEqual([['5-1'], [], []])
})
