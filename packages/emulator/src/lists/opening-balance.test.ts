import { childrenByName, childText, type Element } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { getPostedChanges, only, openTestCompany, sendXml, texts } from '../../test/company.fixture.ts'
import type { Company } from '../company/company.ts'

function open(): Company {
  return openTestCompany().company
}
function opened(balance: string): string {
  return `<OpenBalance>${balance}</OpenBalance><OpenBalanceDate>2026-01-31</OpenBalanceDate>`
}
function add(company: Company, kind: string, fields: string): Promise<Element> {
  return sendXml(company, `<${kind}AddRq><${kind}Add>${fields}</${kind}Add></${kind}AddRq>`).then(only)
}
async function findOnly(company: Company, kind: string): Promise<Element> {
  const lines = '<IncludeLineItems>true</IncludeLineItems>'
  return only(await sendXml(company, `<${kind}QueryRq>${lines}</${kind}QueryRq>`))
}
async function getPosted(kind: string, fields: string) {
  const company = open()
  const posted = await getPostedChanges(company, () => add(company, kind, fields))
  return { company, posted }
}

describe('an opening balance', () => {
  it('an opening balance of a customer is an invoice against uncategorized income', async () => {
    const { company, posted } = await getPosted('Customer', `<Name>Smith</Name>${opened('12.50')}`)
    expect(posted).toEqual({ 'Accounts Receivable': '12.50', 'Uncategorized Income': '-12.50' })
    const invoice = await findOnly(company, 'Invoice')
    expect(texts(invoice, 'CustomerRef', 'TxnDate', 'Memo', 'Subtotal', 'BalanceRemaining')).toEqual([
      'Smith',
      '2026-01-31',
      'Opening balance',
      '12.50',
      '12.50',
    ])
    const lines = childrenByName(invoice, 'InvoiceLineRet').map((line) => texts(line, 'ItemRef', 'Desc', 'Amount'))
    expect(lines).toEqual([[undefined, 'Opening balance', '12.50']])
  })

  it('an opening balance of a vendor is a bill against uncategorized expenses', async () => {
    const { company, posted } = await getPosted('Vendor', `<Name>Forge</Name>${opened('80.25')}`)
    expect(posted).toEqual({ 'Accounts Payable': '-80.25', 'Uncategorized Expenses': '80.25' })
    expect(texts(await findOnly(company, 'Bill'), 'VendorRef', 'TxnDate', 'Memo', 'OpenAmount')).toEqual([
      'Forge',
      '2026-01-31',
      'Opening balance',
      '80.25',
    ])
  })

  it.each([
    ['Customer', 'CreditMemo', 'CreditRemaining'],
    ['Vendor', 'VendorCredit', 'OpenAmount'],
  ])('an opening balance of a %s is a %s if it is negative', async (kind, credit, open) => {
    const { company } = await getPosted(kind, `<Name>Smith</Name>${opened('-7.00')}`)
    expect(texts(await findOnly(company, credit), 'Memo', open)).toEqual(['Opening balance', '7.00'])
    const query = `<${kind}QueryRq><FullName>Smith</FullName></${kind}QueryRq>`
    expect(texts(only(await sendXml(company, query)), 'Balance')).toEqual(['-7.00'])
  })

  it('an opening balance of a bank account is a deposit from opening balance equity', async () => {
    const fields = `<Name>Reserve</Name><AccountType>Bank</AccountType>${opened('500.00')}`
    const { company, posted } = await getPosted('Account', fields)
    expect(posted).toEqual({ Reserve: '500.00', 'Opening Balance Equity': '-500.00' })
    expect(texts(await findOnly(company, 'Deposit'), 'DepositToAccountRef', 'TxnDate', 'Memo')).toEqual([
      'Reserve',
      '2026-01-31',
      'Account Opening Balance',
    ])
  })

  it.each([
    ['CreditCard', '90.00', '-90.00'],
    ['FixedAsset', '90.00', '90.00'],
    ['LongTermLiability', '-5.00', '5.00'],
    ['Bank', '-5.00', '-5.00'],
  ])('an opening balance of an account of type %s with %s is a journal entry', async (type, balance, debit) => {
    const fields = `<Name>Reserve</Name><AccountType>${type}</AccountType>${opened(balance)}`
    const { company, posted } = await getPosted('Account', fields)
    expect(posted.Reserve).toBe(debit)
    expect(Object.keys(posted)).toEqual(['Reserve', 'Opening Balance Equity'])
    const entry = await findOnly(company, 'JournalEntry')
    const lines = entry.children.filter(({ name }) => name.startsWith('Journal'))
    expect(lines.map((line) => childText(line, 'Memo'))).toEqual(['Account Opening Balance', 'Account Opening Balance'])
  })

  it('an opening balance of a receivable account is refused, since it has no customer, and nothing is stored', async () => {
    const company = open()
    const before = await company.recordCount()
    const fields = `<Name>Owed</Name><AccountType>AccountsReceivable</AccountType>${opened('1.00')}`
    const response = await sendXml(company, `<AccountAddRq><AccountAdd>${fields}</AccountAdd></AccountAddRq>`)
    expect([response.statusCode, await company.recordCount()]).toEqual([3210, before])
  })

  it('an opening balance may exceed the credit limit, and can be paid and voided', async () => {
    const { company } = await getPosted(
      'Customer',
      '<Name>Smith</Name><OpenBalance>12.50</OpenBalance><CreditLimit>5.00</CreditLimit>',
    )
    const [id] = texts(await findOnly(company, 'Invoice'), 'TxnID')
    const customer = '<CustomerRef><FullName>Smith</FullName></CustomerRef>'
    const applied = `<AppliedToTxnAdd><TxnID>${id}</TxnID><PaymentAmount>10.00</PaymentAmount></AppliedToTxnAdd>`
    await add(company, 'ReceivePayment', `${customer}<TotalAmount>10.00</TotalAmount>${applied}`)
    expect(texts(await findOnly(company, 'Invoice'), 'BalanceRemaining')).toEqual(['2.50'])
    await sendXml(company, `<TxnVoidRq><TxnVoidType>Invoice</TxnVoidType><TxnID>${id}</TxnID></TxnVoidRq>`)
    expect(texts(await findOnly(company, 'Invoice'), 'Subtotal')).toEqual(['0.00'])
  })
})
