import { childText } from '@bridge/qbxml'
import { beforeAll, describe, expect, it } from 'vitest'
import { openTestCompany, sendXml, texts } from '../../../test/company.fixture.ts'
import type { Company } from '../../company/company.ts'
import { trialBalance } from '../../company/trial-balance.ts'
import { memoryStorage } from '../../storage/memory-storage.ts'

let company: Company

beforeAll(() => {
  company = openTestCompany({ template: 'trading' }).company
})

function query(kind: string, filter = '') {
  return sendXml(company, `<${kind}QueryRq>${filter}</${kind}QueryRq>`)
}

function inCurrency(fullName: string): string {
  return `<CurrencyFilter><FullName>${fullName}</FullName></CurrencyFilter>`
}

describe('the trading company', () => {
  it('has balanced books with exchange gains', async () => {
    const { accounts, total } = await trialBalance(company)
    expect(total).toBe('0.00')
    expect(accounts.find(({ fullName }) => fullName === 'Exchange Gain or Loss')?.amount).not.toBe('0.00')
  })

  it('has several currencies, whatever the connection', async () => {
    const storage = memoryStorage()
    await openTestCompany({ storage, template: 'trading' }).company.recordCount()
    const { company } = openTestCompany({ storage })
    const { elements } = await sendXml(company, '<CurrencyQueryRq/>')
    expect(elements.map((each) => texts(each, 'CurrencyCode', 'AsOfDate'))).toEqual([
      ['CAD', '2026-03-16'],
      ['EUR', '2026-03-16'],
      ['USD', '2025-04-20'],
    ])
  })

  it.each(['US Dollar', 'Euro', 'Canadian Dollar'])('has names, accounts and open papers in %s', async (currency) => {
    const filter = inCurrency(currency)
    for (const kind of ['Customer', 'Vendor']) {
      expect((await query(kind, filter)).elements.length).toBeGreaterThan(1)
    }
    const accounts = (await query('Account', filter)).elements.map((each) => childText(each, 'AccountType'))
    for (const type of ['Bank', 'CreditCard', 'AccountsReceivable', 'AccountsPayable']) expect(accounts).toContain(type)
    for (const kind of ['Invoice', 'Bill']) {
      const { elements } = await query(kind, `${filter}<PaidStatus>NotPaidOnly</PaidStatus>`)
      expect(elements.length).toBeGreaterThan(2)
      for (const each of elements) expect(texts(each, 'CurrencyRef')).toEqual([currency])
    }
  })

  it('has a home currency adjustment each month', async () => {
    const { elements } = await query('JournalEntry', inCurrency('Euro'))
    expect(elements.map((each) => childText(each, 'IsHomeCurrencyAdjustment'))).toEqual(Array(10).fill('true'))
  })
})
