import { childrenByName, childText, type Element } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { getPostedChanges, only, openTestCompany, sendXml, texts } from '../../test/company.fixture.ts'
import type { Company } from '../company/company.ts'
import { trialBalance } from '../company/trial-balance.ts'

function starter() {
  return openTestCompany({ template: 'starter' }).company
}
function customer(name = 'Foothill Fitness') {
  return `<CustomerRef><FullName>${name}</FullName></CustomerRef>`
}
async function addInvoice(company: Company, amount: string, fields = '', name?: string) {
  return only(
    await sendXml(
      company,
      `<InvoiceAddRq><InvoiceAdd>${customer(name)}${fields}<InvoiceLineAdd><ItemRef><FullName>Consulting</FullName></ItemRef><Amount>${amount}</Amount></InvoiceLineAdd></InvoiceAdd></InvoiceAddRq>`,
    ),
  )
}
function getId(record: Element) {
  return childText(record, 'TxnID') ?? ''
}
function payment(fields: string, name?: string) {
  return `<ReceivePaymentAddRq><ReceivePaymentAdd>${customer(name)}${fields}</ReceivePaymentAdd></ReceivePaymentAddRq>`
}
function pays(invoice: Element, amount: string, more = '') {
  return `<AppliedToTxnAdd><TxnID>${getId(invoice)}</TxnID><PaymentAmount>${amount}</PaymentAmount>${more}</AppliedToTxnAdd>`
}
function total(amount: string) {
  return `<TotalAmount>${amount}</TotalAmount>`
}
function mod(record: Element, fields: string) {
  return `<ReceivePaymentModRq><ReceivePaymentMod><TxnID>${getId(record)}</TxnID><EditSequence>${childText(record, 'EditSequence')}</EditSequence>${fields}</ReceivePaymentMod></ReceivePaymentModRq>`
}
function discount(amount: string) {
  return `<DiscountAmount>${amount}</DiscountAmount><DiscountAccountRef><FullName>Discounts Given</FullName></DiscountAccountRef>`
}
async function invoiceNow(company: Company, invoice: Element) {
  return only(
    await sendXml(
      company,
      `<InvoiceQueryRq><TxnID>${getId(invoice)}</TxnID><IncludeLinkedTxns>true</IncludeLinkedTxns></InvoiceQueryRq>`,
    ),
  )
}
async function paymentNow(company: Company, record: Element) {
  return only(
    await sendXml(
      company,
      `<ReceivePaymentQueryRq><TxnID>${getId(record)}</TxnID><IncludeLineItems>true</IncludeLineItems></ReceivePaymentQueryRq>`,
    ),
  )
}
function applied(record: Element) {
  return childrenByName(record, 'AppliedToTxnRet').map((each) =>
    texts(each, 'TxnID', 'TxnType', 'RefNumber', 'BalanceRemaining', 'Amount', 'DiscountAmount'),
  )
}

describe('a received payment', () => {
  it('goes to undeposited funds, reduces the balance of the customer and pays the invoice', async () => {
    const company = starter()
    const invoice = await addInvoice(company, '100.00')
    const posted = await getPostedChanges(company, async () => {
      const added = only(
        await sendXml(company, payment(`<RefNumber>4711</RefNumber>${total('60.00')}${pays(invoice, '60.00')}`)),
      )
      expect(texts(added, 'CustomerRef', 'RefNumber', 'TotalAmount', 'DepositToAccountRef', 'UnusedPayment')).toEqual([
        'Foothill Fitness',
        '4711',
        '60.00',
        'Undeposited Funds',
        '0.00',
      ])
      expect(applied(added)).toEqual([[getId(invoice), 'Invoice', '1026', '40.00', '60.00', undefined]])
      const paid = await invoiceNow(company, invoice)
      expect(texts(paid, 'AppliedAmount', 'BalanceRemaining', 'IsPaid')).toEqual(['-60.00', '40.00', 'false'])
      expect(
        childrenByName(paid, 'LinkedTxn').map((link) => texts(link, 'TxnID', 'TxnType', 'RefNumber', 'Amount')),
      ).toEqual([[getId(added), 'ReceivePayment', '4711', '-60.00']])
    })
    expect(posted).toEqual({ 'Undeposited Funds': '60.00', 'Accounts Receivable': '-60.00' })
  })

  it('keeps the unapplied amount as unused payment', async () => {
    const company = starter()
    const invoice = await addInvoice(company, '100.00')
    const added = only(await sendXml(company, payment(`${total('150.00')}${pays(invoice, '100.00')}`)))
    expect(texts(added, 'UnusedPayment')).toEqual(['50.00'])
    expect(texts(await invoiceNow(company, invoice), 'BalanceRemaining', 'IsPaid')).toEqual(['0.00', 'true'])
  })

  it('defaults to the sum of its applications, and applies a discount', async () => {
    const company = starter()
    const invoice = await addInvoice(company, '100.00')
    const posted = await getPostedChanges(company, async () => {
      const added = only(await sendXml(company, payment(pays(invoice, '98.00', discount('2.00')))))
      expect(texts(added, 'TotalAmount')).toEqual(['98.00'])
      expect(applied(added)).toEqual([[getId(invoice), 'Invoice', '1026', '0.00', '98.00', '2.00']])
    })
    expect(posted).toEqual({
      'Undeposited Funds': '98.00',
      'Discounts Given': '2.00',
      'Accounts Receivable': '-100.00',
    })
    expect(texts(await invoiceNow(company, invoice), 'AppliedAmount', 'IsPaid')).toEqual(['-100.00', 'true'])
  })

  it('a received payment is applied automatically to the invoice with the same amount, or to the oldest ones', async () => {
    const company = starter()
    const name = 'Harbor Café'
    const left = async () => {
      const filter = `<EntityFilter><FullName>${name}</FullName></EntityFilter><PaidStatus>NotPaidOnly</PaidStatus>`
      return (await sendXml(company, `<InvoiceQueryRq>${filter}</InvoiceQueryRq>`)).elements
    }
    const old = (await left()).map((each) => childText(each, 'BalanceRemaining') ?? '')
    const exact = await addInvoice(company, '77.77', '', name)
    await sendXml(company, payment(`${total('77.77')}<IsAutoApply>true</IsAutoApply>`, name))
    expect(texts(await invoiceNow(company, exact), 'IsPaid')).toEqual(['true'])
    await sendXml(company, payment(`${total(old[0] ?? '')}<IsAutoApply>true</IsAutoApply>`, name))
    expect((await left()).map((each) => childText(each, 'BalanceRemaining'))).toEqual(old.slice(1))
  })

  it('a received payment is unapplied by default', async () => {
    const company = starter()
    const added = only(await sendXml(company, payment(`${total('10.00')}<IsAutoApply>false</IsAutoApply>`)))
    expect(texts(added, 'UnusedPayment')).toEqual(['10.00'])
    expect(applied(added)).toEqual([])
  })

  it('pays the invoices of the customer’s jobs', async () => {
    const company = starter()
    const invoice = await addInvoice(company, '30.00', '', 'Dunmore Architects:City Hall Model')
    const response = await sendXml(company, payment(`${total('30.00')}${pays(invoice, '30.00')}`, 'Dunmore Architects'))
    expect(response.statusCode).toBe(0)
  })

  it('rejects more than the amount due with the QuickBooks message', async () => {
    const company = starter()
    const invoice = await addInvoice(company, '100.00')
    expect(await sendXml(company, payment(`${total('129.43')}${pays(invoice, '129.43')}`))).toMatchObject({
      statusCode: 3210,
      statusMessage:
        'The "AppliedToTxnAdd payment amount" field has an invalid value "129.43".  QuickBooks error message: You cannot pay more than the amount due.',
    })
  })

  it.each([
    ['to apply more than it is', total('10.00'), '20.00', ''],
    ['a discount beyond what is due', total('100.00'), '100.00', discount('0.01')],
    ['a negative amount', total('10.00'), '-5.00', ''],
  ])('rejects %s', async (_what, header, amount, more) => {
    const company = starter()
    const invoice = await addInvoice(company, '100.00')
    const response = await sendXml(company, payment(header + pays(invoice, amount, more)))
    expect(response).toMatchObject({ statusCode: 3210, elements: [] })
    expect(texts(await invoiceNow(company, invoice), 'BalanceRemaining')).toEqual(['100.00'])
  })

  it('rejects the invoice of another customer, an unknown one, a pending one and a duplicate', async () => {
    const company = starter()
    const others = await addInvoice(company, '100.00', '', 'Harbor Café')
    const pending = await addInvoice(company, '100.00', '<IsPending>true</IsPending>')
    const own = await addInvoice(company, '100.00')
    const status = async (fields: string) => (await sendXml(company, payment(total('10.00') + fields))).statusCode
    expect(await status(pays(others, '5.00'))).toBe(3210)
    expect(await status(pays(pending, '5.00'))).toBe(3210)
    expect(await status(pays(own, '5.00') + pays(own, '5.00'))).toBe(3210)
    expect(await status('<AppliedToTxnAdd><TxnID>FFFFFF-1</TxnID></AppliedToTxnAdd>')).toBe(3120)
  })

  it('stores a card charge and masks the card number', async () => {
    const card =
      '<CreditCardTxnInputInfo><CreditCardNumber>4111111111111111</CreditCardNumber><ExpirationMonth>4</ExpirationMonth><ExpirationYear>2029</ExpirationYear><NameOnCard>Frank Hill</NameOnCard></CreditCardTxnInputInfo>'
    const result =
      '<CreditCardTxnResultInfo><ResultCode>0</ResultCode><ResultMessage>OK</ResultMessage><CreditCardTransID>T1</CreditCardTransID><MerchantAccountNumber>M1</MerchantAccountNumber><PaymentStatus>Completed</PaymentStatus><TxnAuthorizationTime>2026-03-16T10:00:00</TxnAuthorizationTime></CreditCardTxnResultInfo>'
    const fields = `${total('10.00')}<CreditCardTxnInfo>${card}${result}</CreditCardTxnInfo><IsAutoApply>false</IsAutoApply>`
    const added = only(await sendXml(starter(), payment(fields)))
    const [info] = childrenByName(added, 'CreditCardTxnInfo')
    const [input, output] = info?.children ?? []
    expect(input && texts(input, 'CreditCardNumber', 'NameOnCard')).toEqual(['xxxxxxxxxxxx1111', 'Frank Hill'])
    expect(output && texts(output, 'CreditCardTransID', 'PaymentStatus')).toEqual(['T1', 'Completed'])
  })

  it('returns its applications only when a query includes lines', async () => {
    const company = starter()
    const invoice = await addInvoice(company, '100.00')
    const added = only(await sendXml(company, payment(`${total('60.00')}${pays(invoice, '60.00')}`)))
    const bare = only(
      await sendXml(company, `<ReceivePaymentQueryRq><TxnID>${getId(added)}</TxnID></ReceivePaymentQueryRq>`),
    )
    expect(applied(bare)).toEqual([])
    expect(texts(bare, 'UnusedPayment')).toEqual(['0.00'])
  })
})

describe('changing a payment', () => {
  it('replaces its applications, or keeps them when the request has none', async () => {
    const company = starter()
    const [first, second] = [await addInvoice(company, '100.00'), await addInvoice(company, '50.00')]
    const added = only(await sendXml(company, payment(`${total('60.00')}${pays(first, '60.00')}`)))
    const renamed = only(await sendXml(company, mod(added, '<Memo>Counted</Memo>')))
    expect(applied(renamed)).toHaveLength(1)
    const other = pays(second, '50.00').replaceAll('AppliedToTxnAdd', 'AppliedToTxnMod')
    const moved = only(await sendXml(company, mod(renamed, other)))
    expect(applied(moved).map(([id]) => id)).toEqual([getId(second)])
    expect(texts(moved, 'TotalAmount', 'UnusedPayment')).toEqual(['60.00', '10.00'])
    expect(texts(await invoiceNow(company, first), 'BalanceRemaining')).toEqual(['100.00'])
    expect(texts(await invoiceNow(company, second), 'BalanceRemaining')).toEqual(['0.00'])
    expect((await trialBalance(company)).total).toBe('0.00')
  })

  it('counts the amount that it already pays as due', async () => {
    const company = starter()
    const invoice = await addInvoice(company, '100.00')
    const added = only(await sendXml(company, payment(`${total('60.00')}${pays(invoice, '60.00')}`)))
    const all = pays(invoice, '100.00').replaceAll('AppliedToTxnAdd', 'AppliedToTxnMod')
    expect(applied(only(await sendXml(company, mod(added, total('100.00') + all))))).toMatchObject([
      [getId(invoice), 'Invoice', '1026', '0.00', '100.00', undefined],
    ])
  })

  it('rejects a total below its applications, and an invoice total below its payments', async () => {
    const company = starter()
    const invoice = await addInvoice(company, '100.00')
    const added = only(await sendXml(company, payment(`${total('60.00')}${pays(invoice, '60.00')}`)))
    expect((await sendXml(company, mod(added, total('59.99')))).statusCode).toBe(3210)
    const now = await invoiceNow(company, invoice)
    const line =
      '<InvoiceLineMod><TxnLineID>-1</TxnLineID><ItemRef><FullName>Consulting</FullName></ItemRef><Amount>59.99</Amount></InvoiceLineMod>'
    const lower = `<InvoiceModRq><InvoiceMod><TxnID>${getId(now)}</TxnID><EditSequence>${childText(now, 'EditSequence')}</EditSequence>${line}</InvoiceMod></InvoiceModRq>`
    expect((await sendXml(company, lower)).statusCode).toBe(3210)
    expect(texts(await invoiceNow(company, invoice), 'Subtotal')).toEqual(['100.00'])
  })

  it('rejects another customer on either side while the invoice is paid', async () => {
    const company = starter()
    const invoice = await addInvoice(company, '100.00')
    const added = only(await sendXml(company, payment(`${total('60.00')}${pays(invoice, '60.00')}`)))
    expect(await sendXml(company, mod(added, customer('Harbor Café')))).toMatchObject({ statusCode: 3210 })
    const now = await invoiceNow(company, invoice)
    const moved = `<InvoiceModRq><InvoiceMod><TxnID>${getId(now)}</TxnID><EditSequence>${childText(now, 'EditSequence')}</EditSequence>${customer('Harbor Café')}</InvoiceMod></InvoiceModRq>`
    expect((await sendXml(company, moved)).statusCode).toBe(3210)
  })

  it('changes the EditSequence of the invoice that it pays', async () => {
    const company = starter()
    const invoice = await addInvoice(company, '100.00')
    await sendXml(company, payment(`${total('60.00')}${pays(invoice, '60.00')}`))
    const late = `<InvoiceModRq><InvoiceMod><TxnID>${getId(invoice)}</TxnID><EditSequence>${childText(invoice, 'EditSequence')}</EditSequence><Memo>Late</Memo></InvoiceMod></InvoiceModRq>`
    expect((await sendXml(company, late)).statusCode).toBe(3200)
  })
})

describe('deleting a payment', () => {
  it('reopens the invoice and removes the postings', async () => {
    const company = starter()
    const invoice = await addInvoice(company, '100.00')
    const posted = await getPostedChanges(company, async () => {
      const added = only(await sendXml(company, payment(pays(invoice, '98.00', discount('2.00')))))
      await sendXml(
        company,
        `<TxnDelRq><TxnDelType>ReceivePayment</TxnDelType><TxnID>${getId(added)}</TxnID></TxnDelRq>`,
      )
    })
    expect(posted).toEqual({})
    const open = await invoiceNow(company, invoice)
    expect(texts(open, 'BalanceRemaining', 'IsPaid')).toEqual(['100.00', 'false'])
    expect(childrenByName(open, 'LinkedTxn')).toEqual([])
  })

  it('deleting a payment is required because a payment cannot be voided', async () => {
    const company = starter()
    const added = only(await sendXml(company, payment(`${total('5.00')}<IsAutoApply>false</IsAutoApply>`)))
    const xml = `<TxnVoidRq><TxnVoidType>ReceivePayment</TxnVoidType><TxnID>${getId(added)}</TxnID></TxnVoidRq>`
    expect((await sendXml(company, xml)).statusCode).toBe(3110)
  })

  it('deleting a payment must precede the deletion of its invoice, while voiding the invoice leaves the payment unused', async () => {
    const company = starter()
    const invoice = await addInvoice(company, '100.00')
    const added = only(await sendXml(company, payment(total('98.00') + pays(invoice, '98.00', discount('2.00')))))
    const id = getId(invoice)
    expect(
      await sendXml(company, `<TxnDelRq><TxnDelType>Invoice</TxnDelType><TxnID>${id}</TxnID></TxnDelRq>`),
    ).toMatchObject({
      statusCode: 3160,
      statusMessage: `Cannot delete the object specified by the id = "${id}".  QuickBooks error message: It is in use.`,
    })
    const voided = `<TxnVoidRq><TxnVoidType>Invoice</TxnVoidType><TxnID>${id}</TxnID></TxnVoidRq>`
    const posted = await getPostedChanges(company, () => sendXml(company, voided))
    expect(posted).toEqual({
      'Accounts Receivable': '-98.00',
      'Consulting Income': '100.00',
      'Discounts Given': '-2.00',
    })
    const now = await paymentNow(company, added)
    expect(texts(now, 'TotalAmount', 'UnusedPayment')).toEqual(['98.00', '98.00'])
    expect(applied(now)).toEqual([])
  })
})

describe('a payment with credits', () => {
  const addCredit = async (company: Company, amount: string) =>
    only(
      await sendXml(
        company,
        `<CreditMemoAddRq><CreditMemoAdd>${customer()}<CreditMemoLineAdd><ItemRef><FullName>Consulting</FullName></ItemRef><Amount>${amount}</Amount></CreditMemoLineAdd></CreditMemoAdd></CreditMemoAddRq>`,
      ),
    )
  const withCredit = (invoice: Element, credit: Element, amount: string, paid = '') =>
    `<AppliedToTxnAdd><TxnID>${getId(invoice)}</TxnID>${paid}<SetCredit><CreditTxnID>${getId(credit)}</CreditTxnID><AppliedAmount>${amount}</AppliedAmount></SetCredit></AppliedToTxnAdd>`
  const creditNow = async (company: Company, credit: Element) =>
    only(await sendXml(company, `<CreditMemoQueryRq><TxnID>${getId(credit)}</TxnID></CreditMemoQueryRq>`))

  it('uses them in addition to the money', async () => {
    const company = starter()
    const [invoice, credit] = [await addInvoice(company, '100.00'), await addCredit(company, '30.00')]
    const fields = withCredit(invoice, credit, '30.00', '<PaymentAmount>70.00</PaymentAmount>')
    const added = only(await sendXml(company, payment(total('70.00') + fields)))
    expect(applied(added)).toMatchObject([[getId(invoice), 'Invoice', '1026', '0.00', '70.00', undefined]])
    expect(texts(await creditNow(company, credit), 'CreditRemaining')).toEqual(['0.00'])
  })

  it('leaves them applied when it is deleted', async () => {
    const company = starter()
    const [invoice, credit] = [await addInvoice(company, '100.00'), await addCredit(company, '30.00')]
    const fields = withCredit(invoice, credit, '30.00', '<PaymentAmount>70.00</PaymentAmount>')
    const added = only(await sendXml(company, payment(total('70.00') + fields)))
    await sendXml(company, `<TxnDelRq><TxnDelType>ReceivePayment</TxnDelType><TxnID>${getId(added)}</TxnID></TxnDelRq>`)
    expect(texts(await invoiceNow(company, invoice), 'BalanceRemaining')).toEqual(['70.00'])
  })

  it('uses the credit without storing a transaction or returning a TxnID if the payment is zero', async () => {
    const company = starter()
    const [invoice, credit] = [await addInvoice(company, '100.00'), await addCredit(company, '30.00')]
    const before = await company.recordCount()
    const response = await sendXml(company, payment(total('0.00') + withCredit(invoice, credit, '30.00')))
    expect(response.statusCode).toBe(0)
    expect(childText(only(response), 'TxnID')).toBeUndefined()
    expect(await company.recordCount()).toBe(before)
    expect(texts(await invoiceNow(company, invoice), 'BalanceRemaining')).toEqual(['70.00'])
    expect(texts(await creditNow(company, credit), 'CreditRemaining')).toEqual(['0.00'])
  })

  it('keeps its discount when its unused amount is applied to the same invoice', async () => {
    const company = starter()
    const invoice = await addInvoice(company, '100.00')
    const early = only(await sendXml(company, payment(total('60.00') + pays(invoice, '20.00', discount('2.00')))))
    await sendXml(
      company,
      payment(total('10.00') + withCredit(invoice, early, '40.00', '<PaymentAmount>10.00</PaymentAmount>')),
    )
    expect(texts(await invoiceNow(company, invoice), 'BalanceRemaining')).toEqual(['28.00'])
    expect(applied(await paymentNow(company, early))).toMatchObject([
      [getId(invoice), 'Invoice', '1026', '28.00', '60.00', '2.00'],
    ])
  })

  it('a payment with credits can use the unused amount of another payment', async () => {
    const company = starter()
    const invoice = await addInvoice(company, '100.00')
    const early = only(await sendXml(company, payment(`${total('40.00')}<IsAutoApply>false</IsAutoApply>`)))
    const fields = withCredit(invoice, early, '40.00', '<PaymentAmount>60.00</PaymentAmount>')
    await sendXml(company, payment(total('60.00') + fields))
    expect(texts(await invoiceNow(company, invoice), 'IsPaid')).toEqual(['true'])
    expect(texts(await paymentNow(company, early), 'UnusedPayment')).toEqual(['0.00'])
  })
})
