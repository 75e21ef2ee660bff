import { expect, test } from 'vitest'
import { createReportResponse } from '../../../test/desktop-report.fixture.ts'
import { dedent, formatRows, runReport } from '../../../test/run-report.fixture.ts'

const customers = { Jones: 'C-1', 'Jones:Roof': 'C-2', 'Jones:Attic': 'C-3', Smith: 'C-4' }

test('ledgers are sorted within their accounts, after the opening balances', () => {
  const response = createReportResponse({
    query: 'GeneralDetail',
    columns: [['Blank'], ['TxnID'], ['TxnType'], ['Date'], ['Name'], ['Amount'], ['RunningBalance']],
    rows: `
      [Rent] Rent | | | | | | 50.00
      [Rent] | T-1 | Bill | 2026-01-02 | Zed | 10.00 | 60.00
      [Rent] | T-2 | Bill | 2026-01-03 | Abel | 9.00 | 69.00
      = [Rent] Total Rent | | | | | 19.00 | 69.00
      [Cars] Cars
      [Cars] | T-3 | Bill | 2026-01-02 | Zed | 1.00 | 1.00
      = [Cars] Total Cars | | | | | 1.00 | 1.00
    `,
  })
  const accounts = { Rent: { id: 'A-1', type: 'Expense' }, Cars: { id: 'A-2', type: 'FixedAsset' } }
  expect(formatRows(runReport('GeneralLedger', 'sort_by=subt_nat_amount', response, { accounts }))).toBe(
    dedent(`
      > Rent #A-1 |  |  |  |  |  |  |${' '}
        Beginning Balance |  |  |  |  |  |  | 50.00
        2026-01-03 | Bill #T-2 |  | Abel |  |  # | 9.00 | 69.00
        2026-01-02 | Bill #T-1 |  | Zed |  |  # | 10.00 | 60.00
      = Total for Rent |  |  |  |  |  | 19.00 |${' '}
      > Cars #A-2 |  |  |  |  |  |  |${' '}
        2026-01-02 | Bill #T-3 |  | Zed |  |  # | 1.00 | 1.00
      = Total for Cars |  |  |  |  |  | 1.00 |${' '}
    `),
  )
})

test('balances of open transactions add up in the order shown', () => {
  const response = createReportResponse({
    query: 'GeneralDetail',
    columns: [['Blank'], ['TxnID'], ['TxnType'], ['Date'], ['Amount'], ['OpenBalance'], ['RunningBalance']],
    rows: `
      > Smith
      | T-1 | Invoice | 2026-01-04 | 9.00 | 4.00 | 9.00
      | T-2 | Invoice | 2026-01-05 | 2.00 | 2.00 | 11.00
      = [Smith] Total Smith | | | | 11.00 | 6.00 | 11.00
    `,
  })
  expect(formatRows(runReport('CustomerBalanceDetail', 'sort_order=descend', response, { customers }))).toBe(
    dedent(`
      > Smith #C-4 |  |  |  |  |  |${' '}
        2026-01-05 | Invoice #T-2 |  |  | 2.00 | 2.00 | 2.00
        2026-01-04 | Invoice #T-1 |  |  | 9.00 | 4.00 | 6.00
      = Total for Smith |  |  |  | 11.00 | 6.00 | 6.00
    `),
  )
})

const balances = createReportResponse({
  query: 'GeneralSummary',
  columns: [['Label'], ['Amount', 'Jan 15, 26']],
  rows: `
    > Jones
    [Jones:Roof] Roof | 9.00
    [Jones:Attic] Attic | 10.00
    = [Jones] Total Jones | 19.00
    [Smith] Smith | 7.25
    == TOTAL | 26.25
  `,
})

test.each([
  ['sort_by=total', ['Smith', 'Jones', 'Roof', 'Attic']],
  ['sort_by=Total&sort_order=descend', ['Jones', 'Attic', 'Roof', 'Smith']],
  ['sort_by=customer', ['Jones', 'Attic', 'Roof', 'Smith']],
  ['sort_order=descend', ['Smith', 'Jones', 'Roof', 'Attic']],
])('summaries are sorted with %s, customers with jobs by their totals', (parameters, names) => {
  const text = formatRows(runReport('CustomerBalance', parameters, balances, { customers }))
  const shown = text.split('\n').flatMap((line) => /^\s*(?:> )?(\w+) #/.exec(line)?.[1] ?? [])
  expect(shown).toEqual(names)
  expect(text.trimEnd().split('\n').at(-1)).toContain('= TOTAL | 26.25')
})

test('the sections of a report keep their places [dp-4.6:1]', () => {
  const response = createReportResponse({
    query: 'GeneralSummary',
    columns: [['Label'], ['Amount', 'Jan 26']],
    rows: `
      > Ordinary Income/Expense
      > Income
      [Sales] Sales | 5.00
      [Fees] Fees | 9.00
      = Total Income | 14.00
      > Expense
      [Rent] Rent | 1.00
      = Total Expense | 1.00
      = Net Ordinary Income | 13.00
      = Net Income | 13.00
    `,
  })
  const accounts = { Sales: { id: 'A-1' }, Fees: { id: 'A-2' }, Rent: { id: 'A-3' } }
  const text = formatRows(runReport('ProfitAndLoss', 'sort_by=total&sort_order=descend', response, { accounts }))
  expect([...text.matchAll(/#(A-\d)/g)].map(([, id]) => id)).toEqual(['A-2', 'A-1', 'A-3'])
})

test('names the columns of a summary that has no such column [dp-7.2:REPORT_UNSUPPORTED_OPTION]', () => {
  expect(() => runReport('CustomerBalance', 'sort_by=name', balances, { customers })).toThrow(
    'sort_by is not supported: the columns of CustomerBalance are customer, total.',
  )
})
