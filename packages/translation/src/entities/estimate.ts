import { childText, type Element } from '@bridge/qbxml'
import { sameJson } from '../check/same-json.ts'
import { ordered, salesForm, totals, unpaid } from '../forms/sales-form.ts'
import { estimateLines } from '../lines/sales-lines.ts'
import { resolveTaxAfterDiscount } from '../lines/tax-after-discount.ts'
import { customFieldDefinitions } from '../parts/custom-fields.ts'
import { unknownOn } from '../parts/only-in-qbo.ts'
import { transaction } from '../table/entity-table.ts'
import type { JsonObject, JsonValue } from '../table/json.ts'
import { choice, derived, echo, field, lines, notClearable, note } from '../table/rows.ts'

const onlyOpenOrClosed = 'QuickBooks Desktop estimates are only open (Pending) or Closed'

/** An offer to a customer, which is not posted. */
export const Estimate = transaction('Estimate', {
  can: ['create', 'update', 'delete'],
  iterates: true,
  ownerId: true,
  companions: { remembered: [customFieldDefinitions] },
  linkedTxns: true,
  rows: salesForm('estimates', 'EstimateLine', {
    ...ordered,
    ...unpaid('estimates'),
    ...totals,
    TxnStatus: choice('IsActive', [
      { client: 'Pending', desktop: 'true' },
      { client: 'Closed', desktop: 'false' },
      {
        client: 'Accepted',
        desktop: 'true',
        refused: onlyOpenOrClosed,
        instead: 'Send TxnStatus Pending for an open estimate, and Closed for one that is done.',
      },
      {
        client: 'Rejected',
        desktop: 'false',
        refused: onlyOpenOrClosed,
        instead: 'Send TxnStatus Pending for an open estimate, and Closed for one that is done.',
      },
    ]),
    ExpirationDate: field('DueDate', notClearable, note('the due date of the estimate on the desktop')),
    DueDate: derived('date', (record: Element) => childText(record, 'DueDate'), {
      reads: ['DueDate'],
      rejection: {
        reason: 'QuickBooks Desktop estimates have only one date; set ExpirationDate',
        instead: 'Set ExpirationDate.',
        passes: repeatsExpiration,
      },
    }),
    AcceptedBy: unknownOn('estimates'),
    AcceptedDate: unknownOn('estimates'),
    Line: lines('EstimateLine', estimateLines, {
      group: 'EstimateLineGroup',
      required: true,
      resolve: resolveTaxAfterDiscount,
    }),
    Balance: echo,
  }),
})

function repeatsExpiration(value: JsonValue, body: JsonObject): boolean {
  return sameJson(value, body.ExpirationDate)
}
