import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createReportResponse } from '../../../test/desktop-report.fixture.ts'
import { runReport } from '../../../test/run-report.fixture.ts'
import type { ReportRow } from '../table/report.ts'

/** An account with postings on itself, if it has any, and its sub-accounts. */
interface Account {
  readonly name: string
  readonly hasOwn: boolean
  readonly children: readonly Account[]
}

/** Names easily confused with a report's rows. */
const names = [
  'Income',
  'Total Income',
  'Net Income',
  'Other Income',
  'Expense',
  'Gross Profit',
  'TOTAL',
  'Cost of Goods Sold',
  'Total COGS',
  'A',
  'Total A',
  'A - Other',
  'Ordinary Income/Expense',
]

const { accounts } = fc.letrec<{ account: Account; accounts: Account[] }>((tie) => ({
  account: fc.record({
    name: fc.constantFrom(...names),
    hasOwn: fc.boolean(),
    children: fc.oneof({ maxDepth: 3, depthSize: 'small' }, fc.constant([]), tie('accounts')),
  }),
  accounts: fc.uniqueArray(tie('account'), { selector: ({ name }) => name, maxLength: 3, minLength: 1 }),
}))

/** Amounts are unique, so that each shows where it went. */
function createPrinter() {
  let count = 0
  const amounts = new Map<string, string>()
  const nextAmount = (fullName: string): string => {
    count++
    amounts.set(`${count}.00`, fullName)
    return `${count}.00`
  }
  const formatAccount = ({ name, hasOwn, children }: Account, path: readonly string[]): readonly string[] => {
    const fullName = [...path, name].join(':')
    if (children.length === 0) return [`[${fullName}] ${name} | ${nextAmount(fullName)}`]
    return [
      `> ${name}`,
      ...children.flatMap((child) => formatAccount(child, [...path, name])),
      ...(hasOwn ? [`[${fullName}] ${name} - Other | ${nextAmount(fullName)}`] : []),
      `= [${fullName}] Total ${name} | 0.01`,
    ]
  }
  return { amounts, formatAccount }
}

test('shows each amount once, with the account and below the desktop’s parents', () => {
  fc.assert(
    fc.property(accounts, accounts, (income, expense) => {
      const { amounts, formatAccount } = createPrinter()
      const print = (all: readonly Account[]) => all.flatMap((account) => formatAccount(account, []))
      const rows = [
        '> Ordinary Income/Expense',
        '> Income',
        ...print(income),
        '= Total Income | 0.02',
        '= Gross Profit | 0.03',
        '> Expense',
        ...print(expense.map((account) => ({ ...account, name: `${account.name}!` }))),
        '= Total Expense | 0.04',
        '= Net Ordinary Income | 0.05',
        '== Net Income | 0.06',
      ]
      const response = createReportResponse({
        query: 'GeneralSummary',
        columns: [['Label'], ['Amount', 'Jan 26']],
        rows: rows.join('\n'),
      })
      const ids = new Map([...amounts.values()].map((fullName, index) => [fullName, `A-${index}`]))
      const company = { accounts: Object.fromEntries([...ids].map(([fullName, id]) => [fullName, { id }])) }
      const { Row = [] } = runReport('ProfitAndLoss', '', response, company).body.Rows
      const found = Row.flatMap((row) => ('ColData' in row ? [] : collect(row.Rows?.Row ?? [], [])))
      expect(new Map(found.map(({ amount, path }) => [amount, path]))).toEqual(amounts)
      expect(found).toHaveLength(amounts.size)
      for (const { path, id } of found) expect(id).toBe(ids.get(path))
      expect(Row.map(({ group }) => group)).toEqual([
        'Income',
        'GrossProfit',
        'Expenses',
        'NetOperatingIncome',
        'NetIncome',
      ])
    }),
    { numRuns: 60 },
  )
})

interface Found {
  readonly amount: string
  readonly path: string
  readonly id: string | undefined
}

/** Returns the amounts in rows and headers. */
function collect(rows: readonly ReportRow[], path: readonly string[]): readonly Found[] {
  return rows.flatMap((row) => {
    const cells = 'ColData' in row ? row.ColData : (row.Header?.ColData ?? [])
    const [name, amount] = cells
    const inner = [...path, name?.value ?? '']
    return [
      ...(amount === undefined || amount.value === ''
        ? []
        : [{ amount: amount.value, path: inner.join(':'), id: name?.id }]),
      ...('ColData' in row ? [] : collect(row.Rows?.Row ?? [], inner)),
    ]
  })
}
