import type { RefusedRow, RowSpecs } from '../table/row.ts'
import { ignored, refused, sameRow } from '../table/rows.ts'

/** The row of a field that QuickBooks Desktop has not on these forms, named in the plural. */
export function unknownOn(forms: string): RefusedRow {
  return refused(`QuickBooks Desktop has no such field on ${forms}`)
}

/** The row of `ProjectRef`; `field` is where the job goes on the desktop. */
export function noProjects(field: string): RefusedRow {
  return refused(`QuickBooks Desktop has jobs, not projects: name the job in ${field}`)
}

/** Members of every QBO transaction that are read-only there and mean nothing here. */
export const ignoredOnTransactions: RowSpecs = sameRow(
  ['HomeTotalAmt', 'RecurDataRef', 'TaxExemptionRef', 'TxnSource', 'TxnStatus', 'TxnApprovalInfo'],
  ignored,
)

/** Members of every QBO transaction that QuickBooks Desktop has not; `forms` says on what, in the plural. */
export function refusedOnTransactions(forms: string): RowSpecs {
  return {
    ...sameRow(
      ['TransactionLocationType', 'Tag', 'RecurringInfo', 'TxnSubType', 'TaxFormType', 'TaxFormNum'],
      unknownOn(forms),
    ),
    ...sameRow(['TotalCostAmount', 'HomeTotalCostAmount', 'GovtTxnRefIdentifier', 'RemitToRef'], unknownOn(forms)),
    ProjectRef: noProjects('CustomerRef'),
  }
}
