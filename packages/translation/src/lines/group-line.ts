import Big from 'big.js'
import { sameRow } from '../parts/contact.ts'
import type { CheckedValue, CheckedValues } from '../table/checked.ts'
import type { LineDraft, LineKind } from '../table/line-kind.ts'
import {
  amount,
  derived,
  fixed,
  ignored,
  permanent,
  quantity,
  readOnly,
  ref,
  refused,
  requiredItem,
  text,
} from '../table/rows.ts'

/** A group of items: QuickBooks brings in the lines of the group, and counts them by the group's quantity. */
export const GroupLine: LineKind = {
  detailType: 'GroupLineDetail',
  detail: 'GroupLineDetail',
  isGroup: true,
  rows: {
    Id: text('TxnLineID', readOnly),
    LineNum: ignored,
    Description: text('Desc', fixed('QuickBooks Desktop takes the description of a group from its item')),
    Amount: amount('TotalAmount', readOnly),
    DetailType: derived('text', () => 'GroupLineDetail'),
    'GroupLineDetail.GroupItemRef': ref('ItemGroupRef', requiredItem, permanent),
    'GroupLineDetail.Quantity': quantity('Quantity', permanent),
    'GroupLineDetail.ServiceDate': refused('QuickBooks Desktop dates the lines in a group, not the group'),
    'GroupLineDetail.UOMRef': refused('QuickBooks Desktop takes the unit of measure from the item'),
    ...sameRow(['LinkedTxn', 'CustomField', 'ProjectRef'], refused('QuickBooks Desktop has no such field on groups')),
    Received: ignored,
    // Written by the reader of lines, which looks into the group.
    'GroupLineDetail.Line': derived('structure', () => undefined, {
      fixed: { reason: 'QuickBooks Desktop brings in the lines of a group by itself; leave them out' },
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
