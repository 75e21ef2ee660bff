import {
  type AccountName,
  accountNames,
  accounts,
  customers,
  isCreditAccount,
  isProfitAndLoss,
  vendors,
} from './chart.ts'
import type { Expectation } from './expectation.ts'
import type { Paper } from './paper.ts'
import type { FlatRow } from './read-report.ts'
import { type Entry, getBalances, groupCents, sumCents } from './recount.ts'

interface Recounted {
  readonly entries: readonly Entry[]
  readonly papers: readonly Paper[]
}

/** How a report's figures follow from the papers. */
export interface ReportAudit {
  readonly name: string
  readonly dates: 'period' | 'asOf'
  readonly hasBasis?: true
  readonly expect: (recounted: Recounted) => readonly Expectation[]
}

/** The twenty reports. */
export const reportAudits: readonly ReportAudit[] = [
  { name: 'ProfitAndLoss', dates: 'period', hasBasis: true, expect: expectProfitAndLoss },
  { name: 'ProfitAndLossDetail', dates: 'period', hasBasis: true, expect: expectProfitAndLossDetail },
  { name: 'BalanceSheet', dates: 'period', hasBasis: true, expect: expectBalanceSheet },
  { name: 'TrialBalance', dates: 'period', hasBasis: true, expect: expectTrialBalance },
  { name: 'GeneralLedger', dates: 'period', hasBasis: true, expect: expectLedger },
  { name: 'JournalReport', dates: 'period', expect: expectJournal },
  { name: 'TransactionList', dates: 'period', expect: expectTransactions },
  { name: 'AgedReceivables', dates: 'asOf', expect: expectOpen('Accounts Receivable', 'Total') },
  { name: 'AgedReceivableDetail', dates: 'asOf', expect: expectOpenDetail('Accounts Receivable') },
  { name: 'AgedPayables', dates: 'asOf', expect: expectOpen('Accounts Payable', 'Total') },
  { name: 'AgedPayableDetail', dates: 'asOf', expect: expectOpenDetail('Accounts Payable') },
  { name: 'CustomerBalance', dates: 'asOf', expect: expectOpen('Accounts Receivable', 'Total') },
  { name: 'CustomerBalanceDetail', dates: 'asOf', expect: expectOpenDetail('Accounts Receivable') },
  { name: 'VendorBalance', dates: 'asOf', expect: expectOpen('Accounts Payable', 'Total') },
  { name: 'VendorBalanceDetail', dates: 'asOf', expect: expectOpenDetail('Accounts Payable') },
  { name: 'CustomerIncome', dates: 'period', hasBasis: true, expect: expectCustomerIncome },
  { name: 'VendorExpenses', dates: 'period', hasBasis: true, expect: expectVendorExpenses },
  { name: 'CustomerSales', dates: 'period', hasBasis: true, expect: expectCustomerSales },
  { name: 'ItemSales', dates: 'period', hasBasis: true, expect: expectItemSales },
  { name: 'InventoryValuationSummary', dates: 'asOf', expect: expectStock },
]

type Find = Expectation['find']

/** Finds a cell of the data row with a label. */
function inRow(label: string, column: string): Find {
  return (rows) => rows.find((row) => row.kind === 'data' && row.label === label)?.cells.get(column)
}

/** Finds a cell of a group's summary, or of its only row. */
function inGroup(group: string, column: string): Find {
  return (rows) => rows.findLast((row) => row.group === group)?.cells.get(column)
}

/** Adds up a column of some data rows. */
function addUp(column: string, isCounted: (row: FlatRow) => boolean): Find {
  return (rows) => {
    const counted = rows.filter((row) => row.kind === 'data' && isCounted(row))
    if (counted.length === 0) return undefined
    const cents = counted.reduce((sum, { cells }) => sum + Math.round(Number(cells.get(column) || 0) * 100), 0)
    return (cents / 100).toFixed(2)
  }
}

function isIn(section: string): (row: FlatRow) => boolean {
  return ({ sections }) => sections.at(-1) === section
}

function toNatural(account: AccountName, cents: number): number {
  return isCreditAccount(account) ? -cents : cents
}

function getProfit(entries: readonly Entry[]): number {
  return -sumCents(entries.filter(({ account }) => isProfitAndLoss(account)))
}

function getKindTotal(entries: readonly Entry[], ...kinds: readonly string[]): number {
  return sumCents(entries.filter(({ account }) => kinds.includes(accounts[account])))
}

function expectProfitAndLoss({ entries }: Recounted): readonly Expectation[] {
  const balances = [...getBalances(entries)].filter(([account]) => isProfitAndLoss(account))
  return [
    ...balances.map(([account, cents]) => ({
      label: account,
      value: toNatural(account, cents),
      find: inRow(account, 'Total'),
    })),
    { label: 'Income', value: -getKindTotal(entries, 'income'), find: inGroup('Income', 'Total') },
    { label: 'Cost of goods sold', value: getKindTotal(entries, 'cogs'), find: inGroup('COGS', 'Total') },
    { label: 'Gross profit', value: -getKindTotal(entries, 'income', 'cogs'), find: inGroup('GrossProfit', 'Total') },
    { label: 'Expenses', value: getKindTotal(entries, 'expense'), find: inGroup('Expenses', 'Total') },
    { label: 'Net income', value: getProfit(entries), find: inGroup('NetIncome', 'Total') },
  ]
}

function expectProfitAndLossDetail({ entries }: Recounted): readonly Expectation[] {
  return [...getBalances(entries)]
    .filter(([account]) => isProfitAndLoss(account))
    .map(([account, cents]) => ({
      label: account,
      value: toNatural(account, cents),
      find: addUp('Amount', isIn(account)),
    }))
}

function expectBalanceSheet({ entries }: Recounted): readonly Expectation[] {
  const balances = [...getBalances(entries)].filter(([account]) => !isProfitAndLoss(account))
  const assets = getKindTotal(entries, 'asset', 'receivable')
  return [
    ...balances.map(([account, cents]) => ({
      label: account,
      value: toNatural(account, cents),
      find: inRow(account, 'Total'),
    })),
    { label: 'Net income', value: getProfit(entries), find: inRow('Net Income', 'Total') },
    { label: 'Assets', value: assets, find: inGroup('TotalAssets', 'Total') },
    { label: 'Liabilities and equity', value: assets, find: inGroup('TotalLiabilitiesAndEquity', 'Total') },
  ]
}

function expectTrialBalance({ entries }: Recounted): readonly Expectation[] {
  const balances = [...getBalances(entries)]
  const debits = balances.reduce((sum, [, cents]) => sum + Math.max(cents, 0), 0)
  return [
    ...balances.map(([account, cents]) => {
      const column = cents > 0 ? 'Debit' : 'Credit'
      return { label: `${account}, ${column}`, value: Math.abs(cents), find: inRow(account, column) }
    }),
    { label: 'Debits', value: debits, find: inGroup('GrandTotal', 'Debit') },
    { label: 'Credits', value: debits, find: inGroup('GrandTotal', 'Credit') },
  ]
}

function expectLedger({ entries }: Recounted): readonly Expectation[] {
  return accountNames
    .filter((account) => entries.some((entry) => entry.account === account && entry.cents !== 0))
    .flatMap((account) => {
      const value = toNatural(account, sumCents(entries.filter((entry) => entry.account === account)))
      return [
        { label: `${account}, postings`, value, find: addUp('Amount', isIn(account)) },
        {
          label: `${account}, balance`,
          value,
          find: (rows: readonly FlatRow[]) =>
            rows.findLast((row) => row.kind === 'data' && isIn(account)(row))?.cells.get('Balance'),
        },
      ]
    })
}

function expectJournal({ entries }: Recounted): readonly Expectation[] {
  const debits = sumCents(entries.filter(({ cents }) => cents > 0))
  return ['Debit', 'Credit'].map((column) => ({ label: column, value: debits, find: addUp(column, () => true) }))
}

function expectTransactions({ papers }: Recounted): readonly Expectation[] {
  const types = new Set(papers.flatMap(({ type }) => type ?? []))
  return [...types].map((type) => ({
    label: type,
    unit: 'count',
    value: papers.filter((paper) => paper.type === type).length,
    find: (rows) => String(rows.filter(({ cells }) => cells.get('Transaction Type') === type).length),
  }))
}

/** Returns the name whose balance a receivable or payable belongs to. */
function getName({ paper }: Entry): string | undefined {
  return paper.customer ?? paper.vendor
}

function getOpen(entries: readonly Entry[], account: AccountName): readonly (readonly [name: string, cents: number])[] {
  const own = entries.filter((entry) => entry.account === account)
  return [...groupCents(own, getName)].map(([name, cents]) => [name, toNatural(account, cents)] as const)
}

function expectOpen(account: AccountName, column: string): ReportAudit['expect'] {
  return ({ entries }) => {
    const open = getOpen(entries, account)
    return [
      ...open.map(([name, value]) => ({ label: name, value, find: inRow(name, column) })),
      { label: 'Total', value: open.reduce((sum, [, value]) => sum + value, 0), find: inGroup('GrandTotal', column) },
    ]
  }
}

/** Compares each name's open balance, and their total. */
function expectOpenDetail(account: AccountName): ReportAudit['expect'] {
  const isOf = (name: string) => (row: FlatRow) => row.sections.includes(name) || [...row.cells.values()].includes(name)
  return ({ entries }) => {
    const open = getOpen(entries, account)
    return [
      ...open.map(([name, value]) => ({ label: name, value, find: addUp('Open Balance', isOf(name)) })),
      {
        label: 'Total',
        value: open.reduce((sum, [, value]) => sum + value, 0),
        find: addUp('Open Balance', () => true),
      },
    ]
  }
}

function expectCustomerIncome({ entries }: Recounted): readonly Expectation[] {
  return customers.flatMap((name) => {
    const own = entries.filter(({ paper, account }) => paper.customer === name && isProfitAndLoss(account))
    const income = -getKindTotal(own, 'income')
    // QuickBooks Online shows them as negative.
    const expenses = -getKindTotal(own, 'cogs', 'expense')
    return [
      { label: `${name}, income`, value: income, find: inRow(name, 'Income') },
      { label: `${name}, expenses`, value: expenses, find: inRow(name, 'Expenses') },
      { label: `${name}, net`, value: income + expenses, find: inRow(name, 'Net Income') },
    ]
  })
}

function expectVendorExpenses({ entries }: Recounted): readonly Expectation[] {
  return vendors.flatMap((name) => {
    const own = entries.filter(({ paper }) => paper.vendor === name)
    const value = getKindTotal(own, 'cogs', 'expense')
    return value === 0 ? [] : [{ label: name, value, find: inRow(name, 'Total') }]
  })
}

function expectCustomerSales({ entries }: Recounted): readonly Expectation[] {
  return customers.map((name) => {
    const own = entries.filter(({ paper }) => paper.customer === name)
    return { label: name, value: -getKindTotal(own, 'income'), find: inRow(name, 'Total') }
  })
}

function expectItemSales({ entries }: Recounted): readonly Expectation[] {
  const sold = groupCents(
    entries.filter(({ account }) => accounts[account] === 'income'),
    ({ item }) => item,
  )
  const cost = sumCents(entries.filter(({ account }) => account === 'Cost of Goods Sold'))
  const bolts = -(sold.get('Bolt') ?? 0)
  const all = [...sold.values()].reduce((sum, cents) => sum - cents, 0)
  return [
    ...[...sold].map(([item, cents]) => ({ label: item, value: -cents, find: inRow(item, 'Total/Amount') })),
    { label: 'Bolt, cost', value: cost, find: inRow('Bolt', 'Total/COGS') },
    { label: 'Bolt, margin', value: bolts - cost, find: inRow('Bolt', 'Total/Gross Margin') },
    { label: 'Total', value: all, find: inGroup('GrandTotal', 'Total/Amount') },
    { label: 'Total, margin', value: bolts - cost, find: inGroup('GrandTotal', 'Total/Gross Margin') },
  ]
}

function expectStock({ entries }: Recounted): readonly Expectation[] {
  const stock = entries.filter(({ account }) => account === 'Inventory Asset')
  const quantity = -stock.reduce((sum, entry) => sum + (entry.quantity ?? 0), 0)
  return [
    { label: 'Bolt, quantity', unit: 'count', value: quantity, find: inRow('Bolt', 'Qty') },
    { label: 'Bolt, value', value: sumCents(stock), find: inRow('Bolt', 'Asset Value') },
    { label: 'Total, value', value: sumCents(stock), find: inGroup('GrandTotal', 'Asset Value') },
  ]
}
