import { expect, test } from 'vitest'
import { createReportResponse } from '../../../test/desktop-report.fixture.ts'
import { dedent, formatRows, runReport } from '../../../test/run-report.fixture.ts'

const vendors = { Shell: 'V-1', 'A: B "quoted"': 'V-2' }

test('aging reports have the company file’s buckets, in QBO’s words', () => {
  const response = createReportResponse({
    query: 'Aging',
    columns: [
      ['Label'],
      ['Amount', 'Current'],
      ['Amount', '1 - 30'],
      ['Amount', '31 - 60'],
      ['Amount', '61 - 90'],
      ['Amount', '> 90'],
      ['Amount', 'TOTAL'],
    ],
    rows: `
      [Shell] Shell | 10.00 | 0.00 | | | -2.50 | 7.50
      [A: B "quoted"] A: B "quoted" | | 1.00 | | | | 1.00
      == TOTAL | 10.00 | 1.00 | 0.00 | | -2.50 | 8.50
    `,
  })
  const report = runReport('AgedPayables', '', response, { vendors })
  expect(report.body.Columns.Column.map(({ ColTitle, MetaData }) => [ColTitle, MetaData?.[0]?.Value])).toEqual([
    ['', 'vendor'],
    ['Current', 'current'],
    ['1 - 30', '0'],
    ['31 - 60', '1'],
    ['61 - 90', '2'],
    ['91 and over', '3'],
    ['Total', 'total'],
  ])
  expect(formatRows(report)).toBe(
    dedent(`
      Shell #V-1 | 10.00 |  |  |  | -2.50 | 7.50
      A: B "quoted" #V-2 |  | 1.00 |  |  |  | 1.00
      = TOTAL | 10.00 | 1.00 | 0.00 | 0.00 | -2.50 | 8.50 {GrandTotal}
    `),
  )
})

test('nests jobs below their customer', () => {
  const response = createReportResponse({
    query: 'Aging',
    columns: [['Label'], ['Amount', 'Current'], ['Amount', 'TOTAL']],
    rows: `
      > Jones
      [Jones:Roof] Roof | 10.00 | 10.00
      [Jones] Jones - Other | 1.00 | 1.00
      = [Jones] Total Jones | 11.00 | 11.00
      == TOTAL | 11.00 | 11.00
    `,
  })
  const customers = { Jones: 'C-1', 'Jones:Roof': 'C-2' }
  expect(formatRows(runReport('AgedReceivables', '', response, { customers }))).toBe(
    dedent(`
      > Jones #C-1 | 1.00 | 1.00
        Roof #C-2 | 10.00 | 10.00
      = Total Jones | 11.00 | 11.00
      = TOTAL | 11.00 | 11.00 {GrandTotal}
    `),
  )
})

test('lists the oldest transactions first, without empty buckets', () => {
  const response = createReportResponse({
    query: 'Aging',
    columns: [
      ['Blank'],
      ['TxnID'],
      ['TxnType'],
      ['Date'],
      ['Name'],
      ['DueDate'],
      ['Aging'],
      ['OpenBalance'],
      ['Amount'],
    ],
    rows: `
      > Current
      | T-1 | Bill | 2026-01-02 | Shell | 2026-02-01 | | 5.00 | 8.00
      = Total Current | | | | | | | 5.00 | 8.00
      > 1 - 30
      = Total 1 - 30
      > > 90
      | T-2 | Credit | 2025-01-02 | Shell | 2025-02-01 | 348 | -3.00 | -3.00
      = Total > 90 | | | | | | | -3.00 | -3.00
      == TOTAL | | | | | | | 2.00 | 5.00
    `,
  })
  expect(formatRows(runReport('AgedPayableDetail', '', response, { vendors }))).toBe(
    dedent(`
      > 91 or more days past due |  |  |  |  |  |  |${' '}
        2025-01-02 | Vendor Credit #T-2 |  | Shell #V-1 | 2025-02-01 | 348 | -3.00 | -3.00
      = Total for 91 or more days past due |  |  |  |  |  | -3.00 | -3.00
      > Current |  |  |  |  |  |  |${' '}
        2026-01-02 | Bill #T-1 |  | Shell #V-1 | 2026-02-01 |  | 8.00 | 5.00
      = Total for Current |  |  |  |  |  | 8.00 | 5.00
      = TOTAL |  |  |  |  |  | 5.00 | 2.00
    `),
  )
})
