import { parseReport, type Report, type ReportRow } from '@bridge/translation'
import { describe, expect, it } from 'vitest'
import { openRandomCompany, openSampleCompany } from '../../test/sample-company.fixture.ts'
import type { CompanyFile } from '../operations/company-file.ts'
import { createCompanyCalendars, runReport } from './run-report.ts'

type Read = (name: string, parameters?: string) => Promise<Report>

/** Creates the function reading a company file's reports. */
function createReader(company: CompanyFile | Promise<CompanyFile>): Read {
  const calendars = createCompanyCalendars()
  return async (name, parameters = '') => {
    const sent = new Map([...new URLSearchParams(parameters)].map(([key, value]) => [key, [value]]))
    const context = { company: await company, calendars, clock: () => new Date('2026-03-16T10:00:00Z') }
    const outcome = await runReport(context, parseReport(name, sent))
    return JSON.parse(outcome.serializedBody?.join('') ?? '') as Report
  }
}

const readers: readonly (readonly [books: string, read: Read])[] = [
  ['the sample company', createReader(openSampleCompany())],
  ...[11, 12].map((seed) => [`random books ${seed}`, createReader(openRandomCompany(seed, 160))] as const),
]

/** A data row, or a section's header or summary, with its groups from the top. */
interface Line {
  readonly kind: 'data' | 'header' | 'summary'
  readonly group: string | undefined
  readonly cells: readonly { readonly value: string; readonly id?: string }[]
}

function flatten(rows: readonly ReportRow[] = []): readonly Line[] {
  return rows.flatMap((row): readonly Line[] => {
    const { group } = row
    if ('ColData' in row) return [{ kind: 'data', group, cells: row.ColData }]
    return [
      ...(row.Header === undefined ? [] : [{ kind: 'header' as const, group, cells: row.Header.ColData }]),
      ...flatten(row.Rows?.Row),
      ...(row.Summary === undefined ? [] : [{ kind: 'summary' as const, group, cells: row.Summary.ColData }]),
    ]
  })
}

/** Returns an amount in cents. */
function toCents(text = ''): bigint {
  if (text === '') return 0n
  if (!/^-?\d+\.\d\d$/.test(text)) throw new Error(`${text} is not an amount.`)
  return BigInt(text.replace('.', ''))
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}

function abs(amount: bigint): bigint {
  return amount < 0n ? -amount : amount
}

/** Returns an amount in a group's summary, or in its row. */
function amountOf(report: Report, group: string, column = 1): bigint {
  const line = flatten(report.Rows.Row).find((each) => each.group === group && each.kind !== 'header')
  return toCents(line?.cells[column]?.value)
}

/** Returns account amounts by ID, in rows and in the postings on parents. */
function amountsById(report: Report): ReadonlyMap<string, bigint> {
  return new Map(
    flatten(report.Rows.Row).flatMap(({ kind, cells: [first, amount] }) =>
      kind === 'summary' || first?.id === undefined || amount?.value === ''
        ? []
        : [[first.id, toCents(amount?.value)] as const],
    ),
  )
}

const periods = ['', 'start_date=2026-01-01&end_date=2026-02-28']
const bases = ['Accrual', 'Cash']

const allParameters = bases.flatMap((basis) => periods.map((period) => `accounting_method=${basis}&${period}`))

describe.each(readers.flatMap(([books, read]) => allParameters.map((parameters) => ({ books, read, parameters }))))(
  'the reports of $books with $parameters',
  ({ read, parameters }) => {
    it('balance debits and credits', async () => {
      const report = await read('TrialBalance', parameters)
      const rows = flatten(report.Rows.Row).filter(({ kind }) => kind === 'data')
      const debits = sum(rows.map(({ cells }) => toCents(cells[1]?.value)))
      expect(Number(debits)).toBeGreaterThan(0)
      expect(sum(rows.map(({ cells }) => toCents(cells[2]?.value)))).toBe(debits)
      expect([amountOf(report, 'GrandTotal', 1), amountOf(report, 'GrandTotal', 2)]).toEqual([debits, debits])
    })

    it('balance assets with liabilities and equity, and show one net income', async () => {
      const balanceSheet = await read('BalanceSheet', parameters)
      const assets = amountOf(balanceSheet, 'TotalAssets')
      expect(assets).not.toBe(0n)
      expect(amountOf(balanceSheet, 'TotalLiabilitiesAndEquity')).toBe(assets)
      const netIncome = amountOf(balanceSheet, 'NetIncome')
      expect(amountOf(await read('ProfitAndLoss', parameters), 'NetIncome')).toBe(netIncome)
    })

    it('add the columns of periods up to the total', async () => {
      for (const name of ['ProfitAndLoss', 'VendorExpenses', 'CustomerSales']) {
        const lines = flatten((await read(name, `${parameters}&summarize_column_by=Month`)).Rows.Row)
        expect([name, lines.length]).not.toEqual([name, 0])
        for (const { cells } of lines) {
          const months = cells.slice(1, -1).map(({ value }) => toCents(value))
          expect([cells[0]?.value, sum(months)]).toEqual([cells[0]?.value, toCents(cells.at(-1)?.value)])
        }
      }
    })

    it('add the rows of profit and loss detail up to profit and loss', async () => {
      const amounts = amountsById(await read('ProfitAndLoss', parameters))
      const detail = flatten((await read('ProfitAndLossDetail', parameters)).Rows.Row)
      const sums = new Map<string, bigint>()
      let account = ''
      for (const { kind, cells } of detail) {
        if (kind === 'header') account = cells[0]?.id ?? account
        if (kind === 'data') sums.set(account, (sums.get(account) ?? 0n) + toCents(cells[6]?.value))
      }
      expect(sums).toEqual(amounts)
    })

    it('end the accounts of the ledger with their trial balance', async () => {
      const balances = new Map(
        flatten((await read('TrialBalance', parameters)).Rows.Row)
          .filter(({ kind }) => kind === 'data')
          .map(({ cells }) => [cells[0]?.id, abs(toCents(cells[1]?.value) - toCents(cells[2]?.value))]),
      )
      const ends = new Map<string | undefined, bigint>()
      let account: string | undefined
      for (const { kind, cells } of flatten((await read('GeneralLedger', parameters)).Rows.Row)) {
        if (kind === 'header') account = cells[0]?.id
        if (kind === 'data') ends.set(account, abs(toCents(cells[7]?.value)))
      }
      expect(balances.size).toBeGreaterThan(10)
      for (const [id, balance] of balances) expect([id, ends.get(id) ?? 0n]).toEqual([id, balance])
    })

    it('show the same sales by item and by customer, and one income of customers', async () => {
      const sales = amountOf(await read('CustomerSales', parameters), 'GrandTotal')
      expect(sales).not.toBe(0n)
      expect(amountOf(await read('ItemSales', parameters), 'GrandTotal', 2)).toBe(sales)
      const netIncome = amountOf(await read('ProfitAndLoss', parameters), 'NetIncome')
      expect(amountOf(await read('CustomerIncome', parameters), 'GrandTotal', 3)).toBe(netIncome)
    })
  },
)

describe.each(readers)('the reports of %s', (_books, read) => {
  describe.each([
    ['receivables', 'AR', 'AgedReceivables', 'AgedReceivableDetail', 'CustomerBalance', 'CustomerBalanceDetail'],
    ['payables', 'AP', 'AgedPayables', 'AgedPayableDetail', 'VendorBalance', 'VendorBalanceDetail'],
  ])('%s', (_what, group, aging, agingDetail, balance, balanceDetail) => {
    it.each(['2026-03-16', '2026-01-31'])('agree in all reports on %s', async (date) => {
      const balanceSheet = await read(
        'BalanceSheet',
        `start_date=2026-01-01&end_date=${date}&accounting_method=Accrual`,
      )
      const total = amountOf(balanceSheet, group)
      expect(total).not.toBe(0n)
      const parameters = `report_date=${date}`
      const aged = await read(aging, parameters)
      expect(amountOf(aged, 'GrandTotal', aged.Columns.Column.length - 1)).toBe(total)
      expect(amountOf(await read(balance, parameters), 'GrandTotal')).toBe(total)
      for (const name of [agingDetail, balanceDetail]) {
        const { Columns, Rows } = await read(name, parameters)
        const index = Columns.Column.findIndex(({ ColTitle }) => ColTitle === 'Open Balance')
        const rows = flatten(Rows.Row).filter(({ kind }) => kind === 'data')
        expect([name, sum(rows.map(({ cells }) => toCents(cells[index]?.value)))]).toEqual([name, total])
      }
    })
  })

  it('balances the debits and credits of each transaction in the journal', async () => {
    const sums = flatten((await read('JournalReport')).Rows.Row).filter(({ kind }) => kind === 'summary')
    expect(sums.length).toBeGreaterThan(10)
    for (const { cells } of sums) expect(cells[6]?.value).toBe(cells[7]?.value)
  })

  it('values the stock as the balance sheet does', async () => {
    const value = amountOf(await read('InventoryValuationSummary'), 'GrandTotal', 3)
    const accounts = flatten((await read('BalanceSheet')).Rows.Row)
    expect(toCents(accounts.find(({ cells }) => cells[0]?.value === 'Inventory Asset')?.cells[1]?.value)).toBe(value)
  })
})
