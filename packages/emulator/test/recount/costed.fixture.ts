import Big from 'big.js'
import type { ListRecord } from '../../src/books/record.ts'
import { cents, money } from './fields.fixture.ts'

/** Goods coming in (positive) or going out. */
export interface Move {
  readonly item: ListRecord
  readonly date: string
  /** The transaction's number. */
  readonly number: number
  /** The line's index in the transaction. */
  readonly index: number
  readonly quantity: Big
  /** The value; `undefined` at average cost. */
  readonly value?: Big | undefined
  /** The stock's account. */
  readonly asset: string
  /** The account the cost is posted to. */
  readonly against: string
}

/** A movement's cost, from the stock to the other account. */
export interface Cost {
  /** The transaction's number. */
  readonly number: number
  readonly asset: string
  readonly against: string
  readonly cost: Big
}

export interface Level {
  readonly quantity: Big
  readonly value: Big
}

/**
 * Computes one item's movement costs at average cost, by day, incoming goods first. Goods coming in after they were
 * sold correct that sale's cost.
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
    costs.push({ number: move.number, asset: move.asset, against: move.against, cost })
  }
  return { quantity, value, costs }
}

function isOut({ quantity }: Move): boolean {
  return quantity.lt(0)
}

function inOrder(a: Move, b: Move): number {
  return a.date.localeCompare(b.date) || Number(isOut(a)) - Number(isOut(b)) || a.number - b.number || a.index - b.index
}
