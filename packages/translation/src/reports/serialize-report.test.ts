import { expect, test } from 'vitest'
import { serializeReport } from './serialize-report.ts'
import type { Report, ReportRow } from './table/report.ts'

const start = {
  Header: { Time: '2026-01-31T08:14:02-07:00', ReportName: 'GeneralLedger', Currency: 'USD', Option: [] },
  Columns: { Column: [{ ColTitle: 'Date', ColType: 'Date' }] },
}
const line: ReportRow = { ColData: [{ value: '"Ann" & Söhne', id: '1' }, { value: '' }], type: 'Data' }
const summary = { ColData: [{ value: 'Total' }] }

test.each<[string, Report['Rows']]>([
  ['no rows', {}],
  ['an empty list of rows', { Row: [] }],
  ['lines', { Row: [line, line] }],
  ['a computed line', { Row: [{ Summary: summary, type: 'Section', group: 'GrossProfit' }] }],
  [
    'sections in sections',
    {
      Row: [
        {
          Header: summary,
          Rows: { Row: [line, { Header: summary, Rows: { Row: [line] }, Summary: summary, type: 'Section' }] },
          Summary: summary,
          type: 'Section',
          group: 'Income',
        },
        line,
      ],
    },
  ],
  ['a section without a header', { Row: [{ Rows: { Row: [line] }, type: 'Section' }] }],
])('serializes a report with %s like JSON.stringify', (_what, Rows) => {
  const report = { ...start, Rows }
  expect([...serializeReport(report)].join('')).toBe(JSON.stringify(report))
})
