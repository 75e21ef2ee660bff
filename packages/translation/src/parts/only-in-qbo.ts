import type { DerivedRow, RefusedRow, RowSpecs } from '../table/row.ts'
import { derived, echo, ignored, part, refused, sameRow } from '../table/rows.ts'

/** Creates the row of a field that these forms (in the plural) do not have in QuickBooks Desktop. */
export function unknownOn(forms: string): RefusedRow {
  return refused(`QuickBooks Desktop has no such field on ${forms}`)
}

/** Creates the row of a field that QBO always returns and that is always false on the desktop. */
export function alwaysFalse(reason: string): DerivedRow {
  return derived('bool', () => false, { rejection: { reason } })
}

/** Creates the row of `ProjectRef`. `field` names the field with the job. */
export function noProjects(field: string): RefusedRow {
  return refused(`QuickBooks Desktop has jobs, not projects; name the job in ${field}`)
}

/** Fields of every QBO transaction that are read-only there and have no meaning on the desktop. */
export const ignoredOnTransactions: RowSpecs = part('transaction', {
  ...sameRow(['HomeTotalAmt', 'RecurDataRef'], echo),
  ...sameRow(['TaxExemptionRef', 'TxnSource', 'TxnStatus', 'TxnApprovalInfo'], ignored),
})

/** Creates the rows of transaction fields in QBO that these forms (in the plural) do not have in QuickBooks Desktop. */
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
