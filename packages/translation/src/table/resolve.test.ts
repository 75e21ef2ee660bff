import { findMessageTable, getMessageNames, type Node } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { registry } from '../entities/index.ts'
import { transaction, type Variant } from './entity-table.ts'
import type { Rows, ValueRow } from './row.ts'
import { choice, field, lines, max, notClearable, readOnly, typed } from './rows.ts'

const table = transaction('Bill', {
  can: ['create', 'update'],
  rows: {
    VendorRef: field('VendorRef', notClearable),
    DocNumber: field('RefNumber'),
    PrivateNote: field('Memo', max(10)),
    TxnDate: field('TxnDate'),
    TotalAmt: field('AmountDue', readOnly),
    Line: lines('ItemLine', [{ rows: { Qty: field('Quantity'), Minutes: field('Desc', typed('integer')) } }]),
  },
})

function rowAt(rows: Rows | undefined, key: string): ValueRow {
  const row = rows?.[key]
  if (row?.kind !== 'value') throw new Error(`${key} is not a value.`)
  return row
}

describe('transaction', () => {
  const rows = table.variants[0]?.rows

  it('completes rows with the message tables’ types and lengths', () => {
    expect(rowAt(rows, 'VendorRef')).toMatchObject({ type: 'ref', write: { maxNameLength: 41, notClearable: true } })
    expect(rowAt(rows, 'DocNumber')).toMatchObject({ type: 'text', access: 'readWrite', write: { max: 20 } })
    expect(rowAt(rows, 'TxnDate').type).toBe('date')
    expect(rowAt(rows, 'TotalAmt')).toMatchObject({ type: 'amount', access: 'readOnly' })
  })

  it('completes line rows, too', () => {
    const line = rows?.Line
    const kind = line?.kind === 'lines' ? line.kinds[0] : undefined
    expect(rowAt(kind?.rows, 'Qty').type).toBe('quantity')
  })

  it('keeps the traits stated by a row', () => {
    expect(rowAt(rows, 'PrivateNote').write.max).toBe(10)
    const line = rows?.Line
    expect(line?.kind === 'lines' && rowAt(line.kinds[0]?.rows, 'Minutes').type).toBe('integer')
  })

  it('rejects an element QuickBooks does not have', () => {
    const create = () => transaction('Bill', { can: [], rows: { DocNumber: field('DocNumber') } })
    expect(create).toThrow('no DocNumber in BillRet')
  })

  it('creates a choice only where the row states its words', () => {
    const { variants } = transaction('Bill', {
      can: ['create'],
      rows: { Paid: choice('IsPaid', [{ client: 'Yes', desktop: 'true' }]), Old: field('IsPaid') },
    })
    expect([rowAt(variants[0]?.rows, 'Paid').type, rowAt(variants[0]?.rows, 'Old').type]).toEqual(['choice', 'bool'])
  })
})

/** Collects each element's lengths from the messages that write, by name. */
function collectLengths(nodes: readonly Node[], lengths: Map<string, Set<number | undefined>>): void {
  for (const node of nodes) {
    if (node.kind === 'choice') for (const each of node.alternatives) collectLengths(each, lengths)
    else {
      lengths.set(node.name, (lengths.get(node.name) ?? new Set()).add(node.maxLength))
      collectLengths(node.content, lengths)
    }
  }
}

describe('registry', () => {
  const lengths = new Map<string, Set<number | undefined>>()
  for (const name of getMessageNames().filter((each) => /(Add|Mod)Rq$/.test(each))) {
    collectLengths(findMessageTable(name)?.content ?? [], lengths)
  }
  const values = Object.values(registry).flatMap((found) =>
    found.kind === 'built' ? found.table.variants.filter(isWritable).flatMap(({ rows }) => collectValues(rows)) : [],
  )

  it('limits text to its element’s length in a message that writes', () => {
    const limited = values.filter(({ type, write }) => type === 'text' && write.max !== undefined)
    expect(limited.length).toBeGreaterThan(300)
    for (const { element, write } of limited) {
      expect(lengths.get(element.slice(element.lastIndexOf('/') + 1)), element).toContain(write.max)
    }
  })

  it('limits the names in all writable references', () => {
    const references = values.filter(({ type, access }) => type === 'ref' && access === 'readWrite')
    expect(references.length).toBeGreaterThan(200)
    expect(references.filter(({ write }) => write.maxNameLength === undefined && write.notClearable)).toEqual([])
  })
})

function isWritable({ can }: Variant): boolean {
  return can.includes('create') || can.includes('update')
}

function collectValues(rows: Rows): readonly ValueRow[] {
  return Object.values(rows).flatMap((row) => {
    if (row.kind === 'lines') return row.kinds.flatMap((kind) => collectValues(kind.rows))
    return row.kind === 'value' ? [row] : []
  })
}
