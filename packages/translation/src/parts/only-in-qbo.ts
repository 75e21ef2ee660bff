import type { RefusedRow, RowSpecs } from '../table/row.ts'
import { ignored, part, refused, sameRow } from '../table/rows.ts'

/** The row of a field that these forms (in the plural) do not have in QuickBooks Desktop. */
export function unknownOn(forms: string): RefusedRow {
  return refused(`QuickBooks Desktop has no such field on ${forms}`)
}

/** The row of `ProjectRef`; `field` names the job on the desktop. */
export function noProjects(field: string): RefusedRow {
  return refused(`QuickBooks Desktop has jobs, not projects; name the job in ${field}`)
}

/** Fields of every QBO transaction that are read-only there and have no meaning on the desktop. */
export const ignoredOnTransactions: RowSpecs = part(
  'transaction',
  sameRow(['HomeTotalAmt', 'RecurDataRef', 'TaxExemptionRef', 'TxnSource', 'TxnStatus', 'TxnApprovalInfo'], ignored),
)

/** Fields of every QBO transaction that QuickBooks Desktop does not have on these forms (in the plural). */
export function refusedOnTransactions(forms: string): RowSpecs {
  return part('transaction', {
    ...sameRow(
      ['TransactionLocationType', 'Tag', 'RecurringInfo', 'TxnSubType', 'TaxFormType', 'TaxFormNum'],
      unknownOn(forms),
    ),
    ...sameRow(['TotalCostAmount', 'HomeTotalCostAmount', 'GovtTxnRefIdentifier', 'RemitToRef'], unknownOn(forms)),
    ProjectRef: noProjects('CustomerRef'),
  })
}
