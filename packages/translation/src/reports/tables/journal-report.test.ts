import { expect, test } from 'vitest'
import { type ColumnOf, createReportResponse } from '../../../test/desktop-report.fixture.ts'
import { dedent, formatRows, runReport } from '../../../test/run-report.fixture.ts'

const columns: readonly ColumnOf[] = [
  ['Blank'],
  ['TxnID'],
  ['TxnNumber'],
  ['TxnType'],
  ['Date'],
  ['RefNumber'],
  ['Account'],
  ['Debit'],
  ['Credit'],
]

const expected = dedent(`
  2026-01-02 | Journal Entry #T-1 | 7 |  # |  | Checking #A-1 | 10.00 |${' '}
  0-00-00 |  |  |  # |  | Sales |  | 10.00
  =  |  |  |  |  |  | 10.00 | 10.00
   |  |  |  |  |  |  |${' '}
  2026-01-03 | Check #T-2 |  |  # |  | Rent | 4.00 |${' '}
  0-00-00 |  |  |  # |  | Checking #A-1 |  | 4.00
  =  |  |  |  |  |  | 4.00 | 4.00
   |  |  |  |  |  |  |${' '}
`)

test.each([
  ['only in the first row of a transaction', '| | | | |', '| | | | |'],
  ['in all rows', '| T-1 | 1 | General Journal | 2026-01-02 | 7', '| T-2 | 2 | Check | 2026-01-03 |'],
])('shows date and type once where the desktop has them %s', (_what, first, second) => {
  const response = createReportResponse({
    query: 'GeneralDetail',
    columns,
    rows: `
      | T-1 | 1 | General Journal | 2026-01-02 | 7 | Checking | 10.00 |
      ${first} | Sales | | 10.00
      = | | | | | | | 10.00 | 10.00
      | T-2 | 2 | Check | 2026-01-03 | | Rent | 4.00 |
      ${second} | Checking | | 4.00
      = | | | | | | | 4.00 | 4.00
      == TOTAL | | | | | | | 14.00 | 14.00
    `,
  })
  const report = runReport('JournalReport', '', response, { accounts: { Checking: { id: 'A-1' } } })
  expect(formatRows(report)).toBe(expected)
  expect(report.body.Header).not.toHaveProperty('ReportBasis')
})

test.each([
  ['sort_by=tx_date', ['T-2', 'T-1', 'T-3']],
  ['sort_order=descend', ['T-3', 'T-1', 'T-2']],
  ['sort_by=txn_type', ['T-2', 'T-3', 'T-1']],
  ['sort_by=doc_num', ['T-2', 'T-1', 'T-3']],
  ['sort_by=debt_amt', ['T-3', 'T-1', 'T-2']],
  ['sort_by=credit_amt&sort_order=descend', ['T-2', 'T-1', 'T-3']],
])('is sorted with %s, each transaction with its rows and its subtotal', (parameters, ids) => {
  const response = createReportResponse({
    query: 'GeneralDetail',
    columns,
    rows: `
      | T-1 | 1 | General Journal | 2026-01-05 | 9 | Checking | 10.00 |
      | | | | | | Sales | | 10.00
      = | | | | | | | 10.00 | 10.00
      | T-2 | 2 | Check | 2026-01-03 | | Checking | | 14.00
      | | | | | | Rent | 14.00 |
      = | | | | | | | 14.00 | 14.00
      | T-3 | 3 | Deposit | 2026-01-06 | 10 | Checking | 4.00 |
      | | | | | | Sales | | 4.00
      = | | | | | | | 4.00 | 4.00
      == TOTAL | | | | | | | 28.00 | 28.00
    `,
  })
  const rows = formatRows(runReport('JournalReport', parameters, response))
    .trimEnd()
    .split('\n')
  expect(rows.flatMap((row) => /#(T-\d)/.exec(row)?.[1] ?? [])).toEqual(ids)
  // Two rows, the subtotal and a blank row each.
  expect(rows.map((row) => row.slice(0, 2))).toEqual(ids.flatMap(() => ['20', '0-', '= ', ' |']))
})
