import { branch, leaf } from '@bridge/qbxml'
import { expect, it } from 'vitest'
import { childNumber } from './read-value.ts'

it.each([
  ['12.50', 12.5],
  ['', 0],
  ['x', 0],
  ['1e999999999', 0],
  ['9'.repeat(101), 0],
])('reads a child’s number: %.20s', (text, number) => {
  expect(childNumber(branch('InvoiceRet', [leaf('Subtotal', text)]), 'Subtotal').toNumber()).toBe(number)
})

it('reads a missing child as zero', () => {
  expect(childNumber(branch('InvoiceRet', []), 'Subtotal').toNumber()).toBe(0)
})
