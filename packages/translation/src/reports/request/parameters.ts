/** A QBO report parameter this service does not support, unless its value passes. */
export interface OtherParameter {
  /** Values without effect on a report, in lower case. */
  readonly passes?: readonly string[]
  readonly reason: string
}

const columnsReason = 'QuickBooks Desktop reports have the columns that this service documents'
const bucketsReason = 'aging buckets come from the preferences of the company file'
const filterReason = 'QuickBooks Desktop reports have no such filter'
const sortReason = 'QuickBooks Desktop reports have one order'

/** QBO report parameters supported by no report here. */
export const otherParameters: Readonly<Record<string, OtherParameter>> = {
  account: { reason: filterReason },
  account_status: { reason: filterReason },
  account_type: { reason: filterReason },
  adjusted_gain_loss: { passes: ['false'], reason: 'QuickBooks Desktop does not revalue balances for a report' },
  agency_id: { reason: filterReason },
  aging_method: { passes: ['report_date'], reason: bucketsReason },
  aging_period: { reason: bucketsReason },
  appaid: { reason: filterReason },
  arpaid: { reason: filterReason },
  bothamount: { reason: filterReason },
  cleared: { reason: filterReason },
  columns: { reason: columnsReason },
  createdate_macro: { reason: filterReason },
  custom1: { reason: filterReason },
  custom2: { reason: filterReason },
  custom3: { reason: filterReason },
  department: { reason: 'QuickBooks Desktop has no departments' },
  docnum: { reason: filterReason },
  duedate_macro: { reason: filterReason },
  employee: { reason: filterReason },
  end_createdate: { reason: filterReason },
  end_duedate: { reason: filterReason },
  end_moddate: { reason: filterReason },
  group_by: { passes: ['none'], reason: sortReason },
  journal_code: { reason: filterReason },
  memo: { reason: filterReason },
  moddate_macro: { reason: filterReason },
  name: { reason: filterReason },
  num_periods: { reason: bucketsReason },
  past_due: { reason: filterReason },
  payment_method: { reason: filterReason },
  printed: { reason: filterReason },
  qzurl: { passes: ['false'], reason: 'this service has no pages for the rows of a report' },
  shipvia: { reason: filterReason },
  showrows: { passes: ['active', 'nonzero'], reason: 'rows without amounts are left out' },
  sort_by: { reason: sortReason },
  sort_order: { passes: ['ascend'], reason: sortReason },
  source_account: { reason: filterReason },
  source_account_type: { reason: filterReason },
  start_createdate: { reason: filterReason },
  start_duedate: { reason: filterReason },
  start_moddate: { reason: filterReason },
  subcol_pct_exp: { passes: ['false'], reason: columnsReason },
  subcol_pct_inc: { passes: ['false'], reason: columnsReason },
  term: { reason: filterReason },
  transaction_type: { reason: filterReason },
}
