import fc from 'fast-check'
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

/** Returns the transaction numbers in the order of the rows. */
function readNumbers(parameters: string, rows: readonly string[]): readonly string[] {
  const response = createReportResponse({
    query: 'GeneralDetail',
    columns: [['Blank'], ['TxnID'], ['RefNumber'], ['Date'], ['Name'], ['Amount']],
    rows: rows.map((row, index) => `| T-${index} | ${row}`).join('\n'),
  })
  const { body } = runReport('TransactionList', parameters, response)
  return (body.Rows.Row ?? []).map((row) => ('ColData' in row ? (row.ColData[2]?.value ?? '') : ''))
}

test.each([
  ['', ['9', '10', '7', '8']],
  ['sort_by=doc_num', ['7', '8', '9', '10']],
  ['sort_by=name', ['10', '8', '9', '7']],
  ['sort_by=subt_nat_amount&sort_order=descend', ['9', '7', '8', '10']],
  ['sort_order=descend', ['7', '8', '9', '10']],
])('transaction lists have the order %s', (parameters, numbers) => {
  const rows = [
    '9 | 2026-01-02 | Jones | 10.00',
    '10 | 2026-01-02 | abel | -4.00',
    '7 | 2026-01-05 | Zed | 9.50',
    '8 | 2026-01-04 | Baker | 0.00',
  ]
  expect(readNumbers(parameters, rows)).toEqual(numbers)
})

test('long transaction lists are sorted whole, and keep the order of equal rows', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50), { maxLength: 1_200 }), (amounts) => {
      const rows = amounts.map((amount, index) => `${index} | 2026-01-02 | | ${amount}.00`)
      const expected = amounts
        .map((amount, index) => ({ amount, index }))
        .sort((one, other) => one.amount - other.amount)
        .map(({ index }) => String(index))
      expect(readNumbers('sort_by=subt_nat_amount', rows)).toEqual(expected)
    }),
    { numRuns: 20 },
  )
})
