import { describe, expect, it } from 'vitest'
import { Journal } from '../books/journal.ts'
import type { Movement, Transaction } from '../books/record.ts'
import { Stock } from '../books/stock.ts'

function movement(quantity: string, value: string | null, more: Partial<Movement> = {}): Movement {
  return {
    item: 'I1',
    quantity,
    value,
    asset: 'asset',
    account: 'cogs',
    estimate: '0',
    ...more,
  }
}

function transaction(number: number, date: string, ...movements: Movement[]): Transaction {
  return {
    kind: 'Any',
    id: `${number}`,
    created: 0,
    modified: 0,
    number,
    fields: { TxnDate: date },
    lines: [],
    applications: [],
    postings: [],
    movements,
    custom: [],
  }
}

function open(...transactions: Transaction[]) {
  const journal = new Journal()
  const stock = new Stock(journal)
  for (const each of transactions) stock.replace(null, each)
  const level = () => {
    const { quantity, value, averageCost } = stock.getLevel('I1')
    return [quantity.toFixed(), value.toFixed(2), averageCost?.toFixed(2)]
  }
  return { journal, stock, level }
}

function getCost(stock: Stock, id: string) {
  return stock.getPostings(id).map(({ account, amount }) => `${account} ${amount}`)
}

describe('stock', () => {
  it('stock is sold at average cost', () => {
    const sale = transaction(3, '2026-01-03', movement('-5', null))
    const { stock, level } = open(
      transaction(1, '2026-01-01', movement('10', '50.00')),
      transaction(2, '2026-01-02', movement('10', '70.00')),
      sale,
    )
    expect(getCost(stock, '3')).toEqual(['cogs 30.00', 'asset -30.00'])
    expect(level()).toEqual(['15', '90.00', '6.00'])
  })

  it('stock is sold with all of its remaining value at the end', () => {
    const { stock, level } = open(
      transaction(1, '2026-01-01', movement('3', '10.00')),
      transaction(2, '2026-01-02', movement('-2', null)),
      transaction(3, '2026-01-03', movement('-1', null)),
    )
    expect(getCost(stock, '2')[0]).toBe('cogs 6.67')
    expect(getCost(stock, '3')[0]).toBe('cogs 3.33')
    expect(level()).toEqual(['0', '0.00', '3.33'])
  })

  it('stock is available to sales on the day it comes in, in any order of entry', () => {
    const { stock } = open(
      transaction(1, '2026-01-02', movement('-1', null)),
      transaction(2, '2026-01-02', movement('4', '20.00')),
    )
    expect(getCost(stock, '1')[0]).toBe('cogs 5.00')
  })

  it('costs the estimate if it is sold before it comes in, until a purchase corrects it', () => {
    const { stock, level } = open(transaction(1, '2026-01-01', movement('-4', null, { estimate: '2.00' })))
    expect(getCost(stock, '1')[0]).toBe('cogs 8.00')
    expect(level()).toEqual(['-4', '-8.00', '2.00'])
    stock.replace(null, transaction(2, '2026-01-02', movement('10', '30.00')))
    expect(getCost(stock, '2')).toEqual(['cogs 4.00', 'asset -4.00'])
    expect(level()).toEqual(['6', '18.00', '3.00'])
  })

  it('returns from a customer at average cost', () => {
    const { stock, level } = open(
      transaction(1, '2026-01-01', movement('4', '20.00')),
      transaction(2, '2026-01-02', movement('-2', null)),
      transaction(3, '2026-01-03', movement('1', null)),
    )
    expect(getCost(stock, '3')).toEqual(['cogs -5.00', 'asset 5.00'])
    expect(level()).toEqual(['3', '15.00', '5.00'])
  })
})

describe('a change in the past', () => {
  it('recalculates the cost of every later sale, also in the journal', () => {
    const late = transaction(3, '2026-01-02', movement('10', '90.00'))
    const { stock, journal } = open(
      transaction(1, '2026-01-01', movement('10', '50.00')),
      transaction(2, '2026-01-05', movement('-4', null)),
    )
    stock.recalculate()
    expect(journal.getAccountBalance('cogs').toFixed(2)).toBe('20.00')
    stock.replace(null, late)
    stock.recalculate()
    expect(getCost(stock, '2')[0]).toBe('cogs 28.00')
    expect(journal.getAccountBalance('cogs').toFixed(2)).toBe('28.00')
    stock.replace(late, null)
    stock.recalculate()
    expect(journal.getAccountBalance('cogs').toFixed(2)).toBe('20.00')
    expect(journal.getAccountBalance('asset').toFixed(2)).toBe('-20.00')
  })

  it('removes the cost of a deleted sale', () => {
    const sale = transaction(2, '2026-01-05', movement('-4', null))
    const { stock, journal, level } = open(transaction(1, '2026-01-01', movement('10', '50.00')), sale)
    stock.recalculate()
    stock.replace(sale, null)
    expect(level()).toEqual(['10', '50.00', '5.00'])
    expect(journal.getAccountBalance('cogs').toFixed(2)).toBe('0.00')
  })

  it('keeps the level of each day available', () => {
    const { stock } = open(
      transaction(1, '2026-01-01', movement('10', '50.00')),
      transaction(2, '2026-01-05', movement('-4', null)),
    )
    expect(stock.getLevelOn('I1', '2026-01-04').quantity.toFixed()).toBe('10')
    expect(stock.getLevelOn('I1', '2026-01-05').quantity.toFixed()).toBe('6')
  })
})
