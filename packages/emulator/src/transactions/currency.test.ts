import { beforeEach, describe, expect, it } from 'vitest'
import { getPostedChanges, sendXml } from '../../test/company.fixture.ts'
import { billOf, invoiceOf, openForeignCompany } from '../../test/foreign-currency.fixture.ts'
import { add, ledger, read, ref, refusal, textAt, textsAt, toMod } from '../../test/purchases.fixture.ts'
import type { Company } from '../company/company.ts'

let company: Company

beforeEach(async () => {
  company = await openForeignCompany()
})

function addRq(kind: string, fields: string): string {
  return `<${kind}AddRq><${kind}Add>${fields}</${kind}Add></${kind}AddRq>`
}

function paymentOf(customer: string, invoice: string | undefined, amount: string, rate: string, rest = ''): string {
  const applied = `<AppliedToTxnAdd><TxnID>${invoice}</TxnID><PaymentAmount>${amount}</PaymentAmount>${rest}</AppliedToTxnAdd>`
  return `${ref('CustomerRef', customer)}<TotalAmount>${amount}</TotalAmount><ExchangeRate>${rate}</ExchangeRate>${applied}`
}

function billPaymentOf(bill: string | undefined, bank: string, amount: string, rate: string): string {
  const applied = `<AppliedToTxnAdd><TxnID>${bill}</TxnID><PaymentAmount>${amount}</PaymentAmount></AppliedToTxnAdd>`
  const head = `${ref('PayeeEntityRef', 'Euro Seller')}${ref('BankAccountRef', bank)}<IsToBePrinted>true</IsToBePrinted>`
  return `${head}<ExchangeRate>${rate}</ExchangeRate>${applied}`
}

describe('a sale in a foreign currency', () => {
  it('has the currency of its customer, the rate of the day, and home currency postings', async () => {
    const fields = invoiceOf('Euro Buyer', '100.00')
    const posted = await getPostedChanges(company, () => add(company, 'Invoice', fields))
    expect(posted).toEqual({ 'Accounts Receivable - EUR': '108.00', 'Service Income': '-108.00' })
    const invoice = await add(company, 'Invoice', invoiceOf('Euro Buyer', '100.00', '1.2'))
    expect(
      textsAt(invoice, 'CurrencyRef/FullName', 'ExchangeRate', 'BalanceRemaining', 'BalanceRemainingInHomeCurrency'),
    ).toEqual(['Euro', '1.2', '100.00', '120.00'])
  })

  it('leaves the cents of rounding to exchange gains', async () => {
    const line = `<InvoiceLineAdd>${ref('ItemRef', 'Advice')}<Amount>0.55</Amount></InvoiceLineAdd>`
    const fields = `${ref('CustomerRef', 'Euro Buyer')}<ExchangeRate>1.1</ExchangeRate>${line}${line}`
    expect(await getPostedChanges(company, () => add(company, 'Invoice', fields))).toEqual({
      'Accounts Receivable - EUR': '1.21',
      'Service Income': '-1.22',
      'Exchange Gain or Loss': '0.01',
    })
  })

  it('sells an item at its home price divided by the rate', async () => {
    const line = `<InvoiceLineAdd>${ref('ItemRef', 'Advice')}<Quantity>2</Quantity></InvoiceLineAdd>`
    const fields = `${ref('CustomerRef', 'Euro Buyer')}<ExchangeRate>1.25</ExchangeRate>${line}`
    expect(textAt(await add(company, 'Invoice', fields), 'Subtotal')).toBe('80.00')
  })

  it('prints the home currency and rate 1 for a customer in US dollars', async () => {
    const invoice = await add(company, 'Invoice', invoiceOf('American Buyer', '100.00'))
    expect(
      textsAt(
        invoice,
        'CurrencyRef/FullName',
        'ExchangeRate',
        'ARAccountRef/FullName',
        'BalanceRemainingInHomeCurrency',
      ),
    ).toEqual(['US Dollar', '1', 'Accounts Receivable', '100.00'])
  })

  it.each([
    ['0', 'Euro Buyer'],
    ['-1.1', 'Euro Buyer'],
    ['123456789012', 'Euro Buyer'],
    ['1.1', 'American Buyer'],
  ])('rejects the rate %s for %s', async (rate, customer) => {
    expect(await refusal(company, addRq('Invoice', invoiceOf(customer, '100.00', rate)))).toEqual([
      3210,
      expect.stringContaining('"ExchangeRate" field has an invalid value'),
    ])
  })

  it("rejects an account in a third currency with Desktop's status", async () => {
    await add(company, 'Invoice', invoiceOf('Canadian Buyer', '100.00'))
    const account = ref('ARAccountRef', 'Accounts Receivable - CAD')
    for (const customer of ['Euro Buyer', 'American Buyer']) {
      expect(await refusal(company, addRq('Invoice', invoiceOf(customer, '1.00', '', account)))).toEqual([
        3140,
        expect.stringContaining(
          'The currency of the account must be either in home currency or the transaction currency.',
        ),
      ])
    }
    const home = ref('ARAccountRef', 'Accounts Receivable')
    expect(await refusal(company, addRq('Invoice', invoiceOf('Euro Buyer', '1.00', '', home)))).toEqual([
      3210,
      expect.stringContaining('The account must have the currency of the transaction.'),
    ])
  })

  it('rejects a Mod to a customer with another currency, and keeps the rate in any other Mod', async () => {
    const invoice = await add(company, 'Invoice', invoiceOf('Euro Buyer', '100.00', '1.2'))
    expect(await refusal(company, toMod(invoice, ref('CustomerRef', 'American Buyer')))).toEqual([
      3210,
      expect.stringContaining('The currency of a saved transaction cannot be changed.'),
    ])
    const { elements } = await sendXml(company, toMod(invoice, '<TxnDate>2026-01-05</TxnDate>'))
    expect(elements[0] && textsAt(elements[0], 'ExchangeRate', 'BalanceRemainingInHomeCurrency')).toEqual([
      '1.2',
      '120.00',
    ])
  })
})

describe('a payment in a foreign currency', () => {
  it('takes from an invoice what it was worth, and posts the difference as a gain', async () => {
    const invoice = await add(company, 'Invoice', invoiceOf('Euro Buyer', '100.00', '1.1'))
    const payment = paymentOf('Euro Buyer', textAt(invoice, 'TxnID'), '100.00', '1.25')
    expect(await getPostedChanges(company, () => add(company, 'ReceivePayment', payment))).toEqual({
      'Undeposited Funds': '125.00',
      'Accounts Receivable - EUR': '-110.00',
      'Exchange Gain or Loss': '-15.00',
    })
    expect(textsAt(await read(company, invoice), 'IsPaid', 'BalanceRemainingInHomeCurrency')).toEqual(['true', '0.00'])
  })

  it('leaves no cent on an invoice that is paid in parts, in any order', async () => {
    const invoice = await add(company, 'Invoice', invoiceOf('Euro Buyer', '1.00', '1.115'))
    const id = textAt(invoice, 'TxnID')
    for (const amount of ['0.33', '0.33', '0.34']) {
      await add(company, 'ReceivePayment', paymentOf('Euro Buyer', id, amount, '1.2'))
    }
    expect((await ledger(company))['Accounts Receivable - EUR']).toBeUndefined()
  })

  it('posts its gain again when the rate of the invoice changes', async () => {
    const invoice = await add(company, 'Invoice', invoiceOf('Euro Buyer', '100.00', '1.1'))
    await add(company, 'ReceivePayment', paymentOf('Euro Buyer', textAt(invoice, 'TxnID'), '100.00', '1.25'))
    const current = await read(company, invoice)
    await sendXml(company, toMod(current, '<ExchangeRate>1.3</ExchangeRate>'))
    expect(await ledger(company)).toEqual({
      'Undeposited Funds': '125.00',
      'Service Income': '-130.00',
      'Exchange Gain or Loss': '5.00',
    })
  })

  it('posts the gain of a credit memo with it', async () => {
    const invoice = await add(company, 'Invoice', invoiceOf('Euro Buyer', '100.00', '1.1'))
    const credit = invoiceOf('Euro Buyer', '40.00', '1.5').replaceAll('InvoiceLineAdd', 'CreditMemoLineAdd')
    const memo = await add(company, 'CreditMemo', credit)
    const set = `<SetCredit><CreditTxnID>${textAt(memo, 'TxnID')}</CreditTxnID><AppliedAmount>40.00</AppliedAmount></SetCredit>`
    await add(company, 'ReceivePayment', paymentOf('Euro Buyer', textAt(invoice, 'TxnID'), '60.00', '1.2', set))
    expect(await ledger(company)).toEqual({
      'Undeposited Funds': '72.00',
      'Service Income': '-50.00',
      'Exchange Gain or Loss': '-22.00',
    })
  })

  it('rejects an invoice in another currency', async () => {
    const invoice = await add(company, 'Invoice', invoiceOf('Canadian Buyer', '100.00'))
    const payment = paymentOf('Euro Buyer', textAt(invoice, 'TxnID'), '100.00', '1.1')
    expect(await refusal(company, addRq('ReceivePayment', payment))).toEqual([
      3210,
      expect.stringContaining('The transaction belongs to another customer or vendor.'),
    ])
  })
})

describe('a bill in a foreign currency', () => {
  it.each([
    ['Euro Bank', '-120.00'],
    ['American Bank', '-120.00'],
  ])('is paid from %s with a loss', async (bank, paid) => {
    const bill = await add(company, 'Bill', billOf('Euro Seller', '100.00', '1.1'))
    expect(textsAt(bill, 'APAccountRef/FullName', 'AmountDue', 'AmountDueInHomeCurrency')).toEqual([
      'Accounts Payable - EUR',
      '100.00',
      '110.00',
    ])
    const payment = billPaymentOf(textAt(bill, 'TxnID'), bank, '100.00', '1.2')
    expect(await getPostedChanges(company, () => add(company, 'BillPaymentCheck', payment))).toEqual({
      [bank]: paid,
      'Accounts Payable - EUR': '110.00',
      'Exchange Gain or Loss': '10.00',
    })
  })

  it('is not paid from an account in a third currency', async () => {
    const bill = await add(company, 'Bill', billOf('Euro Seller', '100.00', '1.1'))
    const payment = billPaymentOf(textAt(bill, 'TxnID'), 'Canadian Bank', '100.00', '1.2')
    const [status] = await refusal(company, addRq('BillPaymentCheck', payment))
    expect(status).toBe(3140)
  })
})
