/** A QBO report parameter this service does not support, unless its value passes. */
export interface OtherParameter {
  /** Values without effect on a report, in lower case. */
  readonly passes?: readonly string[]
  readonly reason: string
  /** The alternative, as a sentence. */
  readonly instead: string
}

const percentsReason = 'QuickBooks Desktop adds no columns of percentages'
const bucketsReason = 'aging buckets come from the preferences of the company file'
const filterReason = 'QuickBooks Desktop reports have no such filter'
const groupReason = 'the sections of a report are fixed'
const accountReason = 'QuickBooks Desktop has one filter by account: use account'

/** QBO report parameters supported by no report here. */
export const otherParameters: Readonly<Record<string, OtherParameter>> = {
  account_status: {
    reason: filterReason,
    instead: 'Read the report without the filter and select its rows, or query the transactions with WHERE.',
  },
  adjusted_gain_loss: {
    passes: ['false'],
    reason: 'QuickBooks Desktop does not revalue balances for a report',
    instead: 'Read the report in the home currency, without the parameter.',
  },
  agency_id: {
    reason: filterReason,
    instead: 'Read the report without the filter and select its rows, or query the transactions with WHERE.',
  },
  aging_method: {
    passes: ['report_date'],
    reason: bucketsReason,
    instead: 'Set the periods under Edit, Preferences, Reports & Graphs in QuickBooks Desktop.',
  },
  aging_period: {
    reason: bucketsReason,
    instead: 'Set the periods under Edit, Preferences, Reports & Graphs in QuickBooks Desktop.',
  },
  appaid: {
    reason: filterReason,
    instead: 'Read the report without the filter and select its rows, or query the transactions with WHERE.',
  },
  arpaid: {
    reason: filterReason,
    instead: 'Read the report without the filter and select its rows, or query the transactions with WHERE.',
  },
  bothamount: {
    reason: filterReason,
    instead: 'Read the report without the filter and select its rows, or query the transactions with WHERE.',
  },
  cleared: {
    reason: filterReason,
    instead: 'Read the report without the filter and select its rows, or query the transactions with WHERE.',
  },
  createdate_macro: {
    reason: filterReason,
    instead: 'Read the report without the filter and select its rows, or query the transactions with WHERE.',
  },
  custom1: {
    reason: filterReason,
    instead: 'Read the report without the filter and select its rows, or query the transactions with WHERE.',
  },
  custom2: {
    reason: filterReason,
    instead: 'Read the report without the filter and select its rows, or query the transactions with WHERE.',
  },
  custom3: {
    reason: filterReason,
    instead: 'Read the report without the filter and select its rows, or query the transactions with WHERE.',
  },
  department: {
    reason: 'QuickBooks Desktop has no departments, and the realm does not use classes as departments',
    instead: 'Filter by class, or turn on the company file’s setting that uses classes as departments.',
  },
  docnum: {
    reason: filterReason,
    instead: 'Read the report without the filter and select its rows, or query the transactions with WHERE.',
  },
  duedate_macro: {
    reason: filterReason,
    instead: 'Read the report without the filter and select its rows, or query the transactions with WHERE.',
  },
  end_createdate: {
    reason: filterReason,
    instead: 'Read the report without the filter and select its rows, or query the transactions with WHERE.',
  },
  end_duedate: {
    reason: filterReason,
    instead: 'Read the report without the filter and select its rows, or query the transactions with WHERE.',
  },
  group_by: {
    passes: ['none'],
    reason: groupReason,
    instead: 'Read the report without the parameter, and group its rows in your app.',
  },
  journal_code: {
    reason: filterReason,
    instead: 'Read the report without the filter and select its rows, or query the transactions with WHERE.',
  },
  memo: {
    reason: filterReason,
    instead: 'Read the report without the filter and select its rows, or query the transactions with WHERE.',
  },
  num_periods: {
    reason: bucketsReason,
    instead: 'Set the periods under Edit, Preferences, Reports & Graphs in QuickBooks Desktop.',
  },
  past_due: {
    reason: filterReason,
    instead: 'Read the report without the filter and select its rows, or query the transactions with WHERE.',
  },
  payment_method: {
    reason: filterReason,
    instead: 'Read the report without the filter and select its rows, or query the transactions with WHERE.',
  },
  printed: {
    reason: filterReason,
    instead: 'Read the report without the filter and select its rows, or query the transactions with WHERE.',
  },
  qzurl: {
    passes: ['false'],
    reason: 'this service has no pages for the rows of a report',
    instead: 'Link your rows to the IDs in the cells of the report.',
  },
  shipvia: {
    reason: filterReason,
    instead: 'Read the report without the filter and select its rows, or query the transactions with WHERE.',
  },
  showrows: {
    passes: ['active', 'nonzero'],
    reason: 'rows without amounts are left out',
    instead: 'Read the list with a query, such as SELECT * FROM Account, for what has no amount.',
  },
  source_account: { reason: accountReason, instead: 'Use the parameter account.' },
  start_createdate: {
    reason: filterReason,
    instead: 'Read the report without the filter and select its rows, or query the transactions with WHERE.',
  },
  start_duedate: {
    reason: filterReason,
    instead: 'Read the report without the filter and select its rows, or query the transactions with WHERE.',
  },
  subcol_pct_exp: {
    passes: ['false'],
    reason: percentsReason,
    instead: 'Divide the amounts by the total of their column in your app.',
  },
  subcol_pct_inc: {
    passes: ['false'],
    reason: percentsReason,
    instead: 'Divide the amounts by the total of their column in your app.',
  },
  term: {
    reason: filterReason,
    instead: 'Read the report without the filter and select its rows, or query the transactions with WHERE.',
  },
}
