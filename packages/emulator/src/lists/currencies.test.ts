import { beforeEach, describe, expect, it } from 'vitest'
import { only, openTestCompany, sendXml, texts } from '../../test/company.fixture.ts'
import { invoiceOf, openForeignCompany } from '../../test/foreign-currency.fixture.ts'
import { add, done, ref, refusal, textAt, textsAt } from '../../test/purchases.fixture.ts'
import type { Company } from '../company/company.ts'

let company: Company

beforeEach(async () => {
  company = await openForeignCompany()
})

function find(kind: string, name: string) {
  return done(company, `<${kind}QueryRq><FullName>${name}</FullName></${kind}QueryRq>`)
}

async function toListMod(kind: string, name: string, fields: string): Promise<string> {
  const record = await find(kind, name)
  const head = `<ListID>${textAt(record, 'ListID')}</ListID><EditSequence>${textAt(record, 'EditSequence')}</EditSequence>`
  return `<${kind}ModRq><${kind}Mod>${head}${fields}</${kind}Mod></${kind}ModRq>`
}

describe('the currency of a name or account', () => {
  it.each(['Customer', 'Vendor', 'Account'])(
    'is set when a %s is added, and changed until it is used',
    async (kind) => {
      const type = kind === 'Account' ? '<AccountType>Bank</AccountType>' : ''
      await add(company, kind, `<Name>New</Name>${type}${ref('CurrencyRef', 'Euro')}`)
      expect(texts(await find(kind, 'New'), 'CurrencyRef')).toEqual(['Euro'])
      const changed = await done(company, await toListMod(kind, 'New', ref('CurrencyRef', 'Canadian Dollar')))
      expect(texts(changed, 'CurrencyRef')).toEqual(['Canadian Dollar'])
    },
  )

  it('does not change once a customer has an invoice', async () => {
    await add(company, 'Invoice', invoiceOf('Euro Buyer', '1.00'))
    expect(await refusal(company, await toListMod('Customer', 'Euro Buyer', ref('CurrencyRef', 'US Dollar')))).toEqual([
      3210,
      expect.stringContaining('The currency cannot be changed, because the record is in use.'),
    ])
    const renamed = await done(company, await toListMod('Customer', 'Euro Buyer', '<Name>Renamed</Name>'))
    expect(texts(renamed, 'CurrencyRef')).toEqual(['Euro'])
  })

  it('is that of the parent for a job', async () => {
    const parent = ref('ParentRef', 'Euro Buyer')
    expect(texts(await add(company, 'Customer', `<Name>Job</Name>${parent}`), 'CurrencyRef')).toEqual(['Euro'])
    const other = `<CustomerAddRq><CustomerAdd><Name>B</Name>${parent}${ref('CurrencyRef', 'Canadian Dollar')}</CustomerAdd></CustomerAddRq>`
    expect(await refusal(company, other)).toEqual([3210, expect.stringContaining('must be the one of the parent')])
  })

  it.each([
    ['an unknown one', '<FullName>Drachma</FullName>', 'Bank', 3140],
    ['an inactive one', '<FullName>Japanese Yen</FullName>', 'Bank', 3210],
    ['one for an expense account', '<FullName>Euro</FullName>', 'Expense', 3210],
  ])('rejects %s', async (_what, reference, type, status) => {
    await done(company, await toListMod('Currency', 'Japanese Yen', '<IsActive>false</IsActive>'))
    const account = `<Name>A</Name><AccountType>${type}</AccountType><CurrencyRef>${reference}</CurrencyRef>`
    const [actual] = await refusal(company, `<AccountAddRq><AccountAdd>${account}</AccountAdd></AccountAddRq>`)
    expect(actual).toBe(status)
  })

  it('is rejected with status 3250 while multicurrency is off', async () => {
    const { company } = openTestCompany()
    const customer = `<CustomerAddRq><CustomerAdd><Name>A</Name>${ref('CurrencyRef', 'Euro')}</CustomerAdd></CustomerAddRq>`
    const [status] = await refusal(company, customer)
    expect(status).toBe(3250)
  })

  it.each([
    ['Customer', '', '108.00'],
    ['Vendor', '', '-108.00'],
    ['Account', '<AccountType>Bank</AccountType>', '108.00'],
    ['Account', '<AccountType>CreditCard</AccountType>', '-108.00'],
  ])('is that of the opening balance of a %s%s', async (kind, type, posted) => {
    const opening = '<OpenBalance>100.00</OpenBalance><OpenBalanceDate>2026-03-01</OpenBalanceDate>'
    const record = await add(company, kind, `<Name>New</Name>${type}${opening}${ref('CurrencyRef', 'Euro')}`)
    expect(textsAt(record, 'Balance')).toEqual(['100.00'])
    const { accounts } = await import('../company/trial-balance.ts').then(({ trialBalance }) => trialBalance(company))
    expect(accounts.map(({ amount }) => amount)).toContain(posted)
  })
})

describe('a currency', () => {
  it('shows the rate in effect, which papers of that day get', async () => {
    const { company, advance } = openTestCompany({ template: 'trading' })
    const rate = async () => texts(only(await sendXml(company, euro)), 'ExchangeRate', 'AsOfDate')
    const euro = '<CurrencyQueryRq><FullName>Euro</FullName></CurrencyQueryRq>'
    const now = await rate()
    advance(40 * 24 * 60 * 60)
    expect(await rate()).toEqual(now)
    const line = `<InvoiceLineAdd>${ref('ItemRef', 'Packing')}<Amount>1.00</Amount></InvoiceLineAdd>`
    const invoice = (date: string) =>
      add(company, 'Invoice', `${ref('CustomerRef', 'Alpenhof Sport')}<TxnDate>${date}</TxnDate>${line}`)
    expect(textAt(await invoice('2026-03-16'), 'ExchangeRate')).toBe(String(Number(now[0])))
    expect(textAt(await invoice('2025-12-01'), 'ExchangeRate')).not.toBe(String(Number(now[0])))
  })

  it('needs a rate in the transaction if it has none', async () => {
    await add(company, 'Currency', '<Name>Swiss Franc</Name><CurrencyCode>CHF</CurrencyCode>')
    await add(company, 'Customer', `<Name>Swiss Buyer</Name>${ref('CurrencyRef', 'Swiss Franc')}`)
    const invoice = invoiceOf('Swiss Buyer', '1.00')
    const [status] = await refusal(company, `<InvoiceAddRq><InvoiceAdd>${invoice}</InvoiceAdd></InvoiceAddRq>`)
    expect(status).toBe(3150)
    expect(textAt(await add(company, 'Invoice', invoiceOf('Swiss Buyer', '1.00', '1.2')), 'ExchangeRate')).toBe('1.2')
  })

  it('is not deleted while a name has it, and the home currency stays active', async () => {
    const id = textAt(await find('Currency', 'Euro'), 'ListID')
    const deleting = `<ListDelRq><ListDelType>Currency</ListDelType><ListID>${id}</ListID></ListDelRq>`
    expect((await refusal(company, deleting))[0]).toBe(3160)
    expect((await refusal(company, await toListMod('Currency', 'US Dollar', '<IsActive>false</IsActive>')))[0]).toBe(
      3210,
    )
  })
})
