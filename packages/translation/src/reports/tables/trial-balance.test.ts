import { expect, test } from 'vitest'
import { createReportResponse } from '../../../test/desktop-report.fixture.ts'
import { dedent, formatRows, runReport } from '../../../test/run-report.fixture.ts'

test('finds debits and credits by their titles', () => {
  const response = createReportResponse({
    query: 'GeneralSummary',
    basis: 'Cash',
    columns: [['Label'], ['Amount', 'Jan 31, 26', 'Debit'], ['Amount', '', 'Credit']],
    rows: `
      [Checking] 1010 · Checking | 100.00 |
      [Loans:Car] Loans:Car | | 60.00
      [1020 · Loans:1030 · Van] 1020 · Loans:1030 · Van | | 40.00
      == TOTAL | 100.00 | 100.00
    `,
  })
  const accounts = { Checking: { id: 'A-1' }, 'Loans:Car': { id: 'A-2' }, 'Loans:Van': { id: 'A-3' } }
  const report = runReport('TrialBalance', 'accounting_method=cash', response, { accounts })
  expect(report.body.Columns.Column.map(({ ColTitle, ColType }) => `${ColTitle}/${ColType}`)).toEqual([
    '/Account',
    'Debit/Money',
    'Credit/Money',
  ])
  expect(formatRows(report)).toBe(
    dedent(`
      1010 Checking #A-1 | 100.00 |${' '}
      Loans:Car #A-2 |  | 60.00
      1020 Loans:1030 Van #A-3 |  | 40.00
      = TOTAL | 100.00 | 100.00 {GrandTotal}
    `),
  )
  expect(report.body.Rows.Row?.[0]).not.toHaveProperty('type')
  expect(report.body.Header.ReportBasis).toBe('Cash')
})
