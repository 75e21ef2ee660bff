import Big from 'big.js'
import type { CheckedValue, CheckedValues } from '../table/checked-value.ts'
import type { LineDraft, LineKindSpec } from '../table/row.ts'
import {
  derived,
  echo,
  field,
  ignored,
  notClearable,
  readOnly,
  refused,
  repeatOnly,
  requiredItem,
  sameRow,
} from '../table/rows.ts'
import { confirmBundle } from './confirm-bundle.ts'

/** Paths to an item's price on forms that sell, and on those that buy. */
const soldAt = ['SalesPrice', 'SalesAndPurchase/SalesPrice', 'SalesOrPurchase/Price']
const boughtAt = ['PurchaseCost', 'SalesAndPurchase/PurchaseCost', 'SalesOrPurchase/Price']

/** An item group. QuickBooks adds the group's lines, multiplied by its quantity. */
const Group: LineKindSpec = {
  detailType: 'GroupLineDetail',
  detail: 'GroupLineDetail',
  isGroup: true,
  rows: {
    Id: field('TxnLineID', readOnly),
    LineNum: echo,
    Description: field(
      'Desc',
      repeatOnly(
        'QuickBooks Desktop uses the description of the group item',
        'Set Description on the Item of the group.',
        () => true,
      ),
    ),
    Amount: field('TotalAmount', readOnly),
    DetailType: derived('text', () => 'GroupLineDetail'),
    'GroupLineDetail.GroupItemRef': field('ItemGroupRef', requiredItem, notClearable),
    'GroupLineDetail.Quantity': field('Quantity', notClearable),
    'GroupLineDetail.ServiceDate': refused(
      'QuickBooks Desktop dates the lines in a group, not the group',
      'Set ServiceDate on the lines within the group.',
    ),
    'GroupLineDetail.UOMRef': refused(
      'QuickBooks Desktop uses the unit of measure of the item',
      'Choose the unit of measure on the Item, and send Qty in that unit.',
    ),
    ...sameRow(
      ['LinkedTxn', 'CustomField', 'ProjectRef'],
      refused('QuickBooks Desktop has no such field on groups', 'Send the value on the lines within the group.'),
    ),
    Received: ignored,
    // Filled when the reader reads the group's lines.
    'GroupLineDetail.Line': derived('structure', () => undefined, {
      rejection: {
        reason: 'QuickBooks Desktop adds the lines of a group; a new group may repeat them, and an update change them',
        instead: 'Send the GroupLineDetail with its GroupItemRef and Quantity, and change its lines in an update.',
        passes: Array.isArray,
      },
    }),
  },
  beforeWrite: onlyChanges,
}

/** A group on forms that sell. */
export const GroupLine: LineKindSpec = { ...Group, confirms: confirmBundle(soldAt) }

/** A group on forms that buy. */
export const BoughtGroupLine: LineKindSpec = { ...Group, confirms: confirmBundle(boughtAt) }

/** Sends only changes, because QuickBooks would add a repeated group's items again. */
function onlyChanges({ values, current }: LineDraft): CheckedValues {
  return new Map([...values].filter(([key, value]) => !sameValue(value, current?.get(key))))
}

function sameValue(one: CheckedValue | undefined, other: CheckedValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other) || (isNumber(one) && isNumber(other) && new Big(one).eq(other))
}

function isNumber(value: CheckedValue | undefined): value is string {
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)
}
