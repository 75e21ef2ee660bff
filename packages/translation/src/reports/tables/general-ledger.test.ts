import { expect, test } from 'vitest'
import { type ColumnOf, createReportResponse } from '../../../test/desktop-report.fixture.ts'
import { dedent, formatRows, runReport } from '../../../test/run-report.fixture.ts'

const columns: readonly ColumnOf[] = [
  ['Blank'],
  ['TxnID', 'Trans ID'],
  ['TxnType', 'Type'],
  ['Date', 'Date'],
  ['RefNumber', 'Num'],
  ['Name', 'Name'],
  ['Memo', 'Memo'],
  ['SplitAccount', 'Split'],
  ['Amount', 'Amount'],
  ['RunningBalance', 'Balance'],
]

function respond(rows: string) {
  return createReportResponse({ query: 'GeneralDetail', columns, rows, basis: 'Accrual' })
}

const company = {
  accounts: {
    Checking: { id: 'A-1', type: 'Bank' },
    Sales: { id: 'A-2', type: 'Income' },
    Cars: { id: 'A-3', type: 'FixedAsset' },
    'Cars:Van': { id: 'A-4', type: 'FixedAsset' },
    Loan: { id: 'A-5', type: 'LongTermLiability' },
  },
  customers: { Jones: 'C-1', Both: 'C-2' },
  vendors: { Shell: 'V-1', Both: 'V-2' },
}

test('begins accounts with their opening balance, and shows increases as positive', () => {
  const response = respond(`
    [Checking] Checking | | | | | | | | | 50.00
    [Checking] | T-1 | Invoice | 2026-01-02 | 17 | Jones | Paid cash | Sales | 100.00 | 150.00
    [Checking] | T-2 | Bill Pmt -Check | 2026-01-03 | | Shell | | -SPLIT- | -30.00 | 120.00
    = [Checking] Total Checking | | | | | | | | 70.00 | 120.00
    [Loan] Loan | | | | | | | | | -500.00
    = [Loan] Total Loan | | | | | | | | 0.00 | -500.00
    [Sales] Sales
    [Sales] | T-1 | Invoice | 2026-01-02 | 17 | Both | | Checking | -100.00 | -100.00
    = [Sales] Total Sales | | | | | | | | -100.00 | -100.00
    == TOTAL | | | | | | | | 0.00 | 0.00
  `)
  expect(formatRows(runReport('GeneralLedger', '', response, company))).toBe(
    dedent(`
      > Checking #A-1 |  |  |  |  |  |  |${' '}
        Beginning Balance |  |  |  |  |  |  | 50.00
        2026-01-02 | Invoice #T-1 | 17 | Jones #C-1 | Paid cash | Sales #A-2 | 100.00 | 150.00
        2026-01-03 | Bill Payment (Check) #T-2 |  | Shell #V-1 |  | -Split- # | -30.00 | 120.00
      = Total for Checking |  |  |  |  |  | 70.00 |${' '}
      > Loan #A-5 |  |  |  |  |  |  |${' '}
        Beginning Balance |  |  |  |  |  |  | 500.00
      = Total for Loan |  |  |  |  |  |  |${' '}
      > Sales #A-2 |  |  |  |  |  |  |${' '}
        2026-01-02 | Invoice #T-1 | 17 | Both |  | Checking #A-1 | 100.00 | 100.00
      = Total for Sales |  |  |  |  |  | 100.00 |${' '}
    `),
  )
})

test('nests sub-accounts, with a section for the postings on the parent itself', () => {
  const response = respond(`
    [Cars] Cars | | | | | | | | | 10.00
    [Cars:Van] Van | | | | | | | | | 9.00
    = [Cars:Van] Total Van
    [Cars] Cars - Other | | | | | | | | | 1.00
    [Cars] | T-1 | Check | 2026-01-02 | | Jones | | Checking | 2.00 | 3.00
    = [Cars] Total Cars - Other | | | | | | | | 2.00 | 3.00
    = [Cars] Total Cars | | | | | | | | 2.00 | 12.00
  `)
  expect(formatRows(runReport('GeneralLedger', '', response, company))).toBe(
    dedent(`
      > Cars #A-3 |  |  |  |  |  |  |${' '}
        > Cars #A-3 |  |  |  |  |  |  |${' '}
          Beginning Balance |  |  |  |  |  |  | 1.00
          2026-01-02 | Check #T-1 |  | Jones #C-1 |  | Checking #A-1 | 2.00 | 3.00
        = Total for Cars |  |  |  |  |  | 2.00 |${' '}
        > Van #A-4 |  |  |  |  |  |  |${' '}
          Beginning Balance |  |  |  |  |  |  | 9.00
        = Total for Van |  |  |  |  |  |  |${' '}
      = Total for Cars with sub-accounts |  |  |  |  |  | 2.00 |${' '}
    `),
  )
})

test('ends an account’s section where the next one begins', () => {
  const response = respond(`
    [Checking] Checking | | | | | | | | | 50.00
    [Loan] Loan | | | | | | | | | -500.00
    [Loan] | T-1 | Check | 2026-01-02 | | | | Checking | 5.00 | -495.00
  `)
  expect(
    formatRows(runReport('GeneralLedger', '', response, company))
      .split('\n')
      .map((line) => line.split(' | ')[0]),
  ).toEqual([
    '> Checking #A-1',
    '  Beginning Balance',
    '= Total for Checking',
    '> Loan #A-5',
    '  Beginning Balance',
    '  2026-01-02',
  ])
})

test('leaves columns blank if the desktop did not return them, and ignores others', () => {
  const response = createReportResponse({
    query: 'GeneralDetail',
    columns: [['Blank'], ['TxnType', 'Type'], ['Class', 'Class'], ['Amount', 'Amount']],
    rows: `
      [Checking] Checking
      [Checking] | Check | East | -5.00
    `,
  })
  expect(formatRows(runReport('GeneralLedger', '', response, company))).toContain(
    '   | Check |  |  # |  |  # | -5.00 | ',
  )
})

test('returns no rows without data', () => {
  const { body } = runReport('GeneralLedger', '', respond(''))
  expect(body.Rows).toEqual({})
  expect(body.Header.Option).toEqual([{ Name: 'NoReportData', Value: 'true' }])
  expect(body.Header).not.toHaveProperty('SummarizeColumnsBy')
})
