import Big from 'big.js'
import type { Movement } from './record.ts'

/** How much of an item there is, and what it is worth. */
export interface StockLevel {
  readonly quantity: Big
  /** What the inventory asset account holds for it. */
  readonly value: Big
  /** The cost of one, kept from before where nothing is left; `undefined` before the first cost. */
  readonly averageCost: Big | undefined
}

/** No stock, before any movement. */
export const emptyStock: StockLevel = { quantity: Big(0), value: Big(0), averageCost: undefined }

/** The stock after a movement, and what the movement moves from the asset to its other account. */
export interface CostedMovement {
  readonly level: StockLevel
  readonly cost: Big
}

/**
 * Costs one movement at average cost, as QuickBooks does: goods leave at the average of what is there,
 * the last of them with all that is left of the value, and where nothing is there at the average of
 * before (or the estimate of the movement). Goods that come in at a price after they were sold that way
 * correct the cost of that sale, so that what stays is worth its price.
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
