import { branch, childText, type Element, leaf, type QbxmlRequest } from '@bridge/qbxml'
import Big from 'big.js'
import { formatNumber, toDecimal } from '../check/check-value.ts'
import type { Adjustment } from '../table/traits.ts'

/** The realm setting with the account that takes the value of adjusted stock. */
export const stockAccountSetting = 'stockAccount'

/** How an update sets an item's quantity on hand, which only transactions change in QuickBooks Desktop. */
export const stockAdjustment: Adjustment = {
  setting: stockAccountSetting,
  create: createAdjustment,
}

/** Creates the adjustment from the stored quantity to the wanted one; undefined if they are equal. */
function createAdjustment(item: Element, wanted: string, account: string): QbxmlRequest | undefined {
  const stored = toDecimal(childText(item, 'QuantityOnHand')) ?? new Big(0)
  const difference = new Big(wanted).minus(stored)
  if (difference.eq(0)) return undefined
  return branch('InventoryAdjustmentAddRq', [
    branch('InventoryAdjustmentAdd', [
      branch('AccountRef', [leaf('ListID', account)]),
      leaf('Memo', 'QtyOnHand of an updated item'),
      branch('InventoryAdjustmentLineAdd', [
        branch('ItemRef', [leaf('ListID', childText(item, 'ListID') ?? '')]),
        branch('QuantityAdjustment', [leaf('QuantityDifference', formatNumber('quantity', difference))]),
      ]),
    ]),
  ])
}
