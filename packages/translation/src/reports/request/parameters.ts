/** A QBO report parameter this service does not support, unless its value passes. */
export interface OtherParameter {
  /** Values without effect on a report, in lower case. */
  readonly passes?: readonly string[]
  readonly reason: string
}

const percentsReason = 'QuickBooks Desktop adds no columns of percentages'
const bucketsReason = 'aging buckets come from the preferences of the company file'
const filterReason = 'QuickBooks Desktop reports have no such filter'
const groupReason = 'the sections of a report are fixed'
const accountReason = 'QuickBooks Desktop has one filter by account: use account'

/** QBO report parameters supported by no report here. */
export const otherParameters: Readonly<Record<string, OtherParameter>> = {
  account_status: { reason: filterReason },
  adjusted_gain_loss: { passes: ['false'], reason: 'QuickBooks Desktop does not revalue balances for a report' },
  agency_id: { reason: filterReason },
  aging_method: { passes: ['report_date'], reason: bucketsReason },
  aging_period: { reason: bucketsReason },
  appaid: { reason: filterReason },
  arpaid: { reason: filterReason },
  bothamount: { reason: filterReason },
  cleared: { reason: filterReason },
  createdate_macro: { reason: filterReason },
  custom1: { reason: filterReason },
  custom2: { reason: filterReason },
  custom3: { reason: filterReason },
  department: { reason: 'QuickBooks Desktop has no departments, and the realm does not use classes as departments' },
  docnum: { reason: filterReason },
  duedate_macro: { reason: filterReason },
  end_createdate: { reason: filterReason },
  end_duedate: { reason: filterReason },
  group_by: { passes: ['none'], reason: groupReason },
  journal_code: { reason: filterReason },
  memo: { reason: filterReason },
  num_periods: { reason: bucketsReason },
  past_due: { reason: filterReason },
  payment_method: { reason: filterReason },
  printed: { reason: filterReason },
  qzurl: { passes: ['false'], reason: 'this service has no pages for the rows of a report' },
  shipvia: { reason: filterReason },
  showrows: { passes: ['active', 'nonzero'], reason: 'rows without amounts are left out' },
  source_account: { reason: accountReason },
  start_createdate: { reason: filterReason },
  start_duedate: { reason: filterReason },
  subcol_pct_exp: { passes: ['false'], reason: percentsReason },
  subcol_pct_inc: { passes: ['false'], reason: percentsReason },
  term: { reason: filterReason },
}
