import { branch, leaf } from '@bridge/qbxml'
import Big from 'big.js'
import { requireSpecialAccount } from '../accounts/special-account.ts'
import { amountText } from '../books/decimal.ts'
import { getText } from '../books/fields.ts'
import type { Fields, ListRecord } from '../books/record.ts'
import { hostDate } from '../host/host-time.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { enterTransaction } from '../transactions/transaction-add.ts'
import { inventoryAdjustment } from './inventory-adjustment.ts'

/**
 * Enters a new inventory item's `QuantityOnHand` as an adjustment against opening balance equity, at its `TotalValue`
 * or its purchase cost.
 */
export function addOpeningStock(item: ListRecord, opening: Fields, context: RequestContext): void {
  const quantity = getText(opening, 'QuantityOnHand')
  if (quantity === undefined || Big(quantity).eq(0)) return
  const worth = Big(getText(item.fields, 'PurchaseCost') ?? 0).times(quantity)
  const value = amountText(getText(opening, 'TotalValue') ?? worth)
  const equity = requireSpecialAccount(context.books, 'OpeningBalanceEquity').id
  const adjustment = branch('InventoryAdjustmentAdd', [
    branch('AccountRef', [leaf('ListID', equity)]),
    leaf('TxnDate', getText(opening, 'InventoryDate') ?? hostDate(context.switches, context.now)),
    leaf('Memo', 'Opening balance'),
    branch('InventoryAdjustmentLineAdd', [
      branch('ItemRef', [leaf('ListID', item.id)]),
      branch('ValueAdjustment', [leaf('QuantityDifference', quantity), leaf('ValueDifference', value)]),
    ]),
  ])
  enterTransaction(inventoryAdjustment, adjustment, context)
}
