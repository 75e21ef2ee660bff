import { describe, expect, it } from 'vitest'
import { context, parseElement, requireTable } from '../../test/translation.fixture.ts'
import { findDifferences } from './find-differences.ts'
import { readRecord } from './read.ts'

const ids = '<ListID>8000000C-1</ListID><EditSequence>7</EditSequence>'
function ref(id: string, name: string): string {
  return `<ListID>${id}</ListID><FullName>${name}</FullName>`
}

function compare(entity: string, body: object, stored: string, id?: string): readonly string[] {
  const table = requireTable(entity)
  const element = parseElement(stored)
  const records = [readRecord(table, element, { ...context, sent: {} })]
  return findDifferences({ table, id, body: { ...body } }, { records, elements: [element] })
}

describe('a record’s differences', () => {
  const customer = `<CustomerRet>${ids}<Name>Ann</Name><IsActive>true</IsActive><Sublevel>0</Sublevel>
    <FirstName>Ann</FirstName><Balance>5.00</Balance><CreditLimit>10.50</CreditLimit>
    <TermsRef>${ref('80000005-1', 'Net 30')}</TermsRef><JobStartDate>2026-07-01</JobStartDate></CustomerRet>`

  it('differences exclude a value QuickBooks spells differently', () => {
    const body = {
      DisplayName: ' Ann ',
      Active: 'true',
      CreditLimit: '10.5',
      SalesTermRef: { name: 'net 30' },
      JobInfo: { StartDate: '2026-07-01T00:00:00Z' },
    }
    expect(compare('Customer', body, customer)).toEqual([])
    expect(compare('Customer', { SalesTermRef: { value: '80000005-1', name: 'Other' } }, customer)).toEqual([])
  })

  it('differences exclude what a client only repeats', () => {
    const body = { Id: '1', SyncToken: '3', domain: 'QBO', sparse: true, MetaData: { CreateTime: 'x' }, Balance: 9 }
    expect(compare('Customer', body, customer, '8000000C-1')).toEqual([])
    expect(compare('Customer', { BillAddr: { Id: '4', Lat: '1', Long: '2' } }, customer)).toEqual([])
  })

  it('differences are changed or missing values', () => {
    const body = {
      DisplayName: 'Anne',
      MiddleName: 'B',
      CreditLimit: 11,
      SalesTermRef: { value: '80000006-1' },
      BillAddr: { Line1: 'A', City: '' },
      PreferredDeliveryMethod: 'Print',
      Source: 'web',
    }
    expect(compare('Customer', body, customer)).toEqual([
      'DisplayName',
      'MiddleName',
      'CreditLimit',
      'SalesTermRef',
      'BillAddr.Line1',
      'PreferredDeliveryMethod',
      'Source',
    ])
  })

  it('differences include blank fields an update did not clear', () => {
    expect(compare('Customer', { GivenName: '', MiddleName: '' }, customer, '8000000C-1')).toEqual(['GivenName'])
    expect(compare('Customer', { GivenName: '', MiddleName: '' }, customer)).toEqual([])
  })

  it('differences include times from which only a duration is computed', () => {
    const time = `<TimeTrackingRet><TxnID>1-1</TxnID><EditSequence>7</EditSequence><TxnDate>2026-07-01</TxnDate>
      <EntityRef>${ref('1-1', 'Ann')}</EntityRef><Duration>PT2H0M</Duration></TimeTrackingRet>`
    const body = { StartTime: '2026-07-01T08:00:00', EndTime: '2026-07-01T10:00:00', TxnDate: '2026-07-01' }
    expect(compare('TimeActivity', body, time)).toEqual(['StartTime', 'EndTime'])
  })

  it('differences include words QuickBooks replaces, and values that only pass', () => {
    const check = '<CheckRet><TxnID>1-1</TxnID><EditSequence>7</EditSequence></CheckRet>'
    expect(compare('Purchase', { PaymentType: 'Cash' }, check)).toEqual(['PaymentType'])
    expect(compare('Purchase', { PaymentType: 'Check', GlobalTaxCalculation: 'TaxExcluded' }, check)).toEqual([])
  })

  it('differences include custom fields with another value', () => {
    const extended = customer.replace(
      '</CustomerRet>',
      '<DataExtRet><OwnerID>0</OwnerID><DataExtName>Size</DataExtName><DataExtType>STR255TYPE</DataExtType><DataExtValue>L</DataExtValue></DataExtRet></CustomerRet>',
    )
    const custom = (StringValue: string) => ({ CustomField: [{ Name: 'size', StringValue }] })
    expect(compare('Customer', custom('L'), extended)).toEqual([])
    expect(compare('Customer', custom('XL'), extended)).toEqual(['CustomField[0]'])
  })

  it('differences exclude a masked number ending like the sent one', () => {
    const employee = `<EmployeeRet>${ids}<Name>Ann B</Name><SSN>123-45-6789</SSN></EmployeeRet>`
    expect(compare('Employee', { SSN: '123456789' }, employee)).toEqual([])
    expect(compare('Employee', { SSN: '123-45-0000' }, employee)).toEqual(['SSN'])
  })
})

describe('line differences', () => {
  const line = (id: string, amount: string, rest = '') =>
    `<InvoiceLineRet><TxnLineID>${id}</TxnLineID><ItemRef>${ref('E-1', 'Hours')}</ItemRef>${rest}<Amount>${amount}</Amount></InvoiceLineRet>`
  const invoice = `<InvoiceRet><TxnID>1-1</TxnID><EditSequence>7</EditSequence>
    ${line('A-1', '1.00', '<Quantity>3</Quantity><Rate>0.33333</Rate>')}${line('B-1', '20.00')}</InvoiceRet>`
  const sold = (Amount: number, detail: object = {}) => ({
    Amount,
    DetailType: 'SalesItemLineDetail',
    SalesItemLineDetail: { ItemRef: { value: 'E-1' }, ...detail },
  })

  it('differences name a rate left to QuickBooks', () => {
    const Line = [sold(1, { Qty: 3, UnitPrice: 0.333333 }), sold(20)]
    expect(compare('Invoice', { Line }, invoice)).toEqual(['Line[0].SalesItemLineDetail.UnitPrice'])
  })

  it('differences are found by ID in an update, and by similarity on new lines', () => {
    const Line = [sold(20), sold(1)]
    expect(compare('Invoice', { Line }, invoice)).toEqual([])
    const kept = [
      { Id: 'B-1', Amount: 21 },
      { Id: 'A-1', Description: 'x' },
    ]
    expect(compare('Invoice', { Line: kept }, invoice, '1-1')).toEqual(['Line[0].Amount', 'Line[1].Description'])
  })

  it('differences exclude a new line before many kept ones', () => {
    const kept = Array.from({ length: 30 }, (_, index) => ({ Id: `K-${index}`, Amount: 5 }))
    const stored = `<InvoiceRet><TxnID>1-1</TxnID><EditSequence>7</EditSequence>${kept.map(({ Id }) => line(Id, '5.00')).join('')}${line('N-1', '20.00')}</InvoiceRet>`
    expect(compare('Invoice', { Line: [sold(20), ...kept] }, stored, '1-1')).toEqual([])
  })

  it('differences name a line QuickBooks does not have, and fields it ignores', () => {
    const text = { DetailType: 'DescriptionOnly', Description: 'x' }
    const Line = [{ ...sold(20), Received: 5, LineNum: 9 }, text, { DetailType: 'SubTotalLineDetail', Amount: 20 }]
    expect(compare('Invoice', { Line }, invoice)).toEqual(['Line[0].Received', 'Line[1]'])
  })

  it('differences name a percentage that became an amount', () => {
    const discounted = invoice.replace(
      '</InvoiceRet>',
      `<InvoiceLineRet><TxnLineID>C-1</TxnLineID><ItemRef>${ref('D-1', 'Discount')}</ItemRef><Rate>-2.10</Rate><Amount>-2.10</Amount></InvoiceLineRet></InvoiceRet>`,
    )
    const discount = {
      Amount: 2.1,
      DetailType: 'DiscountLineDetail',
      DiscountLineDetail: { ItemRef: { name: 'Discount' }, PercentBased: true, DiscountPercent: 10 },
    }
    expect(compare('Invoice', { Line: [sold(1), sold(20), discount] }, discounted)).toEqual([
      'Line[2].DiscountLineDetail.PercentBased',
      'Line[2].DiscountLineDetail.DiscountPercent',
    ])
  })
})
