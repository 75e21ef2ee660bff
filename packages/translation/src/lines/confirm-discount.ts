import { Fault } from '@bridge/faults'
import { branch, child, childText, type Element, leaf } from '@bridge/qbxml'
import { type CheckedRef, isRef } from '../table/checked-value.ts'
import type { Confirmation, LineToConfirm } from '../table/row.ts'
import { discountItem, findSubtotalItem, missingAmount } from './discount-amount.ts'

/**
 * Confirms that a discount names a discount item, since QuickBooks would accept a service for it and book it as sales,
 * and that a percentage on several lines is below a subtotal. Throws MISSING_REQUIRED_DESKTOP_ITEM and 2020 with
 * `element`.
 */
export function confirmDiscount(line: LineToConfirm): readonly Confirmation[] {
  const item = line.values.get(discountItem)
  const above = findSubtotalItem(line)
  return [
    ...(isRef(item) && !isStored(item, line.stored)
      ? [requireItem('ItemDiscount', item, () => wrongItem(`${line.path}.${discountItem}`))]
      : []),
    ...(above === undefined ? [] : [requireItem('ItemSubtotal', above, () => missingAmount(line.path))]),
  ]
}

function isStored(item: CheckedRef, line: Element | undefined): boolean {
  const stored = line && child(line, 'ItemRef')
  return stored !== undefined && isNamed(stored, item)
}

function requireItem(object: string, item: CheckedRef, createFault: () => Fault): Confirmation {
  return {
    query: branch(`${object}QueryRq`, [leaf('ActiveStatus', 'All')]),
    require: (found) => {
      if (!found.some((each) => isNamed(each, item))) throw createFault()
    },
  }
}

function wrongItem(path: string): Fault {
  return new Fault(
    'MISSING_REQUIRED_DESKTOP_ITEM',
    `${path} does not name an item of the type ItemDiscount in QuickBooks Desktop. Create one there, or name another.`,
    { element: path },
  )
}

function isNamed(item: Element, named: CheckedRef): boolean {
  return 'listId' in named
    ? childText(item, 'ListID') === named.listId
    : [childText(item, 'FullName'), childText(item, 'Name')].some(
        (name) => name?.toLowerCase() === named.fullName.toLowerCase(),
      )
}
