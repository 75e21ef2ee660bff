import { beforeEach, describe, expect, it } from 'vitest'
import { getPostedChanges, sendXml } from '../../test/company.fixture.ts'
import { invoiceOf, openForeignCompany } from '../../test/foreign-currency.fixture.ts'
import { add, done, ledger, ref, refusal, rowsAt, textAt, textsAt, voiding } from '../../test/purchases.fixture.ts'
import type { Company } from '../company/company.ts'

let company: Company

beforeEach(async () => {
  company = await openForeignCompany()
})

function addRq(kind: string, fields: string): string {
  return `<${kind}AddRq><${kind}Add>${fields}</${kind}Add></${kind}AddRq>`
}

/** Receives a payment in advance, to undeposited funds. */
function receive(customer: string, amount: string, rate: string) {
  const rateField = rate === '1' ? '' : `<ExchangeRate>${rate}</ExchangeRate>`
  const auto = '<IsAutoApply>false</IsAutoApply>'
  const fields = `${ref('CustomerRef', customer)}<TotalAmount>${amount}</TotalAmount>${rateField}${auto}`
  return add(company, 'ReceivePayment', fields)
}

function depositOf(bank: string, head: string, ...payments: readonly (string | undefined)[]): string {
  const lines = payments.map((id) => `<DepositLineAdd><PaymentTxnID>${id}</PaymentTxnID></DepositLineAdd>`)
  return `${ref('DepositToAccountRef', bank)}${head}${lines.join('')}`
}

describe('a deposit', () => {
  it('takes a payment with its value in undeposited funds, and posts the difference', async () => {
    const payment = await receive('Euro Buyer', '100.00', '1.1')
    const waiting = await sendXml(company, '<ReceivePaymentToDepositQueryRq/>')
    expect(
      waiting.elements.map((each) => textsAt(each, 'Amount', 'CurrencyRef/FullName', 'AmountInHomeCurrency')),
    ).toEqual([['100.00', 'Euro', '110.00']])
    const fields = depositOf('Euro Bank', '<ExchangeRate>1.15</ExchangeRate>', textAt(payment, 'TxnID'))
    expect(await getPostedChanges(company, () => add(company, 'Deposit', fields))).toEqual({
      'Euro Bank': '115.00',
      'Undeposited Funds': '-110.00',
      'Exchange Gain or Loss': '-5.00',
    })
  })

  it('brings a foreign payment to a bank in the home currency, with its CurrencyRef', async () => {
    const id = textAt(await receive('Euro Buyer', '100.00', '1.1'), 'TxnID')
    const deposit = await add(company, 'Deposit', depositOf('American Bank', ref('CurrencyRef', 'Euro'), id))
    expect(
      textsAt(deposit, 'DepositTotal', 'CurrencyRef/FullName', 'ExchangeRate', 'DepositTotalInHomeCurrency'),
    ).toEqual(['100.00', 'Euro', '1.08', '108.00'])
  })

  it.each([
    ['two currencies', 'Euro Bank', ''],
    ['another currency than its bank', 'American Bank', ''],
  ])('is rejected with payments in %s', async (_what, bank, head) => {
    const euros = textAt(await receive('Euro Buyer', '100.00', '1.1'), 'TxnID')
    const dollars = textAt(await receive('Canadian Buyer', '100.00', '0.7'), 'TxnID')
    expect(await refusal(company, addRq('Deposit', depositOf(bank, head, euros, dollars)))).toEqual([
      3210,
      expect.stringContaining('All lines of a deposit must have its currency.'),
    ])
  })
})

describe('a transfer', () => {
  it('has its amount in the foreign currency, at the rate of the day', async () => {
    const accounts = ref('TransferFromAccountRef', 'American Bank') + ref('TransferToAccountRef', 'Euro Bank')
    const transfer = await add(company, 'Transfer', `${accounts}<Amount>100.00</Amount>`)
    expect(textsAt(transfer, 'FromAccountBalance', 'ToAccountBalance')).toEqual(['-108.00', '100.00'])
    const between = ref('TransferFromAccountRef', 'Canadian Bank') + ref('TransferToAccountRef', 'Euro Bank')
    const [status] = await refusal(company, addRq('Transfer', `${between}<Amount>1.00</Amount>`))
    expect(status).toBe(3140)
  })
})

describe('a journal entry', () => {
  function lines(debited: string, credited: string, amounts: readonly [string, string], entity = ''): string {
    const debit = `<JournalDebitLine>${ref('AccountRef', debited)}<Amount>${amounts[0]}</Amount>${entity}</JournalDebitLine>`
    const credit = `<JournalCreditLine>${ref('AccountRef', credited)}<Amount>${amounts[1]}</Amount></JournalCreditLine>`
    return debit + credit
  }

  it('balances in its currency, and leaves the cents to exchange gains', async () => {
    const cents = (side: string, account: string, amount: string) =>
      `<Journal${side}Line>${ref('AccountRef', account)}<Amount>${amount}</Amount></Journal${side}Line>`
    const entry = `${ref('CurrencyRef', 'Euro')}<ExchangeRate>1.1</ExchangeRate>${cents('Debit', 'Rent', '0.55')}${cents('Debit', 'Travel', '0.55')}${cents('Credit', 'Euro Bank', '1.10')}`
    expect(await getPostedChanges(company, () => add(company, 'JournalEntry', entry))).toEqual({
      Rent: '0.61',
      Travel: '0.61',
      'Euro Bank': '-1.21',
      'Exchange Gain or Loss': '-0.01',
    })
  })

  it('is rejected if its foreign amounts do not balance, or without the currency of its account', async () => {
    const currency = ref('CurrencyRef', 'Euro')
    const unbalanced = addRq('JournalEntry', currency + lines('Euro Bank', 'Rent', ['1.00', '1.08']))
    expect(await refusal(company, unbalanced)).toEqual([3210, expect.stringContaining('not in balance')])
    const [status] = await refusal(company, addRq('JournalEntry', lines('Euro Bank', 'Rent', ['1.00', '1.00'])))
    expect(status).toBe(3140)
  })

  it('takes amounts in the home currency', async () => {
    const head = `<IsAmountsEnteredInHomeCurrency>true</IsAmountsEnteredInHomeCurrency>${ref('CurrencyRef', 'Euro')}<ExchangeRate>1.25</ExchangeRate>`
    await add(company, 'JournalEntry', head + lines('Euro Bank', 'Rent', ['100.00', '100.00']))
    expect(await ledger(company)).toEqual({ 'Euro Bank': '100.00', Rent: '-100.00' })
    expect(await balanceOf('Euro Bank')).toBe('80.00')
  })

  it('adjusts only the home value as a home currency adjustment', async () => {
    const head = '<IsHomeCurrencyAdjustment>true</IsHomeCurrencyAdjustment>'
    const adjustment = head + lines('Euro Bank', 'Exchange Gain or Loss', ['7.00', '7.00'])
    await add(company, 'Invoice', invoiceOf('Euro Buyer', '1.00', '1.1'))
    expect(await getPostedChanges(company, () => add(company, 'JournalEntry', adjustment))).toEqual({
      'Euro Bank': '7.00',
      'Exchange Gain or Loss': '-7.00',
    })
    expect(await balanceOf('Euro Bank')).toBe('0.00')
    const [status] = await refusal(company, addRq('JournalEntry', head + lines('Rent', 'Travel', ['7.00', '7.00'])))
    expect(status).toBe(3210)
  })

  it('needs a name in its currency for a receivable account', async () => {
    await add(company, 'Invoice', invoiceOf('Euro Buyer', '1.00', '1.1'))
    const currency = ref('CurrencyRef', 'Euro')
    const entry = (customer: string) =>
      currency + lines('Accounts Receivable - EUR', 'Rent', ['5.00', '5.00'], ref('EntityRef', customer))
    expect(await refusal(company, addRq('JournalEntry', entry('American Buyer')))).toEqual([
      3210,
      expect.stringContaining('The name must have the currency of the transaction.'),
    ])
    await add(company, 'JournalEntry', entry('Euro Buyer'))
    const customer = await done(company, '<CustomerQueryRq><FullName>Euro Buyer</FullName></CustomerQueryRq>')
    expect(textAt(customer, 'Balance')).toBe('6.00')
  })
})

describe('a check', () => {
  it('has the currency of its account without a customer or vendor, and is voided in it', async () => {
    const line = `<ExpenseLineAdd>${ref('AccountRef', 'Rent')}<Amount>0.55</Amount></ExpenseLineAdd>`
    const fields = `${ref('AccountRef', 'Euro Bank')}<RefNumber>7</RefNumber><ExchangeRate>1.1</ExchangeRate>${line}${line}`
    const check = await add(company, 'Check', fields)
    expect(textsAt(check, 'Amount', 'CurrencyRef/FullName', 'AmountInHomeCurrency')).toEqual(['1.10', 'Euro', '1.21'])
    expect((await sendXml(company, voiding(check))).statusCode).toBe(0)
    expect(await ledger(company)).toEqual({})
    const query = '<JournalEntryQueryRq><IncludeLineItems>true</IncludeLineItems></JournalEntryQueryRq>'
    const { elements } = await sendXml(company, query)
    expect(elements.map((each) => textsAt(each, 'CurrencyRef/FullName', 'ExchangeRate'))).toEqual([
      ['Euro', '1.1'],
      ['Euro', '1.1'],
    ])
    expect(elements[0] && rowsAt(elements[0], 'JournalDebitLine', 'Amount')).toEqual([['0.55'], ['0.55']])
  })
})

describe('a refund', () => {
  it('takes from a credit what it was worth', async () => {
    const credit = invoiceOf('Euro Buyer', '40.00', '1.5').replaceAll('InvoiceLineAdd', 'CreditMemoLineAdd')
    const id = textAt(await add(company, 'CreditMemo', credit), 'TxnID')
    const applied = `<RefundAppliedToTxnAdd><TxnID>${id}</TxnID><RefundAmount>40.00</RefundAmount></RefundAppliedToTxnAdd>`
    const fields = `${ref('CustomerRef', 'Euro Buyer')}${ref('RefundFromAccountRef', 'Euro Bank')}<ExchangeRate>1.2</ExchangeRate>${applied}`
    const refund = await add(company, 'ARRefundCreditCard', fields)
    const row = 'RefundAppliedToTxnRet'
    expect(
      textsAt(
        refund,
        'TotalAmountInHomeCurrency',
        `${row}/RefundAmountInHomeCurrency`,
        `${row}/CreditRemainingInHomeCurrency`,
      ),
    ).toEqual(['48.00', '48.00', '0.00'])
    expect(await ledger(company)).toEqual({
      'Service Income': '60.00',
      'Euro Bank': '-48.00',
      'Exchange Gain or Loss': '-12.00',
    })
  })
})

async function balanceOf(account: string): Promise<string | undefined> {
  return textAt(await done(company, `<AccountQueryRq><FullName>${account}</FullName></AccountQueryRq>`), 'Balance')
}
