import { describe, expect, it } from 'vitest'
import { messageSet, openTestCompany } from '../../test/company.fixture.ts'
import { addLists, enterTransactions } from '../../test/random-books.fixture.ts'
import { period } from '../../test/reports.fixture.ts'
import { createSeededRandom } from '../../test/seeded-random.fixture.ts'
import type { Company } from '../company/company.ts'
import { reportTypes } from './report-types.ts'

const books = openBooks()

async function openBooks(): Promise<Company> {
  const { company } = openTestCompany({ switches: { fiscalMonth: 4 } })
  await addLists(company)
  await enterTransactions(company, createSeededRandom(3), 90)
  const idle = [
    '<CustomerAddRq><CustomerAdd><Name>Idle</Name></CustomerAdd></CustomerAddRq>',
    '<VendorAddRq><VendorAdd><Name>Idle Vendor</Name></VendorAdd></VendorAddRq>',
    '<ItemInventoryAddRq><ItemInventoryAdd><Name>Washer</Name><IncomeAccountRef><FullName>Product Income</FullName></IncomeAccountRef><COGSAccountRef><FullName>Cost of Goods Sold</FullName></COGSAccountRef><AssetAccountRef><FullName>Inventory Asset</FullName></AssetAccountRef></ItemInventoryAdd></ItemInventoryAddRq>',
  ]
  await company.exchange(messageSet(idle.join('')))
  return company
}

function tag(name: string, text: string): string {
  return `<${name}>${text}</${name}>`
}
function named(name: string): string {
  return tag('FullName', name)
}
const byWeek = tag('SummarizeColumnsBy', 'Week')
const byYear = tag('SummarizeColumnsBy', 'Year')

/** Option values; at least one changes a report that honors the option. */
const options: readonly (readonly [name: string, values: readonly string[], before: string])[] = [
  ['DisplayReport', ['true'], ''],
  ['ReportAccountFilter', [named('Utilities')], ''],
  ['ReportAccountFilter', ['Bank', 'Equity', 'OrdinaryIncome'].map((type) => tag('AccountTypeFilter', type)), ''],
  ['ReportEntityFilter', [named('Forge'), named('Jones')], ''],
  ['ReportEntityFilter', [tag('EntityTypeFilter', 'Customer')], ''],
  ['ReportItemFilter', [named('Bolt')], ''],
  ['ReportItemFilter', [tag('ItemTypeFilter', 'Service')], ''],
  ['ReportClassFilter', [named('North')], ''],
  ['ReportTxnTypeFilter', [tag('TxnTypeFilter', 'Bill'), tag('TxnTypeFilter', 'Invoice')], ''],
  ['ReportModifiedDateRangeFilter', [tag('ToReportModifiedDate', '2000-01-01')], ''],
  ['ReportModifiedDateRangeMacro', ['Today'], ''],
  ['ReportDetailLevelFilter', ['SummaryOnly'], ''],
  ['ReportPostingStatusFilter', ['NonPosting'], ''],
  ['SummarizeColumnsBy', ['Month', 'Customer'], ''],
  ['SummarizeRowsBy', ['Customer'], ''],
  ['IncludeSubcolumns', ['true'], ''],
  ['ReportCalendar', ['CalendarYear'], byYear],
  ['ReturnRows', ['All', 'NonZero'], ''],
  ['ReturnColumns', ['NonZero'], byWeek],
  ['IncludeColumn', ['TxnID'], ''],
  ['IncludeAccounts', ['All'], ''],
  ['ReportOpenBalanceAsOf', ['ReportEndDate'], tag('IncludeColumn', 'OpenBalance')],
  ['ReportAgingAsOf', ['Today'], ''],
  ['ReportBasis', ['Cash'], ''],
]

/** Sends a report query. Returns its response, or a failure's text. */
async function send(company: Company, type: string, text: string): Promise<string> {
  const kind = type.includes('Aging')
    ? 'Aging'
    : /Detail|Ledger|Journal|TxnList/.test(type)
      ? 'GeneralDetail'
      : 'GeneralSummary'
  const dates = period('2025-10-01', '2026-01-31')
  const query = `${tag(`${kind}ReportType`, type)}${text.startsWith('<DisplayReport') ? text + dates : dates + text}`
  const outcome = await company.exchange(messageSet(tag(`${kind}ReportQueryRq`, query)))
  if (!outcome.sent) return 'refused'
  if (outcome.lost) throw new Error('The response is lost.')
  return /statusCode="(0|1)"/.test(outcome.response) ? outcome.response : 'refused'
}

describe.each([...reportTypes.keys()])('the report %s', (type) => {
  it.each(options)('honors or refuses %s %j', async (name, values, before) => {
    const company = await books
    const without = await send(company, type, before)
    if (without === 'refused') return expect(before).not.toBe('')
    const responses = await Promise.all(values.map((value) => send(company, type, before + tag(name, value))))
    expect(responses.some((response) => response !== without)).toBe(true)
  })
})
