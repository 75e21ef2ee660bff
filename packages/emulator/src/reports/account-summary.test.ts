import { describe, expect, it } from 'vitest'
import { openTestCompany } from '../../test/company.fixture.ts'
import { add, ref } from '../../test/purchases.fixture.ts'
import { period, readReport, toLines } from '../../test/reports.fixture.ts'
import type { Company } from '../company/company.ts'
import type { Switches } from '../host/switches.ts'

/** Enters a journal entry that moves an amount between two accounts. */
async function move(company: Company, date: string, from: string, to: string, amount: string, more = '') {
  const side = (name: string, account: string) =>
    `<Journal${name}Line>${ref('AccountRef', account)}<Amount>${amount}</Amount>${more}</Journal${name}Line>`
  await add(company, 'JournalEntry', `<TxnDate>${date}</TxnDate>${side('Debit', to)}${side('Credit', from)}`)
}

async function openWithCards(switches: Partial<Switches> = {}) {
  const { company } = openTestCompany({ switches })
  await add(
    company,
    'Account',
    '<Name>Amex</Name><AccountType>CreditCard</AccountType><AccountNumber>2100</AccountNumber>',
  )
  await add(
    company,
    'Account',
    `<Name>Amex sub</Name>${ref('ParentRef', 'Amex')}<AccountType>CreditCard</AccountType><AccountNumber>2110</AccountNumber>`,
  )
  await move(company, '2025-11-30', 'Amex:Amex sub', 'Rent', '87.10')
  await move(company, '2026-02-10', 'Service Income', 'Checking', '500.00')
  await move(company, '2026-02-20', 'Amex', 'Utilities', '40.00')
  await move(company, '2026-03-10', 'Checking', 'Cost of Goods Sold', '120.00')
  await move(company, '2026-03-10', 'Interest Income', 'Checking', '2.50')
  return company
}

describe('the balance sheet', () => {
  it('the balance sheet is a flat list of sections, accounts by full name, and their totals', async () => {
    const report = await readReport(await openWithCards(), 'BalanceSheetStandard')
    expect(report).toMatchObject({
      title: 'Balance Sheet',
      subtitle: 'As of March 16, 2026',
      basis: 'Accrual',
      titles: ['', 'Mar 16, 26'],
    })
    expect(toLines(report)).toEqual([
      'Text | ASSETS',
      'Text | Current Assets',
      'Text | Checking/Savings',
      'Data | Checking | 382.50',
      'Subtotal | Total Checking/Savings | 382.50',
      'Subtotal | Total Current Assets | 382.50',
      'Total | TOTAL ASSETS | 382.50',
      'Text | LIABILITIES & EQUITY',
      'Text | Liabilities',
      'Text | Current Liabilities',
      'Text | Credit Cards',
      'Text | Amex',
      'Data | Amex sub | 87.10',
      'Data | Amex - Other | 40.00',
      'Subtotal | Total Amex | 127.10',
      'Subtotal | Total Credit Cards | 127.10',
      'Subtotal | Total Current Liabilities | 127.10',
      'Subtotal | Total Liabilities | 127.10',
      'Text | Equity',
      'Data | Owners Equity | -87.10',
      'Data | Net Income | 342.50',
      'Subtotal | Total Equity | 255.40',
      'Total | TOTAL LIABILITIES & EQUITY | 382.50',
    ])
    expect(report.rows.flatMap(({ label, record }) => (record === undefined ? [] : [[label, record]]))).toEqual([
      ['Checking', 'Checking'],
      ['Amex sub', 'Amex:Amex sub'],
      ['Amex - Other', 'Amex'],
      ['Total Amex', 'Amex'],
      ['Owners Equity', 'Owners Equity'],
    ])
  })

  it('prints account numbers before the names if the company uses them, but not in full names', async () => {
    const report = await readReport(await openWithCards({ accountNumbers: true }), 'BalanceSheetStandard')
    const cards = report.rows.filter(({ record }) => record?.startsWith('Amex'))
    expect(cards.map(({ label, record }) => [label, record])).toEqual([
      ['2110 · Amex sub', 'Amex:Amex sub'],
      ['2100 · Amex - Other', 'Amex'],
      ['Total 2100 · Amex', 'Amex'],
    ])
  })

  it('the balance sheet has a column as of the end of every month, without a total', async () => {
    const options = `${period('2025-11-15', '2026-02-15')}<SummarizeColumnsBy>Month</SummarizeColumnsBy>`
    const report = await readReport(await openWithCards(), 'BalanceSheetStandard', options)
    expect(report.titles).toEqual(['', 'Nov 30, 25', 'Dec 31, 25', 'Jan 31, 26', 'Feb 15, 26'])
    const equity = report.rows.filter(({ label }) => label === 'Owners Equity' || label === 'Net Income')
    expect(equity.map(({ cells }) => Object.values(cells))).toEqual([
      ['0.00', '0.00', '-87.10', '-87.10'],
      ['-87.10', '-87.10', '0.00', '500.00'],
    ])
  })

  it('shows the profit of this fiscal year for all dates', async () => {
    const all = '<ReportDateMacro>All</ReportDateMacro>'
    const report = await readReport(await openWithCards(), 'BalanceSheetStandard', all)
    expect(report.subtitle).toBe('All Transactions')
    expect(toLines(report)).toContain('Data | Net Income | 342.50')
    const months = await readReport(
      await openWithCards(),
      'BalanceSheetStandard',
      `${all}<SummarizeColumnsBy>Month</SummarizeColumnsBy>`,
    )
    expect(months.titles.slice(1)).toEqual(['Nov 30, 25', 'Dec 31, 25', 'Jan 31, 26', 'Feb 28, 26', 'Mar 10, 26'])
  })

  it('the balance sheet has no data before the first transaction', async () => {
    const report = await readReport(await openWithCards(), 'BalanceSheetStandard', period('2020-01-01', '2020-12-31'))
    expect(report.rows).toEqual([])
  })

  it('returns the rows that the request selects', async () => {
    const company = await openWithCards()
    const getNames = async (rows: string) =>
      (await readReport(company, 'BalanceSheetStandard', `<ReturnRows>${rows}</ReturnRows>`)).rows.map(
        ({ record }) => record,
      )
    await move(company, '2026-03-11', 'Savings', 'Petty Cash', '5.00')
    await move(company, '2026-03-11', 'Petty Cash', 'Savings', '5.00')
    expect(await getNames('ActiveOnly')).toContain('Savings')
    expect(await getNames('NonZero')).not.toContain('Savings')
    expect(await getNames('All')).toContain('Equipment Loan')
  })
})

describe('profit and loss', () => {
  it('profit and loss has the sections of ordinary and other income and expense', async () => {
    const report = await readReport(await openWithCards(), 'ProfitAndLossStandard')
    expect(report).toMatchObject({ title: 'Profit & Loss', subtitle: 'January 1 through March 16, 2026' })
    expect(report.titles).toEqual(['', 'Jan 1 - Mar 16, 26'])
    expect(toLines(report)).toEqual([
      'Text | Ordinary Income/Expense',
      'Text | Income',
      'Data | Service Income | 500.00',
      'Subtotal | Total Income | 500.00',
      'Text | Cost of Goods Sold',
      'Data | Cost of Goods Sold | 120.00',
      'Subtotal | Total COGS | 120.00',
      'Subtotal | Gross Profit | 380.00',
      'Text | Expense',
      'Data | Utilities | 40.00',
      'Subtotal | Total Expense | 40.00',
      'Subtotal | Net Ordinary Income | 340.00',
      'Text | Other Income/Expense',
      'Text | Other Income',
      'Data | Interest Income | 2.50',
      'Subtotal | Total Other Income | 2.50',
      'Subtotal | Net Other Income | 2.50',
      'Total | Net Income | 342.50',
    ])
  })

  it('profit and loss has a column for every month, and the total', async () => {
    const options = `${period('2026-01-01', '2026-03-15')}<SummarizeColumnsBy>Month</SummarizeColumnsBy>`
    const company = await openWithCards()
    const report = await readReport(company, 'ProfitAndLossStandard', options)
    expect(report.titles).toEqual(['', 'Jan 26', 'Feb 26', 'Mar 1 - 15, 26', 'TOTAL'])
    expect(toLines(report).at(-1)).toBe('Total | Net Income | 0.00 | 460.00 | -117.50 | 342.50')
    const some = await readReport(company, 'ProfitAndLossStandard', `${options}<ReturnColumns>NonZero</ReturnColumns>`)
    expect(some.titles).toEqual(['', 'Feb 26', 'Mar 1 - 15, 26', 'TOTAL'])
  })

  it('profit and loss has a column for every class, for postings without one, and the total', async () => {
    const company = await openWithCards()
    await add(company, 'Class', '<Name>North</Name>')
    await move(company, '2026-03-01', 'Service Income', 'Savings', '7.00', ref('ClassRef', 'North'))
    const report = await readReport(company, 'ProfitAndLossStandard', '<SummarizeColumnsBy>Class</SummarizeColumnsBy>')
    expect(report.titles).toEqual(['', 'North', 'Unclassified', 'TOTAL'])
    expect(toLines(report)).toContain('Data | Service Income | 7.00 | 500.00 | 507.00')
  })
})

describe('the trial balance', () => {
  it('shows every balance as a debit or a credit under two rows of titles', async () => {
    const report = await readReport(await openWithCards(), 'TrialBalance')
    expect(report.titles).toEqual(['/', 'Mar 16, 26/Debit', 'Mar 16, 26/Credit'])
    const rows = report.rows.map(({ kind, label, cells }) => [kind, label, cells])
    expect(rows).toContainEqual(['DataRow', 'Checking', { 'Mar 16, 26/Debit': '382.50' }])
    expect(rows).toContainEqual(['DataRow', 'Amex:Amex sub', { 'Mar 16, 26/Credit': '87.10' }])
    expect(rows).toContainEqual(['DataRow', 'Owners Equity', { 'Mar 16, 26/Debit': '87.10' }])
    expect(rows.at(-1)).toEqual(['TotalRow', 'TOTAL', { 'Mar 16, 26/Debit': '629.60', 'Mar 16, 26/Credit': '629.60' }])
  })
})
