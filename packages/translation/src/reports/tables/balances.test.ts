import { expect, test } from 'vitest'
import { createReportResponse } from '../../../test/desktop-report.fixture.ts'
import { dedent, formatRows, runReport } from '../../../test/run-report.fixture.ts'

const customers = { Jones: 'C-1', 'Jones:Roof': 'C-2', Smith: 'C-3' }

test('balances have a row per name without a type', () => {
  const response = createReportResponse({
    query: 'GeneralSummary',
    columns: [['Label'], ['Amount', 'Jan 15, 26']],
    rows: `
      [Smith] Smith | -7.25
      == TOTAL | -7.25
    `,
  })
  const { body } = runReport('CustomerBalance', '', response, { customers })
  expect(body.Rows.Row).toEqual([
    { ColData: [{ value: 'Smith', id: 'C-3' }, { value: '-7.25' }] },
    { Summary: { ColData: [{ value: 'TOTAL' }, { value: '-7.25' }] }, type: 'Section', group: 'GrandTotal' },
  ])
})

test('balances list open transactions only, and add these up', () => {
  const response = createReportResponse({
    query: 'GeneralDetail',
    columns: [['Blank'], ['TxnID'], ['TxnType'], ['Date'], ['Amount'], ['OpenBalance'], ['RunningBalance']],
    rows: `
      > Jones
      > Roof
      | T-1 | Invoice | 2026-01-01 | 100.00 | 60.10 | 100.00
      | T-2 | Payment | 2026-01-02 | -39.90 | | 60.10
      = [Jones:Roof] Total Roof | | | | 60.10 | 60.10 | 60.10
      > Jones - Other
      | T-3 | Invoice | 2026-01-03 | 5.00 | 5.00 | 5.00
      = [Jones] Total Jones - Other | | | | 5.00 | 5.00 | 5.00
      = [Jones] Total Jones | | | | 65.10 | 65.10 | 65.10
      > Smith
      | T-4 | Invoice | 2026-01-04 | 9.00 | 0.00 | 9.00
      | T-5 | Payment | 2026-01-05 | -9.00 | 0.00 | 0.00
      = [Smith] Total Smith | | | | 0.00 | 0.00 | 0.00
      == TOTAL | | | | 65.10 | 65.10 | 65.10
    `,
  })
  expect(formatRows(runReport('CustomerBalanceDetail', '', response, { customers }))).toBe(
    dedent(`
      > Jones #C-1 |  |  |  |  |  |${' '}
        > Jones #C-1 |  |  |  |  |  |${' '}
          2026-01-03 | Invoice #T-3 |  |  | 5.00 | 5.00 | 5.00
        = Total for Jones |  |  |  | 5.00 | 5.00 | 5.00
        > Roof #C-2 |  |  |  |  |  |${' '}
          2026-01-01 | Invoice #T-1 |  |  | 100.00 | 60.10 | 60.10
        = Total for Roof |  |  |  | 100.00 | 60.10 | 60.10
      = Total for Jones with sub-customers |  |  |  | 105.00 | 65.10 | 65.10
      = TOTAL |  |  |  | 105.00 | 65.10 | 65.10 {GrandTotal}
    `),
  )
})

test('vendor balances use vendor keys', () => {
  const response = createReportResponse({ query: 'GeneralDetail', columns: [['Blank']], rows: '' })
  const { Columns } = runReport('VendorBalanceDetail', '', response).body
  expect(Columns.Column.map(({ MetaData }) => MetaData?.[0]?.Value)).toEqual([
    'tx_date',
    'txn_type',
    'doc_num',
    'due_date',
    'subt_neg_amount',
    'subt_neg_open_bal',
    'rbal_neg_amount',
  ])
})
