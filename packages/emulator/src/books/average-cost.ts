import Big from 'big.js'
import type { Movement } from './record.ts'

/** An item's quantity and value. */
export interface StockLevel {
  readonly quantity: Big
  /** The quantity's value in the inventory asset account. */
  readonly value: Big
  /** The cost per unit, kept when nothing is left; `undefined` before the first cost. */
  readonly averageCost: Big | undefined
}

export const emptyStock: StockLevel = { quantity: Big(0), value: Big(0), averageCost: undefined }

/** The stock after a movement, and the cost that moves from the asset account to the other account. */
export interface CostedMovement {
  readonly level: StockLevel
  readonly cost: Big
}

/**
 * Applies a movement at average cost, as QuickBooks does. Sold units cost the stock's average; the last ones take its
 * remaining value. Without stock they cost the previous average, or the movement's estimate. Units bought after such a
 * sale correct its cost, so the remaining stock has their price.
 */
export function applyMovement(before: StockLevel, movement: Movement): CostedMovement {
  return movement.value === null ? atAverage(before, movement) : atPrice(before, movement, Big(movement.value))
}

function atAverage(before: StockLevel, movement: Movement): CostedMovement {
  const difference = Big(movement.quantity)
  const quantity = before.quantity.plus(difference)
  const each = before.averageCost ?? Big(movement.estimate)
  const isLast = difference.lt(0) && quantity.eq(0)
  const cost = isLast ? before.value : cents(each.times(difference)).times(-1)
  return { level: createLevel(quantity, before.value.minus(cost), each), cost }
}

function cents(value: Big): Big {
  return value.round(2, Big.roundHalfUp)
}

function createLevel(quantity: Big, value: Big, otherwise: Big | undefined): StockLevel {
  return {
    quantity,
    value,
    averageCost: quantity.gt(0) ? value.div(quantity) : otherwise,
  }
}

function atPrice(before: StockLevel, movement: Movement, value: Big): CostedMovement {
  const difference = Big(movement.quantity)
  const quantity = before.quantity.plus(difference)
  if (before.quantity.gte(0) || difference.lte(0)) {
    return { level: createLevel(quantity, before.value.plus(value), before.averageCost), cost: Big(0) }
  }
  const price = value.div(difference)
  const worth = quantity.gt(0) ? cents(price.times(quantity)) : cents((before.averageCost ?? price).times(quantity))
  return { level: createLevel(quantity, worth, price), cost: before.value.plus(value).minus(worth) }
}
