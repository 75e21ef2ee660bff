import { Fault } from '@bridge/faults'
import type Big from 'big.js'
import { checkYes, formatNumber, isBlank, isMeaningful } from '../check/check-value.ts'
import type { CheckedRef, CheckedValues } from '../table/checked-value.ts'
import { isJsonObject } from '../table/json.ts'
import type { LineAbove, LineDraft } from '../table/row.ts'
import { findUnpricedItem, getDiscountBase, isUnchanged } from './discount-base.ts'
import { isItemKept, numberAt } from './line-amount.ts'

const discount = 'DiscountLineDetail'
export const discountItem = `${discount}.ItemRef`
export const discountPercent = `${discount}.DiscountPercent`

/**
 * Keeps either a discount's percentage or its amount. QuickBooks applies a percentage only to the line directly above,
 * so a percentage on several lines becomes an amount, rounded to the cent. It stays a percentage below a possible
 * QuickBooks subtotal item, found by {@link findSubtotalItem}.
 *
 * @throws Fault 2020 for a discount without a value, 2010 for an amount contradicting the percentage
 */
export function resolveDiscount(line: LineDraft): CheckedValues {
  const { path, values, current } = line
  const { isPercent, isStated } = getForm(line)
  const resolved = new Map(values)
  resolved.delete(isPercent ? 'Amount' : discountPercent)
  if (isItemKept(line, discountItem)) resolved.delete(discountItem)
  const needed = isPercent ? discountPercent : 'Amount'
  if (!resolved.has(needed) && current?.has(needed) !== true && (current === undefined || isStated)) {
    throw missing(`${path}.${needed}`, 'is required')
  }
  const amount = isPercent ? findPrice(line).amount : undefined
  if (amount === undefined) return resolved
  resolved.delete(discountPercent)
  return resolved.set('Amount', formatNumber('amount', amount.times(-1)))
}

/** Returns the item directly above, which must be a subtotal for the percentage to apply to all lines above it. */
export function findSubtotalItem(line: LineDraft): CheckedRef | undefined {
  return getForm(line).isPercent ? findPrice(line).subtotal : undefined
}

/** Creates the fault for a percentage taken on an amount only QuickBooks knows. */
export function missingAmount(path: string): Fault {
  return missing(`${path}.Amount`, 'is required, because it depends on prices that only QuickBooks Desktop knows')
}

function getForm({ path, body }: LineDraft): { readonly isPercent: boolean; readonly isStated: boolean } {
  const detail = isJsonObject(body.DiscountLineDetail) ? body.DiscountLineDetail : {}
  const isPercent = isBlank(detail.PercentBased)
    ? isMeaningful(detail.DiscountPercent)
    : checkYes(detail.PercentBased, `${path}.${discount}.PercentBased`)
  return { isPercent, isStated: 'PercentBased' in detail }
}

function missing(element: string, reason: string): Fault {
  return new Fault('2020', `${element} ${reason}.`, { element })
}

/** How a percentage is written: as an amount, or unchanged, below an item which must be a subtotal if there is one. */
interface Price {
  readonly amount?: Big
  readonly subtotal?: CheckedRef
}

const asPercentage: Price = {}

function findPrice(line: LineDraft): Price {
  const { path, values, current, above } = line
  const percent = (numberAt(values, discountPercent) ?? numberAt(current, discountPercent))?.abs()
  if (above === undefined || percent === undefined) return asPercentage
  // Client libraries send zeros for unset values.
  const stated = numberAt(values, 'Amount')?.abs()
  const sent = stated?.eq(0) === true ? undefined : stated
  if (isAsStored(line, percent, sent)) return asPercentage
  const written = above.filter(isWritten)
  if (written.length === 0) throw invalid(`${path}.${discountPercent}`, 'has no line above it to discount')
  const base = getDiscountBase(above)
  const computed = base?.times(percent).div(100).round(2)
  if (sent !== undefined && base !== undefined && computed !== undefined && !sent.eq(computed)) {
    if (isRoundedPercent(percent, sent, base)) return { amount: sent }
    throw invalid(`${path}.Amount`, `is not DiscountPercent of ${base.toFixed(2)}; send one of them, or two that agree`)
  }
  // QuickBooks would discount only a group's last line.
  const last = written.at(-1)
  const isSingle = written.length === 1 && last?.kind?.isGroup !== true
  if (isSingle && (sent === undefined || computed !== undefined)) return asPercentage
  const amount = sent ?? computed
  if (amount === undefined) {
    const subtotal = last && findUnpricedItem(last)
    if (subtotal === undefined) throw missingAmount(path)
    return { subtotal }
  }
  if (amount.lt(0)) throw invalid(`${path}.${discountPercent}`, 'is a percentage of a negative amount')
  return { amount }
}

function invalid(element: string, reason: string): Fault {
  return new Fault('2010', `${element} ${reason}.`, { element })
}

/** Returns whether an update leaves a stored percentage and its base unchanged. */
function isAsStored({ current, above = [] }: LineDraft, percent: Big, sent: Big | undefined): boolean {
  if (numberAt(current, discountPercent)?.abs().eq(percent) !== true) return false
  return sent === undefined
    ? above.filter(isWritten).every(isUnchanged)
    : numberAt(current, 'Amount')?.abs().eq(sent) === true
}

function isWritten({ kind }: LineAbove): boolean {
  return kind !== undefined
}

/** Returns whether a percentage matches an amount, rounded to its own decimals or to two. */
function isRoundedPercent(percent: Big, amount: Big, base: Big): boolean {
  return (
    !base.eq(0) &&
    amount
      .div(base)
      .times(100)
      .round(Math.max(2, percent.c.length - 1 - percent.e))
      .eq(percent)
  )
}
