import { describe, expect, it } from 'vitest'
import { openTestCompany } from '../../test/company.fixture.ts'
import { add, ref } from '../../test/purchases.fixture.ts'
import { period, readReport } from '../../test/reports.fixture.ts'

/** The accounts with a balance in a balance sheet QuickBooks Desktop returned: type, full name and balance. */
const balances = [
  ['Bank', 'Cash Held in Bank', '1500.00'],
  ['Bank', 'Operating Account', '994.18'],
  ['Bank', 'Payroll Account', '280.15'],
  ['AccountsReceivable', 'Accounts Receivable', '1429.85'],
  ['AccountsReceivable', 'Allowance For Doubtful Accounts', '-21.29'],
  ['OtherCurrentAsset', 'Inventory Asset', '1892.68'],
  ['OtherCurrentAsset', 'Undeposited Funds', '82.46'],
  ['FixedAsset', 'Accumulated Depreciation', '-44.85'],
  ['FixedAsset', 'Leased  Asset', '157.25'],
  ['OtherAsset', 'Goodwill', '2465.76'],
  ['AccountsPayable', 'Accounts Payable', '-442.58'],
  ['CreditCard', 'Amex:Amex sub', '-87.10'],
  ['CreditCard', 'Visa Card', '-52.73'],
  ['OtherCurrentLiability', 'Accrued Bonus', '-79.00'],
  ['OtherCurrentLiability', 'Payroll Tax Liabilities', '-1.26'],
  ['LongTermLiability', 'Lease Liability', '-114.45'],
  ['Equity', 'Retained Earnings', '-6606.39'],
  ['Income', 'Service Income', '-1352.68'],
] as const

/** The rows QuickBooks Desktop returned: kind, label, balance and the account's full name. */
const recorded = `
Text|ASSETS
Text|Current Assets
Text|Checking/Savings
Data|Cash Held in Bank|1500.00|Cash Held in Bank
Data|Operating Account|994.18|Operating Account
Data|Payroll Account|280.15|Payroll Account
Subtotal|Total Checking/Savings|2774.33
Text|Accounts Receivable
Data|Accounts Receivable|1429.85|Accounts Receivable
Data|Allowance For Doubtful Accounts|-21.29|Allowance For Doubtful Accounts
Subtotal|Total Accounts Receivable|1408.56
Text|Other Current Assets
Data|Inventory Asset|1892.68|Inventory Asset
Data|Undeposited Funds|82.46|Undeposited Funds
Subtotal|Total Other Current Assets|1975.14
Subtotal|Total Current Assets|6158.03
Text|Fixed Assets
Data|Accumulated Depreciation|-44.85|Accumulated Depreciation
Data|Leased  Asset|157.25|Leased  Asset
Subtotal|Total Fixed Assets|112.40
Text|Other Assets
Data|Goodwill|2465.76|Goodwill
Subtotal|Total Other Assets|2465.76
Total|TOTAL ASSETS|8736.19
Text|LIABILITIES & EQUITY
Text|Liabilities
Text|Current Liabilities
Text|Accounts Payable
Data|Accounts Payable|442.58|Accounts Payable
Subtotal|Total Accounts Payable|442.58
Text|Credit Cards
Text|Amex
Data|Amex sub|87.10|Amex:Amex sub
Subtotal|Total Amex|87.10|Amex
Data|Visa Card|52.73|Visa Card
Subtotal|Total Credit Cards|139.83
Text|Other Current Liabilities
Data|Accrued Bonus|79.00|Accrued Bonus
Data|Payroll Tax Liabilities|1.26|Payroll Tax Liabilities
Subtotal|Total Other Current Liabilities|80.26
Subtotal|Total Current Liabilities|662.67
Text|Long Term Liabilities
Data|Lease Liability|114.45|Lease Liability
Subtotal|Total Long Term Liabilities|114.45
Subtotal|Total Liabilities|777.12
Text|Equity
Data|Retained Earnings|6606.39|Retained Earnings
Data|Net Income|1352.68
Subtotal|Total Equity|7959.07
Total|TOTAL LIABILITIES & EQUITY|8736.19
`

describe('the balance sheet', () => {
  it('the balance sheet is the one that QuickBooks Desktop returned for the same balances', async () => {
    const { company } = openTestCompany()
    await add(company, 'Customer', '<Name>Smith</Name>')
    await add(company, 'Vendor', '<Name>Forge</Name>')
    await add(company, 'Account', '<Name>Amex</Name><AccountType>CreditCard</AccountType>')
    const existing = ['Accounts Receivable', 'Inventory Asset', 'Undeposited Funds', 'Accumulated Depreciation']
    existing.push('Accounts Payable', 'Service Income')
    for (const [type, fullName] of balances) {
      const [name, child] = fullName.split(':')
      if (existing.includes(fullName)) continue
      const names =
        child === undefined ? `<Name>${name}</Name>` : `<Name>${child}</Name>${ref('ParentRef', name ?? '')}`
      await add(company, 'Account', `${names}<AccountType>${type}</AccountType>`)
    }
    const enter = (lines: string) => add(company, 'JournalEntry', `<TxnDate>2025-02-01</TxnDate>${lines}`)
    const toLine = (account: string, balance: string, owner?: string) => {
      const side = balance.startsWith('-') ? 'Credit' : 'Debit'
      const amount = `${ref('AccountRef', account)}<Amount>${balance.replace('-', '')}</Amount>`
      return `<Journal${side}Line>${amount}${owner === undefined ? '' : ref('EntityRef', owner)}</Journal${side}Line>`
    }
    // Accounts payable and receivable need an entry each.
    const owners = new Map([
      ['AccountsReceivable', 'Smith'],
      ['AccountsPayable', 'Forge'],
    ])
    const lines: string[] = []
    for (const [type, account, balance] of balances) {
      const owner = owners.get(type)
      if (owner === undefined) lines.push(toLine(account, balance))
      else {
        const negated = balance.startsWith('-') ? balance.slice(1) : `-${balance}`
        await enter(toLine(account, balance, owner) + toLine('Retained Earnings', negated))
        lines.push(toLine('Retained Earnings', balance))
      }
    }
    await enter(lines.join(''))

    const report = await readReport(company, 'BalanceSheetStandard', period('2025-01-01', '2025-03-20'))
    expect(report).toMatchObject({
      title: 'Balance Sheet',
      subtitle: 'As of March 20, 2025',
      basis: 'Accrual',
      titles: ['', 'Mar 20, 25'],
    })
    const rows = report.rows.map(({ kind, label, cells, record }) =>
      [kind.replace('Row', ''), label, cells['Mar 20, 25'], record].filter((text) => text !== undefined).join('|'),
    )
    expect(rows).toEqual(recorded.trim().split('\n'))
  })
})
