import { expect, it } from 'vitest'
import { toCurrentForm } from './current-form.ts'

const first = {
  kind: 'Invoice',
  id: '1-1700000000',
  created: 1,
  modified: 2,
  number: 3,
  fields: { RefNumber: '1001' },
  lines: [{ id: '2-1700000000', fields: { Amount: '5.00' } }],
  postings: [],
  custom: [],
}

it('converts an invoice that was stored before transactions had applications', () => {
  expect(toCurrentForm({ kind: 'Invoice', id: first.id, value: first }).value).toEqual({
    ...first,
    lines: [{ id: '2-1700000000', table: 'InvoiceLine', fields: { Amount: '5.00' } }],
    applications: [],
  })
})

it('keeps all other documents', () => {
  const now = { kind: 'Invoice', id: first.id, value: { ...first, lines: [], applications: [] } }
  expect(toCurrentForm(now)).toBe(now)
  const removed = { kind: 'Invoice', id: first.id, value: null }
  expect(toCurrentForm(removed)).toBe(removed)
})
