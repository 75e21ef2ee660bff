import { expect, it } from 'vitest'
import type { Line, Transaction } from './record.ts'
import { Holders } from './transactions-by-item.ts'

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

it('knows who holds an item after lines come, change and go, also within a group', () => {
  const holders = new Holders()
  const idsOf = (item: string) => [...holders.of(item)].map(({ id }) => id)
  const first = invoice('1-1', [line('2-1', 'A'), line('3-1', 'A'), line('4-1', 'B')])
  const group: Line = { id: '6-1', table: 'InvoiceLine', fields: {}, lines: [line('7-1', 'A')] }
  holders.replace(null, first)
  holders.replace(null, invoice('5-1', [group]))
  expect([idsOf('A'), idsOf('B'), idsOf('C')]).toEqual([['1-1', '5-1'], ['1-1'], []])

  const changed = invoice('1-1', [line('4-1', 'B'), line('8-1', 'C')])
  holders.replace(first, changed)
  expect([idsOf('A'), idsOf('B'), idsOf('C')]).toEqual([['5-1'], ['1-1'], ['1-1']])
  expect([...holders.of('B')]).toEqual([changed])

  holders.replace(changed, null)
  expect([idsOf('A'), idsOf('B'), idsOf('C')]).toEqual([['5-1'], [], []])
})
