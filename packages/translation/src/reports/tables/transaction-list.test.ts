import { expect, test } from 'vitest'
import { createReportResponse } from '../../../test/desktop-report.fixture.ts'
import { dedent, formatRows, runReport } from '../../../test/run-report.fixture.ts'

test('transaction lists are flat, and say which transactions post', () => {
  const response = createReportResponse({
    query: 'GeneralDetail',
    columns: [['Blank'], ['TxnID'], ['TxnType'], ['Date'], ['Name'], ['Account'], ['SplitAccount'], ['Amount']],
    rows: `
      > Jan 1 - 15, 26
      | T-1 | Invoice | 2026-01-02 | Jones:Roof | Accounts Receivable | -SPLIT- | 10.00
      | T-2 | PurchaseOrder | 2026-01-03 | Unknown | Purchase Orders | Rent | -4.00
      | T-3 | YTD Adj. | 2026-01-04 | | Checking | Rent | 1.00
      | T-4 | Bill | 2026-01-05 | | Accounts Payable | Rent | -8.00
      = Total Jan 1 - 15, 26 | | | | | | | 7.00
    `,
  })
  const company = {
    customers: { 'Jones:Roof': 'C-1' },
    accounts: {
      Checking: { id: 'A-1' },
      Rent: { id: 'A-2', type: 'Expense' },
      'Accounts Payable': { id: 'A-3', type: 'AccountsPayable' },
    },
  }
  expect(formatRows(runReport('TransactionList', '', response, company))).toBe(
    dedent(`
      2026-01-02 | Invoice #T-1 |  | Yes | Jones:Roof #C-1 |  | Accounts Receivable | -Split- # | 10.00
      2026-01-03 | Purchase Order #T-2 |  | No | Unknown |  | Purchase Orders | Rent #A-2 | -4.00
      2026-01-04 | YTD Adj. #T-3 |  | Yes |  # |  | Checking #A-1 | Rent #A-2 | 1.00
      2026-01-05 | Bill #T-4 |  | Yes |  # |  | Accounts Payable #A-3 | Rent #A-2 | 8.00
    `),
  )
})
