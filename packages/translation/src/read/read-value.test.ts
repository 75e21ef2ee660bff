import { branch, leaf } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { context, parseElement, requireTable } from '../../test/translation.fixture.ts'
import { readRecord } from './read.ts'
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

describe('a value from QuickBooks', () => {
  const readItem = (price: string) => {
    const unreadable: string[] = []
    const element = parseElement(
      `<ItemServiceRet><ListID>1-1</ListID><Name>A</Name><SalesOrPurchase>${price}</SalesOrPurchase></ItemServiceRet>`,
    )
    const { UnitPrice, RatePercent } = readRecord(requireTable('Item'), element, {
      ...context,
      onUnreadable: (field) => unreadable.push(field),
    })
    return { UnitPrice, RatePercent, unreadable }
  }

  it.each([
    ['<PricePercent>18.0%</PricePercent>', { RatePercent: 18 }],
    ['<PricePercent>0%</PricePercent>', { RatePercent: 0 }],
    ['<Price>1,234.50</Price>', { UnitPrice: 1234.5 }],
    ['<Price>-0.5</Price>', { UnitPrice: -0.5 }],
  ])('is read with its percent sign and thousands separators: %s', (price, expected) => {
    expect(readItem(price)).toMatchObject({ ...expected, unreadable: [] })
  })

  it.each(['1,2', '12.5 USD', '--1', '9'.repeat(101)])('is reported if it is no number: %.20s', (text) => {
    expect(readItem(`<Price>${text}</Price>`)).toMatchObject({ UnitPrice: undefined, unreadable: ['UnitPrice'] })
  })

  it('is reported if it is neither true nor false, and not if it is empty', () => {
    const read = (text: string) => {
      const unreadable: string[] = []
      const element = parseElement(`<CustomerRet><ListID>1-1</ListID><IsActive>${text}</IsActive></CustomerRet>`)
      const { Active } = readRecord(requireTable('Customer'), element, {
        ...context,
        onUnreadable: (field) => unreadable.push(field),
      })
      return [Active, unreadable]
    }
    expect(read('perhaps')).toEqual([undefined, ['Active']])
    expect(read('')).toEqual([undefined, []])
    expect(read('0')).toEqual([false, []])
  })
})
