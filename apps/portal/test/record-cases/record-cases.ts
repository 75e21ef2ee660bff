import { banking } from './banking.ts'
import { docNumber } from './lines.ts'
import { lists } from './lists.ts'
import { purchases } from './purchases.ts'
import { byDocNumber, changeNote, type RecordCase } from './record-case.ts'
import { sales } from './sales.ts'

function adjustment(name: string, rest: Partial<RecordCase> = {}): RecordCase {
  return {
    entity: 'InventoryAdjustment',
    name,
    create: (ref, tag) => ({
      AdjustAccountRef: ref('costs'),
      TxnDate: '2026-03-20',
      DocNumber: docNumber('A', tag),
      Line: [
        {
          DetailType: 'ItemAdjustmentLineDetail',
          ItemAdjustmentLineDetail: { ItemRef: ref('lamp'), QtyDiff: -2 },
        },
      ],
    }),
    change: changeNote,
    find: byDocNumber,
    ...rest,
  }
}

function timeActivity(name: string, rest: Partial<RecordCase> = {}): RecordCase {
  return {
    entity: 'TimeActivity',
    name,
    create: (ref) => ({
      NameOf: 'Employee',
      EmployeeRef: ref('employee'),
      CustomerRef: ref('job'),
      ItemRef: ref('service'),
      TxnDate: '2026-03-16',
      Hours: 6,
      Minutes: 30,
      BillableStatus: 'Billable',
    }),
    change: () => ({ Hours: 7, Description: 'planned & drawn' }),
    find: () => [{ field: 'TxnDate', value: '2026-03-16', operator: '=' }],
    ...rest,
  }
}

/** Covers every creatable entity. Each case comes after those it refers to. */
export const recordCases: readonly RecordCase[] = [
  ...lists,
  ...sales,
  ...purchases,
  ...banking,
  adjustment('shrinkage'),
  adjustment('dropped adjustment', { cleanup: 'delete' }),
  timeActivity('day'),
  timeActivity('dropped day', { cleanup: 'delete' }),
]
