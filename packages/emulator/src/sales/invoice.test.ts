import { child, childrenByName, childText, type Element } from '@bridge/qbxml'
import Big from 'big.js'
import { describe, expect, it } from 'vitest'
import { messageSet, only, openTestCompany, sendXml } from '../../test/company.fixture.ts'
import type { Company } from '../company/company.ts'
import { trialBalance } from '../company/trial-balance.ts'

function starter() {
  return openTestCompany({ template: 'starter' }).company
}
function item(name: string) {
  return `<ItemRef><FullName>${name}</FullName></ItemRef>`
}
function line(fields: string) {
  return `<InvoiceLineAdd>${fields}</InvoiceLineAdd>`
}
function invoiceAdd(fields: string, customer = 'Foothill Fitness') {
  return `<InvoiceAddRq><InvoiceAdd><CustomerRef><FullName>${customer}</FullName></CustomerRef>${fields}</InvoiceAdd></InvoiceAddRq>`
}
function invoiceMod(invoice: Element, fields: string) {
  return `<InvoiceModRq><InvoiceMod><TxnID>${childText(invoice, 'TxnID')}</TxnID><EditSequence>${childText(invoice, 'EditSequence')}</EditSequence>${fields}</InvoiceMod></InvoiceModRq>`
}
function lineMod(id: string, fields = '') {
  return `<InvoiceLineMod><TxnLineID>${id}</TxnLineID>${fields}</InvoiceLineMod>`
}

async function add(company: Company, fields: string, customer?: string) {
  return only(await sendXml(company, invoiceAdd(fields, customer)))
}
function toFields(element: Element, ...names: string[]) {
  return names.map((name) => childText(element, name))
}
function getLines(invoice: Element) {
  return childrenByName(invoice, 'InvoiceLineRet')
}
function lineIds(invoice: Element) {
  return getLines(invoice).map((each) => childText(each, 'TxnLineID') ?? '')
}
async function customerBalances(company: Company, name: string) {
  const record = only(await sendXml(company, `<CustomerQueryRq><FullName>${name}</FullName></CustomerQueryRq>`))
  const [balance, total] = toFields(record, 'Balance', 'TotalBalance')
  return { balance: new Big(balance ?? 0), total: new Big(total ?? 0) }
}
async function accountBalance(company: Company, name: string) {
  const record = only(await sendXml(company, `<AccountQueryRq><FullName>${name}</FullName></AccountQueryRq>`))
  return new Big(childText(record, 'Balance') ?? 0)
}

describe('the amount of a line', () => {
  it.each([
    ['the price of the item', item('Consulting'), '120.00', '120.00'],
    ['quantity × rate', `${item('Consulting')}<Quantity>1.5</Quantity><Rate>33.33</Rate>`, '33.33', '50.00'],
    ['quantity × price', `${item('Translation')}<Quantity>333</Quantity>`, '0.185', '61.61'],
    [
      'the amount, which makes the rate',
      `${item('Consulting')}<Quantity>3</Quantity><Amount>100.00</Amount>`,
      '33.33333',
      '100.00',
    ],
    [
      'the amount rather than the rate',
      `${item('Consulting')}<Quantity>2</Quantity><Rate>7</Rate><Amount>100.00</Amount>`,
      '50.00',
      '100.00',
    ],
    ['half a cent rounded up', `${item('Consulting')}<Quantity>1</Quantity><Rate>0.125</Rate>`, '0.125', '0.13'],
  ])('the amount of a line is %s', async (_what, fields, rate, amount) => {
    const [first] = getLines(await add(starter(), line(fields)))
    expect(first && toFields(first, 'Rate', 'Amount')).toEqual([rate, amount])
  })

  it('the amount of a line is a percentage of the line above for a discount with a percentage', async () => {
    const invoice = await add(
      starter(),
      line(`${item('Consulting')}<Amount>200.00</Amount>`) +
        line(item('Discount')) +
        line(`${item('Discount')}<RatePercent>5</RatePercent>`),
    )
    expect(getLines(invoice).map((each) => toFields(each, 'RatePercent', 'Amount'))).toEqual([
      [undefined, '200.00'],
      ['-10.00', '-20.00'],
      ['-5.00', '1.00'],
    ])
  })

  it('the amount of a line is negative for a discount of either sign', async () => {
    for (const amount of ['15.00', '-15.00']) {
      const invoice = await add(
        starter(),
        line(`${item('Consulting')}<Amount>200.00</Amount>`) + line(`${item('Discount')}<Amount>${amount}</Amount>`),
      )
      expect(toFields(invoice, 'Subtotal', 'BalanceRemaining')).toEqual(['185.00', '185.00'])
    }
  })

  it('the amount of a line is the sum of the lines above for a subtotal, which is not counted twice', async () => {
    const company = starter()
    await sendXml(company, '<ItemSubtotalAddRq><ItemSubtotalAdd><Name>Sum</Name></ItemSubtotalAdd></ItemSubtotalAddRq>')
    const invoice = await add(
      company,
      line(`${item('Consulting')}<Amount>60.00</Amount>`) +
        line(`${item('Design')}<Amount>40.00</Amount>`) +
        line(item('Sum')) +
        line(item('Discount')),
    )
    expect(getLines(invoice).map((each) => childText(each, 'Amount'))).toEqual(['60.00', '40.00', '100.00', '-10.00'])
    expect(childText(invoice, 'Subtotal')).toBe('90.00')
  })

  it('the amount of a line is missing from a description line', async () => {
    const invoice = await add(starter(), line('<Desc>Hello</Desc>'))
    expect(getLines(invoice)[0]?.children.map(({ name }) => name)).toEqual(['TxnLineID', 'Desc'])
    expect((await sendXml(starter(), invoiceAdd(line('<Desc>Hello</Desc><Amount>1.00</Amount>')))).statusSeverity).toBe(
      'Error',
    )
  })
})

describe('an invoice', () => {
  it('copies terms, address and tax from the customer', async () => {
    const invoice = await add(starter(), `<TxnDate>2026-03-02</TxnDate>${line(item('Design'))}`)
    expect(toFields(invoice, 'TxnDate', 'DueDate')).toEqual(['2026-03-02', '2026-03-12'])
    const address = child(invoice, 'BillAddress')
    expect(address && childText(address, 'City')).toBe('Placerville')
    const terms = child(invoice, 'TermsRef')
    expect(terms && childText(terms, 'FullName')).toBe('Net 10')
  })

  it('gets the number after the last one unless the request clears it', async () => {
    const company = starter()
    expect(childText(await add(company, line(item('Design'))), 'RefNumber')).toBe('1026')
    expect(childText(await add(company, `<RefNumber>A-9</RefNumber>${line(item('Design'))}`), 'RefNumber')).toBe('A-9')
    expect(childText(await add(company, line(item('Design'))), 'RefNumber')).toBe('A-10')
    expect(childText(await add(company, `<RefNumber/>${line(item('Design'))}`), 'RefNumber')).toBeUndefined()
  })

  it('adds sales tax on taxable lines only', async () => {
    const invoice = await add(
      starter(),
      line(`${item('Printed Manual')}<Quantity>2</Quantity>`) + line(`${item('Design')}<Amount>50.00</Amount>`),
    )
    expect(toFields(invoice, 'Subtotal', 'SalesTaxPercentage', 'SalesTaxTotal', 'BalanceRemaining', 'IsPaid')).toEqual([
      '86.00',
      '7.75',
      '2.79',
      '88.79',
      'false',
    ])
  })

  it('adds no tax for an exempt customer', async () => {
    const header = '<CustomerSalesTaxCodeRef><FullName>Non</FullName></CustomerSalesTaxCodeRef>'
    const invoice = await add(starter(), header + line(item('Printed Manual')))
    expect(childText(invoice, 'SalesTaxTotal')).toBe('0.00')
  })

  it('changes the balances of customer, job and accounts by its postings', async () => {
    const company = starter()
    const before = await customerBalances(company, 'Dunmore Architects')
    const income = await accountBalance(company, 'Consulting Income')
    const tax = await accountBalance(company, 'Sales Tax Payable')
    await add(
      company,
      line(`${item('Consulting')}<Amount>100.00</Amount>`) + line(`${item('Printed Manual')}<Amount>20.00</Amount>`),
      'Dunmore Architects:City Hall Model',
    )
    const after = await customerBalances(company, 'Dunmore Architects')
    expect(after.balance).toEqual(before.balance)
    expect(after.total.minus(before.total).toFixed(2)).toBe('121.55')
    expect((await accountBalance(company, 'Consulting Income')).minus(income).toFixed(2)).toBe('100.00')
    expect((await accountBalance(company, 'Sales Tax Payable')).minus(tax).toFixed(2)).toBe('1.55')
    expect((await trialBalance(company)).total).toBe('0.00')
  })

  it('posts nothing while it is pending', async () => {
    const company = starter()
    const before = await customerBalances(company, 'Foothill Fitness')
    await add(company, `<IsPending>true</IsPending>${line(item('Consulting'))}`)
    expect(await customerBalances(company, 'Foothill Fitness')).toEqual(before)
  })

  it.each([
    [
      'an unknown customer',
      invoiceAdd('', 'Nobody'),
      3140,
      'There is an invalid reference to QuickBooks Customer "Nobody" in the Invoice.',
    ],
    [
      'an unknown item',
      invoiceAdd(line(item('Nothing'))),
      3140,
      'There is an invalid reference to QuickBooks Item "Nothing" in the Invoice line.',
    ],
    ['a vendor as its customer', invoiceAdd('', 'State Board of Equalization'), 3140, 'There is an invalid reference'],
    [
      'a negative total',
      invoiceAdd(line(`${item('Design')}<Amount>-1.00</Amount>`)),
      3210,
      'The "Amount" field has an invalid value "-1.00".',
    ],
    [
      'an amount beyond all bounds',
      invoiceAdd(line(`${item('Design')}<Quantity>9999999999</Quantity><Rate>9999999999</Rate>`)),
      3101,
      'The amount',
    ],
    [
      'a rate beyond its type',
      invoiceAdd(line(`${item('Design')}<Amount>1234567890123.45</Amount>`)),
      3101,
      'The amount',
    ],
    [
      'another account for what is owed',
      invoiceAdd('<ARAccountRef><FullName>Checking</FullName></ARAccountRef>'),
      3140,
      'There is an invalid reference to QuickBooks AR Account "Checking" in the Invoice.  QuickBooks error message: The account for this transaction must be of type Accounts Receivable.',
    ],
    [
      'an unknown account for what is owed',
      invoiceAdd('<ARAccountRef><FullName>Nowhere</FullName></ARAccountRef>'),
      3140,
      'There is an invalid reference to QuickBooks AR Account "Nowhere" in the Invoice.  QuickBooks error message: Invalid argument.  The specified record does not exist in the list.',
    ],
    ['a date that does not exist', invoiceAdd('<TxnDate>2026-02-30</TxnDate>'), 3020, 'There was an error'],
    [
      'an amount with one decimal',
      invoiceAdd(line(`${item('Design')}<Amount>1.5</Amount>`)),
      3040,
      'There was an error',
    ],
  ])('rejects %s and stores nothing', async (_what, xml, statusCode, text) => {
    const company = starter()
    const before = await company.recordCount()
    const response = await sendXml(company, xml)
    expect(response).toMatchObject({ statusCode, statusSeverity: 'Error', elements: [] })
    expect(response.statusMessage).toContain(text)
    expect(await company.recordCount()).toBe(before)
  })

  it('rejects locations of inventory sites, which are not emulated, and rolls back the message set', async () => {
    const { company } = openTestCompany({ template: 'starter' })
    const level = line(`${item('Design')}<InventorySiteLocationRef><FullName>x</FullName></InventorySiteLocationRef>`)
    const before = await company.recordCount()
    const text = messageSet(invoiceAdd(line(item('Design'))) + invoiceAdd(level), 'onError="continueOnError"')
    expect(await company.exchange(text)).toEqual({
      sent: false,
      reason: 'unsupported',
      request: 'InvoiceLineAdd/InventorySiteLocationRef',
    })
    expect(await company.recordCount()).toBe(before)
  })
})

describe('InvoiceMod', () => {
  const threeLines = ['10.00', '20.00', '30.00']
    .map((amount) => line(`${item('Design')}<Amount>${amount}</Amount>`))
    .join('')

  it('keeps the lines when the request has none', async () => {
    const company = starter()
    const invoice = await add(company, threeLines)
    const changed = only(await sendXml(company, invoiceMod(invoice, '<Memo>New</Memo>')))
    expect(lineIds(changed)).toEqual(lineIds(invoice))
    expect(toFields(changed, 'Memo', 'Subtotal')).toEqual(['New', '60.00'])
  })

  it('deletes the lines that are left out, keeps IDs and inserts new lines anywhere', async () => {
    const company = starter()
    const invoice = await add(company, threeLines)
    const [first = '', , third = ''] = lineIds(invoice)
    const changed = only(
      await sendXml(
        company,
        invoiceMod(
          invoice,
          lineMod(first, '<Quantity>2</Quantity>') + lineMod('-1', `${item('Consulting')}`) + lineMod(third),
        ),
      ),
    )
    expect(getLines(changed).map((each) => childText(each, 'Amount'))).toEqual(['20.00', '120.00', '30.00'])
    const [newFirst, added, newThird] = lineIds(changed)
    expect([newFirst, newThird]).toEqual([first, third])
    expect(lineIds(invoice)).not.toContain(added)
    expect((await trialBalance(company)).total).toBe('0.00')
  })

  it('rejects kept lines that are out of order, repeated or unknown', async () => {
    const company = starter()
    const invoice = await add(company, threeLines)
    const [first = '', second = ''] = lineIds(invoice)
    expect(await sendXml(company, invoiceMod(invoice, lineMod(second) + lineMod(first)))).toMatchObject({
      statusCode: 3290,
      statusMessage: `The item "${first}" is placed in the request in incorrect order.`,
    })
    expect((await sendXml(company, invoiceMod(invoice, lineMod(first) + lineMod(first)))).statusCode).toBe(3290)
    expect((await sendXml(company, invoiceMod(invoice, lineMod('FFFF-1')))).statusCode).toBe(3120)
  })

  it('rejects an out-of-date EditSequence', async () => {
    const company = starter()
    const invoice = await add(company, threeLines)
    await sendXml(company, invoiceMod(invoice, '<Memo>1</Memo>'))
    expect((await sendXml(company, invoiceMod(invoice, '<Memo>2</Memo>'))).statusCode).toBe(3200)
  })

  it('moves the balance to another customer', async () => {
    const company = starter()
    const invoice = await add(company, threeLines)
    const before = await customerBalances(company, 'Harbor Café')
    await sendXml(company, invoiceMod(invoice, '<CustomerRef><FullName>Harbor Café</FullName></CustomerRef>'))
    const after = await customerBalances(company, 'Harbor Café')
    expect(after.balance.minus(before.balance).toFixed(2)).toBe('60.00')
  })
})

describe('TxnVoid and TxnDel of an invoice', () => {
  it('zeroes the amounts and marks the memo when voiding, and returns no Ret', async () => {
    const company = starter()
    const before = await customerBalances(company, 'Foothill Fitness')
    const invoice = await add(company, `<Memo>Old</Memo>${line(`${item('Printed Manual')}<Quantity>2</Quantity>`)}`)
    const id = childText(invoice, 'TxnID')
    const xml = `<TxnVoidRq><TxnVoidType>Invoice</TxnVoidType><TxnID>${id}</TxnID></TxnVoidRq>`
    const response = await sendXml(company, xml)
    expect(response.elements.map(({ name }) => name)).toEqual([
      'TxnVoidType',
      'TxnID',
      'TimeCreated',
      'TimeModified',
      'RefNumber',
    ])
    const query = `<InvoiceQueryRq><TxnID>${id}</TxnID><IncludeLineItems>true</IncludeLineItems></InvoiceQueryRq>`
    const voided = only(await sendXml(company, query))
    expect(toFields(voided, 'Memo', 'Subtotal', 'SalesTaxTotal', 'BalanceRemaining', 'IsPaid')).toEqual([
      'VOID: Old',
      '0.00',
      '0.00',
      '0.00',
      'true',
    ])
    expect(getLines(voided).map((each) => childText(each, 'Amount'))).toEqual(['0.00'])
    expect(await customerBalances(company, 'Foothill Fitness')).toEqual(before)
  })

  it('changes nothing when voiding again', async () => {
    const { company, advance } = openTestCompany({ template: 'starter' })
    const invoice = await add(company, line(`${item('Consulting')}<Quantity>2</Quantity>`))
    const id = childText(invoice, 'TxnID')
    const xml = `<TxnVoidRq><TxnVoidType>Invoice</TxnVoidType><TxnID>${id}</TxnID></TxnVoidRq>`
    const first = await sendXml(company, xml)
    advance(60)
    expect(await sendXml(company, xml)).toEqual(first)
  })

  it('removes the postings when deleting, and records the deletion', async () => {
    const company = starter()
    const before = await customerBalances(company, 'Foothill Fitness')
    const invoice = await add(company, line(item('Consulting')))
    const id = childText(invoice, 'TxnID')
    const xml = `<TxnDelRq><TxnDelType>Invoice</TxnDelType><TxnID>${id}</TxnID></TxnDelRq>`
    const response = await sendXml(company, xml)
    expect(response.elements.map(({ name }) => name)).toEqual(['TxnDelType', 'TxnID', 'TimeDeleted', 'RefNumber'])
    expect(await customerBalances(company, 'Foothill Fitness')).toEqual(before)
    expect((await sendXml(company, xml)).statusCode).toBe(3120)
    const deleted = only(
      await sendXml(company, '<TxnDeletedQueryRq><TxnDelType>Invoice</TxnDelType></TxnDeletedQueryRq>'),
    )
    expect(toFields(deleted, 'TxnID', 'RefNumber')).toEqual([id, '1026'])
  })
})
