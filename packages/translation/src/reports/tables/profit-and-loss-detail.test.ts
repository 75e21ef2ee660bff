import { expect, test } from 'vitest'
import { createReportResponse } from '../../../test/desktop-report.fixture.ts'
import { dedent, formatRows, runReport } from '../../../test/run-report.fixture.ts'

test('nests account sections within the report’s', () => {
  const response = createReportResponse({
    query: 'GeneralDetail',
    columns: [['Blank'], ['TxnID'], ['TxnType'], ['Date'], ['Amount'], ['RunningBalance']],
    rows: `
      > Ordinary Income/Expense
      > Income
      > Services
      > Labor
      [Services:Labor] | T-1 | Invoice | 2026-01-02 | 100.00 | 100.00
      = [Services:Labor] Total Labor | | | | 100.00 | 100.00
      > Services - Other
      [Services] | T-2 | Invoice | 2026-01-03 | 50.00 | 50.00
      = [Services] Total Services - Other | | | | 50.00 | 50.00
      = [Services] Total Services | | | | 150.00 | 150.00
      = Total Income | | | | 150.00 | 150.00
      = Gross Profit | | | | 150.00 | 150.00
      > Expense
      > Rent
      [Rent] | T-3 | Bill | 2026-01-04 | 20.00 | 20.00
      = [Rent] Total Rent | | | | 20.00 | 20.00
      = Total Expense | | | | 20.00 | 20.00
      = Net Ordinary Income | | | | 130.00 | 130.00
      == Net Income | | | | 130.00 | 130.00
    `,
  })
  const accounts = {
    Services: { id: 'A-1', type: 'Income' },
    'Services:Labor': { id: 'A-2', type: 'Income' },
    Rent: { id: 'A-3', type: 'Expense' },
  }
  const shown = formatRows(runReport('ProfitAndLossDetail', '', response, { accounts })).replaceAll(
    / \|(?: {2}(?:# )?\|)+/g,
    ' |',
  )
  expect(shown).toBe(
    dedent(`
      > Ordinary Income/Expenses |${' '}
        > Income |${' '}
          > Services #A-1 |${' '}
            > Services #A-1 |${' '}
              2026-01-03 | Invoice #T-2 | 50.00 | 50.00
            = Total for Services | 50.00 |${' '}
            > Labor #A-2 |${' '}
              2026-01-02 | Invoice #T-1 | 100.00 | 100.00
            = Total for Labor | 100.00 |${' '}
          = Total for Services with sub-accounts | 150.00 |${' '}
        = Total for Income | 150.00 |${' '}
        = Gross Profit | 150.00 |${' '}
        > Expenses |${' '}
          > Rent #A-3 |${' '}
            2026-01-04 | Bill #T-3 | 20.00 | 20.00
          = Total for Rent | 20.00 |${' '}
        = Total for Expenses | 20.00 |${' '}
      = Net Ordinary Income | 130.00 |${' '}
      = Net Income | 130.00 |${' '}
    `),
  )
})
