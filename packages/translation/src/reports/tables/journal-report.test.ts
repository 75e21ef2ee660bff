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
