import Big from 'big.js'
import { describe, expect, it } from 'vitest'
import { openTestCompany } from '../../test/company.fixture.ts'
import { addLists, enterTransactions } from '../../test/random-books.fixture.ts'
import { openRandomMonth, soldInMonths } from '../../test/random-months.fixture.ts'
import { recountOn } from '../../test/recount/dated-recount.fixture.ts'
import { recount } from '../../test/recount/recount.fixture.ts'
import { amountAt, period, type ReadReport, readReport } from '../../test/reports.fixture.ts'
import { createSeededRandom } from '../../test/seeded-random.fixture.ts'
import type { Company } from '../company/company.ts'
import type { CompanyStorage } from '../storage/company-storage.ts'
import { memoryStorage } from '../storage/memory-storage.ts'

const zero = Big(0)
const bases = ['Accrual', 'Cash'] as const
const dates = ['2025-11-14', '2025-12-31', '2026-01-01', '2026-03-16']
const thisYear = period('2026-01-01', '2026-03-16')
const allDates = '<ReportDateMacro>All</ReportDateMacro>'

interface RandomBooks {
  readonly company: Company
  readonly storage: CompanyStorage
  /** The items that are sold. */
  readonly items: readonly string[]
}

async function openRandomBooks(seed: number): Promise<RandomBooks> {
  const storage = memoryStorage()
  const { company } = openTestCompany({ storage })
  await addLists(company)
  await enterTransactions(company, createSeededRandom(seed), 70)
  return { company, storage, items: ['Advice', 'Repair', 'Bolt', 'Nut'] }
}

/** Opens the books of a company that trades in three currencies. */
async function openTradingBooks(seed: number): Promise<RandomBooks> {
  return { ...(await openRandomMonth(seed, 40)), items: soldInMonths }
}

const openings: readonly (readonly [string, number, (seed: number) => Promise<RandomBooks>])[] = [
  ...[1, 2, 3, 4, 5, 6].map((seed) => ['random books', seed, openRandomBooks] as const),
  ...[101, 102].map((seed) => ['a random month in three currencies', seed, openTradingBooks] as const),
]

function basisOf(basis: string): string {
  return `<ReportBasis>${basis}</ReportBasis>`
}

function text(amount: Big): string {
  return amount.toFixed(2)
}

/** Returns the amounts in rows about records, by full name, without zeros. */
function byRecord({ rows }: ReadReport, getAmount: (row: ReadReport['rows'][number]) => string | undefined) {
  const amounts = rows.flatMap((row): [string, string][] => {
    const amount = row.kind === 'DataRow' && row.record !== undefined ? getAmount(row) : undefined
    return row.record === undefined || amount === undefined || amount === '0.00' ? [] : [[row.record, amount]]
  })
  return Object.fromEntries(amounts)
}

/** Returns a ledger's closing balances without sub-accounts, by full name, without zeros. */
function getClosings({ rows }: ReadReport): Readonly<Record<string, string>> {
  const closings = rows.filter(({ kind, record }) => kind === 'SubtotalRow' && record !== undefined)
  const own = closings.filter(
    ({ label, record }) =>
      label?.endsWith(' - Other') === true || !closings.some((other) => other.record?.startsWith(`${record}:`)),
  )
  const amounts = own.map(({ record, cells }) => [record, cells.Balance ?? ''])
  return Object.fromEntries(amounts.filter(([, amount]) => amount !== '0.00'))
}

describe.each(openings)('the reports of %s (%i)', (_what, seed, open) => {
  const books = open(seed)

  it('reports balance on every date and basis', async () => {
    const { company } = await books
    for (const date of dates) {
      for (const basis of bases) {
        const options = `${period('2025-01-01', date)}${basisOf(basis)}`
        const sheet = await readReport(company, 'BalanceSheetStandard', options)
        const [assets, other] = ['TOTAL ASSETS', 'TOTAL LIABILITIES & EQUITY'].map((label) => amountAt(sheet, label))
        expect([date, basis, assets && text(assets)]).toEqual([date, basis, other && text(other)])

        const balance = await readReport(company, 'TrialBalance', options)
        const [debits, credits] = balance.titles.slice(1).map((title) => text(amountAt(balance, 'TOTAL', title)))
        expect(debits).toBe(credits)
        const year = period(`${date.slice(0, 4)}-01-01`, date)
        const profit = await readReport(company, 'ProfitAndLossStandard', `${year}${basisOf(basis)}`)
        expect(text(amountAt(profit, 'Net Income'))).toBe(text(amountAt(sheet, 'Net Income')))
      }
    }
  })

  it('reports agree on what customers and vendors owe', async () => {
    const { company } = await books
    for (const date of dates) {
      const options = period(date, date)
      const sheet = await readReport(company, 'BalanceSheetStandard', options)
      for (const [side, name, account] of [
        ['AR', 'Customer', 'Total Accounts Receivable'],
        ['AP', 'Vendor', 'Total Accounts Payable'],
      ] as const) {
        const owed = text(amountAt(sheet, account))
        const aging = await readReport(company, `${side}AgingSummary`, options)
        expect(text(amountAt(aging, 'TOTAL', 'TOTAL'))).toBe(owed)
        const detail = await readReport(company, `${side}AgingDetail`, options)
        expect(text(amountAt(detail, 'TOTAL', 'Open Balance'))).toBe(owed)
        const balances = await readReport(company, `${name}BalanceSummary`, options)
        expect(text(amountAt(balances, 'TOTAL'))).toBe(owed)
        const transactions = await readReport(company, `${name}BalanceDetail`, options)
        expect(text(amountAt(transactions, 'TOTAL', 'Amount'))).toBe(owed)
      }
    }
  })

  it.each(bases)('report columns and details add up to profit and loss: %s', async (basis) => {
    const { company } = await books
    const options = `${period('2025-09-10', '2026-03-16')}`
    const whole = await readReport(company, 'ProfitAndLossStandard', `${options}${basisOf(basis)}`)
    const amounts = byRecord(whole, ({ cells }) => Object.values(cells)[0])
    for (const by of ['Week', 'Month', 'Quarter', 'Year', 'Customer', 'Vendor', 'Class']) {
      const columns = `<SummarizeColumnsBy>${by}</SummarizeColumnsBy>`
      const report = await readReport(company, 'ProfitAndLossStandard', `${options}${columns}${basisOf(basis)}`)
      expect(byRecord(report, ({ cells }) => cells.TOTAL)).toEqual(amounts)
      const parts = report.titles.slice(1, -1).map((title) => amountAt(report, 'Net Income', title))
      expect(text(parts.reduce((sum, part) => sum.plus(part)))).toBe(text(amountAt(whole, 'Net Income')))
    }
    const detail = await readReport(company, 'ProfitAndLossDetail', `${options}${basisOf(basis)}`)
    for (const label of ['Total Income', 'Total COGS', 'Gross Profit', 'Total Expense', 'Net Income']) {
      expect(text(amountAt(detail, label, 'Amount'))).toBe(text(amountAt(whole, label)))
    }
  })

  it.each(bases)("the ledger's accounts close with the trial balance: %s", async (basis) => {
    const { company } = await books
    const ledger = await readReport(company, 'GeneralLedger', `${thisYear}${basisOf(basis)}`)
    const balance = await readReport(company, 'TrialBalance', `${thisYear}${basisOf(basis)}`)
    const [debit = '', credit = ''] = balance.titles.slice(1)
    const expected = byRecord(balance, ({ cells }) => cells[debit] ?? `-${cells[credit]}`)
    expect(getClosings(ledger)).toEqual(expected)
    expect([text(amountAt(ledger, 'TOTAL', 'Amount')), text(amountAt(ledger, 'TOTAL', 'Balance'))]).toEqual([
      '0.00',
      '0.00',
    ])
  })

  it.each(bases)('sales by item, by customer and as item income are the same: %s', async (basis) => {
    const { company, items: sold } = await books
    const items = sold.map((name) => `<FullName>${name}</FullName>`).join('')
    const kinds = ['Invoice', 'SalesReceipt', 'CreditMemo'].map((kind) => `<TxnTypeFilter>${kind}</TxnTypeFilter>`)
    const filters = `<ReportItemFilter>${items}</ReportItemFilter><ReportTxnTypeFilter>${kinds.join('')}</ReportTxnTypeFilter>`
    const income = await readReport(company, 'ProfitAndLossStandard', `${thisYear}${filters}${basisOf(basis)}`)
    const byItem = await readReport(company, 'SalesByItemSummary', `${thisYear}${basisOf(basis)}`)
    const byCustomer = await readReport(company, 'SalesByCustomerSummary', `${thisYear}${basisOf(basis)}`)
    const total = text(amountAt(income, 'Total Income'))
    const amounts = byItem.titles.find((title) => title.endsWith('/Amount')) ?? ''
    expect(text(amountAt(byItem, 'TOTAL', amounts))).toBe(total)
    expect(text(amountAt(byCustomer, 'TOTAL'))).toBe(total)
    const costs = byItem.titles.find((title) => title.endsWith('/COGS')) ?? ''
    expect(text(amountAt(byItem, 'TOTAL', costs))).toBe(text(amountAt(income, 'Total COGS')))
  })

  it.each(bases)('the ledger equals the independent recount on every date: %s', async (basis) => {
    const { company, storage } = await books
    const { result } = await storage.exclusive(undefined, ({ documents }) => ({ changes: [], result: documents }))
    const names = new Map(await getFullNames(company))
    for (const date of dates) {
      const counted = [...recountOn(result, date, basis)].filter(([, amount]) => !amount.eq(0))
      const expected = counted.map(([id, amount]) => [names.get(`Account/${id}`), text(amount)])
      expect(expected.length).toBeGreaterThan(5)
      const ledger = await readReport(company, 'GeneralLedger', `${period('2025-01-01', date)}${basisOf(basis)}`)
      expect([date, getClosings(ledger)]).toEqual([date, Object.fromEntries(expected)])
    }
  })

  it('reports show the balances, names and stock of the independent recount', async () => {
    const { company, storage } = await books
    const { result } = await storage.exclusive(undefined, ({ documents }) => ({ changes: [], result: documents }))
    const counted = recount(result)
    const names = new Map(await getFullNames(company))
    const toExpected = (amounts: ReadonlyMap<string, Big>, prefix: string, sign: 1 | -1) =>
      Object.fromEntries(
        [...amounts]
          .filter(([id, amount]) => names.has(`${prefix}/${id}`) && !amount.eq(0))
          .map(([id, amount]) => [names.get(`${prefix}/${id}`), text(amount.times(sign))]),
      )
    const ledger = await readReport(company, 'GeneralLedger', allDates)
    expect(getClosings(ledger)).toEqual(toExpected(counted.accounts, 'Account', 1))

    const owed = byRecord(
      await readReport(company, 'CustomerBalanceSummary', allDates),
      ({ cells }) => Object.values(cells)[0],
    )
    expect(owed).toEqual(toExpected(counted.names, 'Customer', 1))
    const owing = byRecord(
      await readReport(company, 'VendorBalanceSummary', allDates),
      ({ cells }) => Object.values(cells)[0],
    )
    expect(owing).toEqual(toExpected(counted.names, 'Vendor', -1))

    const open = await toOpenAmounts(
      company,
      new Map([...counted.open.keys()].map((id) => [id, counted.openHome.get(id) ?? zero])),
    )
    const columns = '<IncludeColumn>TxnID</IncludeColumn><IncludeColumn>OpenBalance</IncludeColumn>'
    const details = [
      await readReport(company, 'ARAgingDetail', `${allDates}${columns}`),
      await readReport(company, 'APAgingDetail', `${allDates}${columns}`),
    ]
    const shown = details
      .flatMap(({ rows }) => rows)
      .map(({ cells }) => [cells['Trans ID'] ?? '', cells['Open Balance']])
    expect(Object.fromEntries(shown)).toMatchObject(open)

    const stock = await readReport(company, 'InventoryValuationSummary', allDates)
    const values = new Map([...counted.stock].map(([id, { value }]) => [id, value]))
    expect(byRecord(stock, ({ cells }) => cells['Asset Value'])).toEqual(toExpected(values, 'Item', 1))
  })
})

/** Returns the open amounts on invoices, credit memos, payments, bills and credits that a recount found, by TxnID. */
function toOpenAmounts(company: Company, open: ReadonlyMap<string, Big>): Promise<Readonly<Record<string, string>>> {
  return company.read(({ transactions }) => {
    const amounts = [...open].filter(([, amount]) => !amount.eq(0))
    const signed = amounts.map(([id, amount]) => {
      const kind = transactions.get(id)?.kind ?? ''
      return [id, text(amount.times(kind === 'Invoice' || kind === 'Bill' ? 1 : -1))]
    })
    return Object.fromEntries(signed)
  })
}

/** Returns the full record names by `<family or kind>/<ListID>`. */
function getFullNames(company: Company): Promise<readonly (readonly [string, string])[]> {
  return company.read(({ lists }) =>
    ['Account', 'Name', 'Item'].flatMap((family) =>
      lists.getIds(family).flatMap((id) => {
        const record = lists.byId(family, id)
        const prefix = family === 'Name' ? record?.kind : family
        return record === undefined ? [] : [[`${prefix}/${id}`, lists.fullName(record)] as const]
      }),
    ),
  )
}
