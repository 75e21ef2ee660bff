import Big from 'big.js'
import type { ListRecord } from '../../src/books/record.ts'
import { cents, money } from './fields.fixture.ts'

/** Goods that come (positive) or go. */
export interface Move {
  readonly item: ListRecord
  readonly date: string
  /** The number of the transaction. */
  readonly number: number
  /** The place of the line in the transaction. */
  readonly index: number
  readonly quantity: Big
  /** What they are worth; undefined where that follows from the average cost. */
  readonly value?: Big | undefined
  /** The account of their stock. */
  readonly asset: string
  /** The account that takes their cost. */
  readonly against: string
}

/** What a movement costs: out of the stock, into the other account. */
export interface Cost {
  readonly asset: string
  readonly against: string
  readonly cost: Big
}

export interface Level {
  readonly quantity: Big
  readonly value: Big
}

/**
 * Costs the movements of one item at average cost, in the order of days, on one day what comes first. Goods
 * that come after more was sold than there was correct what that sale cost.
 */
export function costed(moves: readonly Move[]): Level & { readonly costs: readonly Cost[] } {
  const costs: Cost[] = []
  let quantity = Big(0)
  let value = Big(0)
  let average: Big | undefined
  for (const move of [...moves].sort(inOrder)) {
    const was = quantity
    quantity = was.plus(move.quantity)
    let each = average
    let cost = Big(0)
    if (move.value === undefined) {
      each = average ?? money(move.item.fields.PurchaseCost)
      cost = quantity.eq(0) && isOut(move) ? value : cents(each.times(move.quantity)).times(-1)
    } else {
      value = value.plus(move.value)
      if (was.lt(0) && move.quantity.gt(0)) {
        each = move.value.div(move.quantity)
        cost = value.minus(cents((quantity.gt(0) ? each : (average ?? each)).times(quantity)))
      }
    }
    value = value.minus(cost)
    average = quantity.gt(0) ? value.div(quantity) : each
    costs.push({ asset: move.asset, against: move.against, cost })
  }
  return { quantity, value, costs }
}

function isOut({ quantity }: Move): boolean {
  return quantity.lt(0)
}

function inOrder(a: Move, b: Move): number {
  return a.date.localeCompare(b.date) || Number(isOut(a)) - Number(isOut(b)) || a.number - b.number || a.index - b.index
}
