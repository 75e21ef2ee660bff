import { type JsonObject, parseReport, type Report, type ReportTable, reports } from '@bridge/translation'
import { describe, expect, it } from 'vitest'
import { openSampleCompany } from '../../test/sample-company.fixture.ts'
import { query } from '../operations/query.ts'
import { createCompanyCalendars, runReport } from './run-report.ts'

const company = openSampleCompany()
const calendars = createCompanyCalendars()

const readReports = new Map<string, Promise<string>>()

/** Returns a report's columns and rows, which do not change; its header repeats the parameters. */
function read(name: string, parameters: Readonly<Record<string, string>>): Promise<string> {
  const key = JSON.stringify([name, parameters])
  const report = readReports.get(key) ?? run(name, parameters)
  readReports.set(key, report)
  return report
}

async function run(name: string, parameters: Readonly<Record<string, string>>): Promise<string> {
  const sent = new Map(Object.entries(parameters).map(([key, value]) => [key, [value]]))
  const context = { company, calendars, clock: () => new Date('2026-03-16T10:00:00Z') }
  const { serializedBody = [] } = await runReport(context, parseReport(name, sent))
  const { Columns, Rows } = JSON.parse(serializedBody.join('')) as Report
  return JSON.stringify({ Columns, Rows })
}

async function findIds(entity: string): Promise<readonly string[]> {
  const { body } = await query(company, { text: `SELECT * FROM ${entity} MAXRESULTS 40` })
  return ((body.QueryResponse as JsonObject)[entity] as JsonObject[]).map(({ Id }) => String(Id))
}

const filteredEntities = {
  customer: 'Customer',
  vendor: 'Vendor',
  employee: 'Employee',
  name: 'Vendor',
  item: 'Item',
  class: 'Class',
  account: 'Account',
} as const

const words = {
  account_type: ['Income', 'Bank', 'Accounts Receivable'],
  source_account_type: ['Bank', 'AccountsReceivable'],
  transaction_type: ['Invoice', 'Bill,Check'],
} as const

/** Balances count everything up to the period's end. */
const withoutStart: ReadonlySet<string> = new Set(['BalanceSheet', 'TrialBalance'])

const modified = [
  ['start_moddate', ['2030-01-01']],
  ['end_moddate', ['2000-01-01']],
  ['moddate_macro', ['Last Calendar Year', 'Next Week']],
] as const

/** Returns the keys of columns by which a report's rows can be sorted. */
function getSortKeys(layout: ReportTable['layout']): readonly string[] {
  if (layout.kind !== 'summary') return layout.columns.map(({ key }) => key)
  if (layout.columns === 'amount' || layout.columns === 'buckets') return ['total']
  return layout.columns.measures.map(({ key }) => key)
}

/** Returns each report parameter with values, at least one giving another report. */
function listParameters(table: ReportTable) {
  const { name, dates, hasBasis, summarizesBy, filters, layout } = table
  const period = withoutStart.has(name) ? ['end_date'] : ['start_date', 'end_date']
  return [
    ...(dates === 'period' ? period : ['report_date']).map((date) => [date, ['2025-12-31']] as const),
    ['date_macro', ['Last Month', 'Last Fiscal Year']] as const,
    ...(hasBasis ? [['accounting_method', ['Cash']] as const] : []),
    ...summarizesBy.map((value) => ['summarize_column_by', [value]] as const),
    ...filters.map((name) => [name, undefined] as const),
    ...(table.words ?? []).map((name) => [name, words[name]] as const),
    ...(table.filtersByModified ? modified : []),
    ['sort_by', getSortKeys(layout)] as const,
    ['sort_order', ['descend']] as const,
  ]
}

describe.each(reports)('$name', (table) => {
  it.each(listParameters(table))('depends on %s %j [dp-4.6:1]', async (name, values) => {
    const base: Record<string, string> =
      name === 'start_date' || name === 'end_date'
        ? { start_date: '2025-06-01', end_date: '2026-03-16' }
        : table.dates === 'period' && name !== 'date_macro'
          ? { start_date: '2025-01-01', end_date: '2026-03-16' }
          : {}
    const without = await read(table.name, base)
    const choices = values ?? (await findIds(filteredEntities[name as keyof typeof filteredEntities]))
    let isHonored = false
    for (const value of choices) {
      isHonored ||= (await read(table.name, { ...base, [name]: value })) !== without
      if (isHonored) break
    }
    expect(isHonored).toBe(true)
  })
})
