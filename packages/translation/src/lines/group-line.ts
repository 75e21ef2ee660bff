import Big from 'big.js'
import type { CheckedValue, CheckedValues } from '../table/checked-value.ts'
import type { LineDraft, LineKindSpec } from '../table/row.ts'
import {
  derived,
  field,
  ignored,
  notClearable,
  readOnly,
  refused,
  repeatOnly,
  requiredItem,
  sameRow,
} from '../table/rows.ts'

/** A group of items: QuickBooks brings in the lines of the group, and counts them by the group's quantity. */
export const GroupLine: LineKindSpec = {
  detailType: 'GroupLineDetail',
  detail: 'GroupLineDetail',
  isGroup: true,
  rows: {
    Id: field('TxnLineID', readOnly),
    LineNum: ignored,
    Description: field('Desc', repeatOnly('QuickBooks Desktop takes the description of a group from its item')),
    Amount: field('TotalAmount', readOnly),
    DetailType: derived('text', () => 'GroupLineDetail'),
    'GroupLineDetail.GroupItemRef': field('ItemGroupRef', requiredItem, notClearable),
    'GroupLineDetail.Quantity': field('Quantity', notClearable),
    'GroupLineDetail.ServiceDate': refused('QuickBooks Desktop dates the lines in a group, not the group'),
    'GroupLineDetail.UOMRef': refused('QuickBooks Desktop takes the unit of measure from the item'),
    ...sameRow(['LinkedTxn', 'CustomField', 'ProjectRef'], refused('QuickBooks Desktop has no such field on groups')),
    Received: ignored,
    // Written by the reader of lines, which looks into the group.
    'GroupLineDetail.Line': derived('structure', () => undefined, {
      refusal: { reason: 'QuickBooks Desktop brings in the lines of a group by itself; leave them out' },
    }),
  },
  beforeWrite: onlyChanges,
}

/** QuickBooks would bring the items of a group in anew where it is named again, so only changes are sent. */
function onlyChanges({ values, current }: LineDraft): CheckedValues {
  return new Map([...values].filter(([key, value]) => !sameValue(value, current?.get(key))))
}

function sameValue(one: CheckedValue | undefined, other: CheckedValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other) || (isNumber(one) && isNumber(other) && new Big(one).eq(other))
}

function isNumber(value: CheckedValue | undefined): value is string {
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)
}
