import type { DerivedRow, IgnoredRow, RefusedRow, RowSpecs } from '../table/row.ts'
import { derived, echo, ignored, part, refused, sameRow } from '../table/rows.ts'

/** Creates a field missing from these forms (in the plural) in QuickBooks Desktop. */
export function unknownOn(forms: string): RefusedRow {
  return refused(
    `QuickBooks Desktop has no such field on ${forms}`,
    'Keep the value in your app, or in PrivateNote where the record has one.',
  )
}

/** Creates a field always returned by QBO and always false on the desktop. */
export function alwaysFalse(reason: string, instead: string): DerivedRow {
  return derived('bool', () => false, { rejection: { reason, instead } })
}

/** Creates a field computed by QBO and not returned by the desktop. */
export function notReturned(note: string): IgnoredRow {
  return { ...echo, note }
}

/** Creates `ProjectRef`. `field` names the field holding the job. */
export function noProjects(field: string): RefusedRow {
  return refused(
    `QuickBooks Desktop has jobs, not projects; name the job in ${field}`,
    'Name the job as a Customer in the field that refers to one.',
  )
}

/** Fields on every QBO transaction, read-only there and meaningless on the desktop. */
export const ignoredOnTransactions: RowSpecs = part('transaction', {
  HomeTotalAmt: notReturned('QuickBooks Desktop does not return this total in the home currency'),
  RecurDataRef: echo,
  ...sameRow(['TaxExemptionRef', 'TxnSource', 'TxnStatus', 'TxnApprovalInfo'], ignored),
})

/** Creates QBO transaction fields missing from these forms (in the plural) in QuickBooks Desktop. */
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
