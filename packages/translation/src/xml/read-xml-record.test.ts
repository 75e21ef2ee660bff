import { describe, expect, it } from 'vitest'
import { registry } from '../entities/index.ts'
import type { EntityTable } from '../table/entity-table.ts'
import type { JsonObject } from '../table/json.ts'
import { parseXml, XmlBodyError } from './parse-xml.ts'
import { readXmlRecord } from './read-xml-record.ts'
import { serializeXml } from './serialize-xml.ts'

function table(name: string): EntityTable {
  const found = registry[name]
  if (found?.kind !== 'built') throw new Error(`There is no ${name}.`)
  return found.table
}

function read(name: string, fields: string, attributes = ''): JsonObject {
  const xml = `<${name} xmlns="http://schema.intuit.com/finance/v3" ${attributes}>${fields}</${name}>`
  return readXmlRecord(table(name), parseXml(xml))
}

const nil = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"'

// Records as quickbooks-ruby reads and writes them.
const records: readonly (readonly [entity: string, xml: string, json: JsonObject])[] = [
  [
    'Customer',
    `<Id>80000001-1700000000</Id><SyncToken>1700000000</SyncToken>
     <MetaData><CreateTime>2026-02-03T11:50:19-08:00</CreateTime></MetaData>
     <DisplayName>Oak &amp; Sons</DisplayName><Active>true</Active><Taxable>false</Taxable>
     <PrimaryEmailAddr><Address>info@oak.example</Address></PrimaryEmailAddr>
     <BillAddr><Line1>12 Elm St.</Line1><PostalCode>95060</PostalCode></BillAddr>
     <Balance>0</Balance><CurrencyRef name="United States Dollar">USD</CurrencyRef>`,
    {
      Id: '80000001-1700000000',
      SyncToken: '1700000000',
      MetaData: { CreateTime: '2026-02-03T11:50:19-08:00' },
      DisplayName: 'Oak & Sons',
      Active: true,
      Taxable: false,
      PrimaryEmailAddr: { Address: 'info@oak.example' },
      BillAddr: { Line1: '12 Elm St.', PostalCode: '95060' },
      Balance: 0,
      CurrencyRef: { value: 'USD', name: 'United States Dollar' },
    },
  ],
  [
    'Invoice',
    `<DocNumber>1001</DocNumber><TxnDate>2026-02-15</TxnDate>
     <Line><Id>1</Id><LineNum>1</LineNum><Amount>198.90</Amount><DetailType>SalesItemLineDetail</DetailType>
       <SalesItemLineDetail><ItemRef name="Sales">1</ItemRef><UnitPrice>198.99</UnitPrice><Qty>1</Qty>
         <TaxCodeRef>NON</TaxCodeRef></SalesItemLineDetail></Line>
     <Line><Amount>50.00</Amount><DetailType>SubTotalLineDetail</DetailType><SubTotalLineDetail /></Line>
     <TxnTaxDetail><TotalTax>2.85</TotalTax></TxnTaxDetail>
     <CustomerRef name="Sunset Bakery">2</CustomerRef><CustomerMemo>Thank you</CustomerMemo>
     <ApplyTaxAfterDiscount>false</ApplyTaxAfterDiscount>`,
    {
      DocNumber: '1001',
      TxnDate: '2026-02-15',
      Line: [
        {
          Id: '1',
          LineNum: 1,
          Amount: 198.9,
          DetailType: 'SalesItemLineDetail',
          SalesItemLineDetail: {
            ItemRef: { value: '1', name: 'Sales' },
            UnitPrice: 198.99,
            Qty: 1,
            TaxCodeRef: { value: 'NON' },
          },
        },
        { Amount: 50, DetailType: 'SubTotalLineDetail', SubTotalLineDetail: '' },
      ],
      TxnTaxDetail: { TotalTax: 2.85 },
      CustomerRef: { value: '2', name: 'Sunset Bakery' },
      CustomerMemo: { value: 'Thank you' },
      ApplyTaxAfterDiscount: false,
    },
  ],
  [
    'Bill',
    `<VendorRef>5</VendorRef><Line><Amount>20.00</Amount><DetailType>AccountBasedExpenseLineDetail</DetailType>
       <AccountBasedExpenseLineDetail><AccountRef>7</AccountRef><BillableStatus>NotBillable</BillableStatus>
       </AccountBasedExpenseLineDetail></Line>`,
    {
      VendorRef: { value: '5' },
      Line: [
        {
          Amount: 20,
          DetailType: 'AccountBasedExpenseLineDetail',
          AccountBasedExpenseLineDetail: { AccountRef: { value: '7' }, BillableStatus: 'NotBillable' },
        },
      ],
    },
  ],
  [
    'Item',
    '<Name>false</Name><Type>Service</Type><UnitPrice>12.23</UnitPrice><IncomeAccountRef>1</IncomeAccountRef>',
    { Name: 'false', Type: 'Service', UnitPrice: 12.23, IncomeAccountRef: { value: '1' } },
  ],
  [
    'Payment',
    `<CustomerRef>2</CustomerRef><TotalAmt>40.00</TotalAmt><Line><Amount>40.00</Amount><LinkedTxn>
     <TxnId>9</TxnId><TxnType>Invoice</TxnType></LinkedTxn></Line><ProcessPayment>false</ProcessPayment>`,
    {
      CustomerRef: { value: '2' },
      TotalAmt: 40,
      Line: [{ Amount: 40, LinkedTxn: [{ TxnId: '9', TxnType: 'Invoice' }] }],
      ProcessPayment: false,
    },
  ],
  [
    'JournalEntry',
    `<Line><Id>0</Id><Amount>20.00</Amount><DetailType>JournalEntryLineDetail</DetailType><JournalEntryLineDetail>
       <PostingType>Debit</PostingType><Entity><Type>Vendor</Type><EntityRef>3</EntityRef></Entity>
       <AccountRef name="Bank Charges">65</AccountRef></JournalEntryLineDetail></Line>`,
    {
      Line: [
        {
          Id: '0',
          Amount: 20,
          DetailType: 'JournalEntryLineDetail',
          JournalEntryLineDetail: {
            PostingType: 'Debit',
            Entity: { Type: 'Vendor', EntityRef: { value: '3' } },
            AccountRef: { value: '65', name: 'Bank Charges' },
          },
        },
      ],
    },
  ],
]

describe('readXmlRecord', () => {
  it.each(records)('reads %s in quickbooks-ruby’s form, and the same after it is serialized', (entity, xml, json) => {
    expect(read(entity, xml)).toEqual(json)
    expect(readXmlRecord(table(entity), parseXml(serializeXml(entity, json)))).toEqual(json)
  })

  it('reads attributes as fields', () => {
    expect(read('Customer', '<Id>1</Id>', 'domain="QBO" sparse="true"')).toMatchObject({ domain: 'QBO', sparse: true })
  })

  it('reads boolean and number spellings in XML', () => {
    expect(read('Customer', '<Active>1</Active><Job>0</Job><CreditLimit> 007.50 </CreditLimit>')).toEqual({
      Active: true,
      Job: false,
      CreditLimit: 7.5,
    })
  })

  it('keeps a number as text if a JavaScript number cannot hold it', () => {
    const text = '9007199254740993.01'
    expect(read('Customer', `<CreditLimit>${text}</CreditLimit>`)).toEqual({ CreditLimit: text })
  })

  it('leaves a wrong value to the check', () => {
    expect(read('Customer', '<Active>perhaps</Active><CreditLimit>much</CreditLimit>')).toEqual({
      Active: 'perhaps',
      CreditLimit: 'much',
    })
  })

  it('reads an empty element as a blank value, an empty group as no change, and xsi:nil as null', () => {
    expect(read('Customer', '<Notes/><SalesTermRef></SalesTermRef><BillAddr/>')).toEqual({
      Notes: '',
      SalesTermRef: { value: '' },
      BillAddr: {},
    })
    expect(read('Customer', `<Notes ${nil}/><SalesTermRef ${nil}/><BillAddr ${nil}/>`)).toEqual({
      Notes: null,
      SalesTermRef: null,
      BillAddr: null,
    })
  })

  it('reads one or several elements that may repeat as an array, and none from nil', () => {
    expect(read('Customer', '<CustomField><Name>A</Name><StringValue>1</StringValue></CustomField>')).toEqual({
      CustomField: [{ Name: 'A', StringValue: '1' }],
    })
    expect(read('Invoice', '<Line><Amount>1</Amount></Line><Line><Amount>2</Amount></Line>')).toEqual({
      Line: [{ Amount: 1 }, { Amount: 2 }],
    })
    expect(read('Invoice', `<Line ${nil}/>`)).toEqual({ Line: null })
  })

  it('keeps unknown elements for the check, even those named like object members', () => {
    const unknown = read('Customer', '<Nonsense>1</Nonsense><__proto__>x</__proto__><constructor>y</constructor>')
    expect(Object.entries(unknown)).toEqual([
      ['Nonsense', 1],
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ])
  })

  it.each([
    ['another root', 'Vendor', '', 'The root element is Vendor, not Customer.'],
    ['a value that appears twice', 'Customer', '<Id>1</Id><Id>2</Id>', 'Customer/Id appears more than once.'],
    ['a value with an attribute', 'Customer', '<Id idDomain="QB">1</Id>', 'Customer/Id has the attribute idDomain.'],
  ])('rejects %s', (_what, root, fields, message) => {
    const element = parseXml(`<${root}>${fields}</${root}>`)
    expect(() => readXmlRecord(table('Customer'), element)).toThrow(new XmlBodyError(message))
  })
})
