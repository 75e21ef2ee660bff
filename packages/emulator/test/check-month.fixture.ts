import { childText, type Element } from '@bridge/qbxml'
import Big from 'big.js'
import type { Company } from '../src/company/company.ts'
import { trialBalance } from '../src/company/trial-balance.ts'
import { reportTypes } from '../src/reports/report-types.ts'
import type { CompanyStorage } from '../src/storage/company-storage.ts'
import { findRecords } from './commands.fixture.ts'
import { sendXml, texts } from './company.fixture.ts'
import { recountOn } from './recount/dated-recount.fixture.ts'
import { type Recount, recount } from './recount/recount.fixture.ts'
import { amountAt, period, type ReadReport, readReport, sendReport } from './reports.fixture.ts'

const allDates = '<ReportDateMacro>All</ReportDateMacro>'
const ends = ['2026-02-14', '2026-03-16']

/**
 * Compares a company file with its independent recount in both currencies: accounts, names, open amounts and stock,
 * and every report. Returns the differences.
 */
export async function findMonthDifferences(company: Company, storage: CompanyStorage): Promise<readonly string[]> {
  const { result } = await storage.exclusive(undefined, ({ documents }) => ({ changes: [], result: documents }))
  const counted = recount(result)
  const found = new Differences()
  await compareBalances(company, counted, found)
  await compareOpenAmounts(company, counted, found)
  await compareReports(company, counted, found)
  for (const end of ends) {
    for (const basis of ['Accrual', 'Cash'] as const) {
      const accounts = recountOn(result, end, basis)
      const balance = await readReport(
        company,
        'GeneralLedger',
        `${period('2020-01-01', end)}<ReportBasis>${basis}</ReportBasis>`,
      )
      const closing = getClosings(balance)
      for (const account of await findRecordsByKind(company, 'Account'))
        compareClosing(account, accounts, closing, found)
    }
  }
  return found.texts
}

class Differences {
  readonly texts: string[] = []

  compare(what: string, shown: Big.BigSource | undefined, expected: Big.BigSource | undefined): void {
    if (!Big(shown ?? 0).eq(expected ?? 0)) this.texts.push(`${what}: ${shown}, not ${expected}`)
  }
}

function compareClosing(
  account: Element,
  accounts: ReadonlyMap<string, Big>,
  closing: ReadonlyMap<string, string>,
  found: Differences,
): void {
  const [name = '', type] = texts(account, 'FullName', 'AccountType')
  if (type === 'NonPosting') return
  found.compare(`ledger of ${name}`, closing.get(name), accounts.get(childText(account, 'ListID') ?? ''))
}

/** Returns the closing balances of accounts, which have no sub-accounts here. */
function getClosings({ rows }: ReadReport): ReadonlyMap<string, string> {
  const closings = rows.filter(({ kind, record }) => kind === 'SubtotalRow' && record !== undefined)
  return new Map(closings.map(({ record, cells }) => [record ?? '', cells.Balance ?? '']))
}

const creditTypes = new Set(['AccountsPayable', 'CreditCard'])

async function compareBalances(company: Company, counted: Recount, found: Differences): Promise<void> {
  const { accounts, total } = await trialBalance(company)
  found.compare('the sum of all accounts', total, 0)
  for (const { id, fullName, amount } of accounts) found.compare(fullName, amount, counted.accounts.get(id))
  for (const kind of ['Account', 'Customer', 'Vendor']) {
    for (const record of await findRecordsByKind(company, kind)) {
      const [id = '', name = '', type = '', currency, balance] = texts(
        record,
        'ListID',
        'Name',
        'AccountType',
        'CurrencyRef',
        'Balance',
      )
      if (currency === 'US Dollar' || balance === undefined) continue
      const sums = kind === 'Account' ? counted.foreignAccounts : counted.foreignNames
      const sign = kind === 'Vendor' || creditTypes.has(type) ? -1 : 1
      found.compare(`${name} in ${currency}`, balance, (sums.get(id) ?? Big(0)).times(sign))
    }
  }
}

async function findRecordsByKind(company: Company, kind: string): Promise<readonly Element[]> {
  return (await sendXml(company, `<${kind}QueryRq/>`)).elements
}

/** The fields with open amounts. */
const openFields = {
  Invoice: 'BalanceRemaining',
  CreditMemo: 'CreditRemaining',
  ReceivePayment: 'UnusedPayment',
  Bill: 'OpenAmount',
  VendorCredit: 'OpenAmount',
} as const

async function compareOpenAmounts(company: Company, counted: Recount, found: Differences): Promise<void> {
  for (const [kind, field] of Object.entries(openFields)) {
    for (const record of await findRecords(company, kind)) {
      const [id = '', open, home] = texts(record, 'TxnID', field, `${field}InHomeCurrency`)
      found.compare(`${kind} ${id}`, open, counted.open.get(id))
      if (home !== undefined) found.compare(`${kind} ${id} at home`, home, counted.openHome.get(id))
    }
  }
}

async function compareReports(company: Company, counted: Recount, found: Differences): Promise<void> {
  for (const type of reportTypes.keys()) {
    const { statusCode, statusMessage } = await sendReport(company, type, allDates)
    if (statusCode !== 0) found.texts.push(`${type}: ${statusMessage}`)
  }
  for (const end of ends) {
    for (const basis of ['Accrual', 'Cash']) {
      const options = `${period('2025-01-01', end)}<ReportBasis>${basis}</ReportBasis>`
      const sheet = await readReport(company, 'BalanceSheetStandard', options)
      found.compare(
        `the balance sheet of ${end} (${basis})`,
        amountAt(sheet, 'TOTAL ASSETS'),
        amountAt(sheet, 'TOTAL LIABILITIES & EQUITY'),
      )
      const balance = await readReport(company, 'TrialBalance', options)
      const [debits, credits] = balance.titles.slice(1).map((title) => amountAt(balance, 'TOTAL', title))
      found.compare(`the trial balance of ${end} (${basis})`, debits, credits)
    }
    await compareOwed(company, end, found)
  }
  await compareAged(company, counted, found)
}

async function compareOwed(company: Company, end: string, found: Differences): Promise<void> {
  const options = period(end, end)
  const sheet = await readReport(company, 'BalanceSheetStandard', options)
  for (const [side, name, account] of [
    ['AR', 'Customer', 'Total Accounts Receivable'],
    ['AP', 'Vendor', 'Total Accounts Payable'],
  ] as const) {
    const owed = amountAt(sheet, account)
    const aging = await readReport(company, `${side}AgingSummary`, options)
    found.compare(`${side} aging of ${end}`, amountAt(aging, 'TOTAL', 'TOTAL'), owed)
    const detail = await readReport(company, `${side}AgingDetail`, options)
    found.compare(`${side} aging detail of ${end}`, amountAt(detail, 'TOTAL', 'Open Balance'), owed)
    const balances = await readReport(company, `${name}BalanceSummary`, options)
    found.compare(`${name} balances of ${end}`, amountAt(balances, 'TOTAL'), owed)
    const papers = await readReport(company, `${name}BalanceDetail`, options)
    found.compare(`${name} balance detail of ${end}`, amountAt(papers, 'TOTAL', 'Amount'), owed)
  }
}

async function compareAged(company: Company, counted: Recount, found: Differences): Promise<void> {
  const columns = '<IncludeColumn>TxnID</IncludeColumn><IncludeColumn>OpenBalance</IncludeColumn>'
  for (const side of ['AR', 'AP']) {
    const { rows } = await readReport(company, `${side}AgingDetail`, `${allDates}${columns}`)
    for (const { cells } of rows) {
      const id = cells['Trans ID'] ?? ''
      const expected = counted.open.has(id) ? counted.openHome.get(id) : undefined
      if (expected !== undefined)
        found.compare(`${side} aging of ${id}`, Big(cells['Open Balance'] ?? 0).abs(), expected)
    }
  }
}
