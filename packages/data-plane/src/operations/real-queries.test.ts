import type { Fault } from '@bridge/faults'
import type { JsonObject } from '@bridge/translation'
import { expect, it } from 'vitest'
import { openSampleCompany } from '../../test/sample-company.fixture.ts'
import { query } from './query.ts'

// Client libraries and connectors send queries in these forms; see `docs/quickbooks/online.md`.
const file = openSampleCompany('starter')
async function runQuery(text: string): Promise<JsonObject> {
  return (await query(file, { text })).body.QueryResponse as JsonObject
}
async function queryRows(entity: string, text: string): Promise<JsonObject[]> {
  return ((await runQuery(text))[entity] ?? []) as JsonObject[]
}

const amber = '80000002-1739095200'
const dunmore = '80000005-1739095200'
const ellie = '80000006-1739095200'

/** Queries for invoices, and their rows' DocNumbers. */
const invoices: readonly (readonly [text: string, numbers: readonly string[]])[] = [
  [
    "select * from invoice where TxnDate >= '2026-01-01' and Balance > '0' and DocNumber LIKE '10%' orderby MetaData.LastUpdatedTime desc startposition 2 maxresults 1",
    ['1024'],
  ],
  ['SELECT * FROM Invoice MAXRESULTS 2 STARTPOSITION 24', ['1024', '1025']],
  ['SELECT * FROM Invoice startPosition 1 maxResults 3', ['1001', '1002', '1003']],
  [
    "SELECT * FROM Invoice WHERE Metadata.LastUpdatedTime >= '2026-02-20T00:00:00-08:00' AND Metadata.LastUpdatedTime < '2026-03-15T07:00:00+01:00' ORDER BY Metadata.LastUpdatedTime ASC STARTPOSITION 1 MAXRESULTS 200",
    ['1022', '1023', '1024'],
  ],
  [
    "SELECT * FROM Invoice WHERE MetaData.CreateTime > '2026-03-01T08:00:00Z' ORDERBY MetaData.CreateTime DESC MAXRESULTS 100",
    ['1025', '1024'],
  ],
  ["SELECT * FROM Invoice WHERE MetaData.LastUpdatedTime > '2026-03-08'", ['1025']],
  ["SELECT * FROM Invoice WHERE MetaData.LastUpdatedTime >= '2026-03-08'", ['1024', '1025']],
  ["SELECT * FROM Invoice WHERE DocNumber = '1005'", ['1005']],
  ["select * from Invoice where DocNumber in ('1007', '1003','9999') orderby DocNumber", ['1003', '1007']],
  ["SELECT * FROM Invoice WHERE DocNumber LIKE '%02%'", ['1002', '1020', '1021', '1022', '1023', '1024', '1025']],
  [`SELECT * FROM Invoice WHERE CustomerRef = '${dunmore}'`, ['1004', '1014', '1024']],
  [`SELECT * FROM Invoice WHERE CustomerRef IN ('${amber}', '58') AND TxnDate < '2025-12-07'`, ['1001']],
  [
    `SELECT * FROM Invoice WHERE CustomerRef = '${dunmore}' AND TxnDate > '2025-12-28' ORDERBY TxnDate DESC MAXRESULTS 1`,
    ['1024'],
  ],
  ["SELECT DocNumber FROM Invoice WHERE TotalAmt > '1800.00'", ['1004', '1024']],
  ['SELECT DocNumber FROM Invoice WHERE TotalAmt=1152.50', ['1003']],
  ["SELECT * FROM Invoice WHERE DueDate < '2025-11-01' AND Balance > '0.00'", ['1001', '1002', '1005']],
  ["SELECT * FROM Invoice WHERE TxnDate='2026-01-04'AND Balance>0", ['1015']],
  ["SELECT * FROM Invoice WHERE TxnDate >= '2026-03-01' AND TxnDate <= '2026-03-31' AND TotalAmt < 1000", ['1025']],
  ["SELECT * FROM Invoice WHERE Balance = '0'", []],
  ["SELECT * FROM Invoice WHERE Id IN ('1','2','3') STARTPOSITION 1 MAXRESULTS 1000", []],
]

it.each(invoices)('%s', async (text, numbers) => {
  expect((await queryRows('Invoice', text)).map(({ DocNumber }) => DocNumber)).toEqual(numbers)
})

/** Queries for list records, and the field identifying their rows. */
const lists: readonly (readonly [entity: string, name: string, text: string, names: readonly string[]])[] = [
  [
    'Customer',
    'DisplayName',
    String.raw`select * from customer where DisplayName = 'Ellie\'s Garden Center' and Active = true orderby DisplayName asc startposition 1 maxresults 10`,
    ["Ellie's Garden Center"],
  ],
  [
    'Customer',
    'DisplayName',
    'SELECT * FROM Customer WHERE Active = True ORDERBY DisplayName STARTPOSITION 1 MAXRESULTS 2',
    ['Amber Lane Bakery', 'Birchwood Dental'],
  ],
  ['Customer', 'DisplayName', "SELECT * FROM Customer WHERE DisplayName LIKE '%& sons%'", ['Cedar & Sons Roofing']],
  ['Customer', 'DisplayName', "SELECT * FROM Customer WHERE DisplayName = 'harbor CAFÉ'", ['Harbor Café']],
  ['Customer', 'DisplayName', "SELECT * FROM Customer WHERE DisplayName LIKE 'Har%'", ['Harbor Café']],
  [
    'Customer',
    'DisplayName',
    "SELECT * FROM Customer WHERE PrimaryEmailAddr = 'Hill@example.com'",
    ['Foothill Fitness'],
  ],
  ['Customer', 'DisplayName', `SELECT * FROM Customer WHERE Id = '${ellie}'`, ["Ellie's Garden Center"]],
  [
    'Customer',
    'DisplayName',
    "SELECT * FROM Customer WHERE FullyQualifiedName = 'Dunmore Architects:City Hall Model'",
    ['City Hall Model'],
  ],
  [
    'Customer',
    'DisplayName',
    'SELECT * FROM Customer WHERE Job = true ORDERBY DisplayName',
    ['City Hall Model', 'Warehouse Annex'],
  ],
  ['Customer', 'DisplayName', `SELECT * FROM Customer WHERE ParentRef = '${dunmore}'`, ['City Hall Model']],
  ['Customer', 'DisplayName', 'SELECT * FROM Customer WHERE Active = false', []],
  ['Customer', 'DisplayName', "SELECT * FROM Customer WHERE MetaData.LastUpdatedTime > '2025-02-09'", []],
  [
    'Account',
    'Name',
    "select * from Account where AccountType IN ('Bank', 'Credit Card') and Active IN ( true, false )",
    ['Checking', 'Petty Cash', 'Savings', 'Company Credit Card'],
  ],
  ['Account', 'Name', "SELECT * FROM Account WHERE AccountSubType = 'UndepositedFunds'", ['Undeposited Funds']],
  [
    'Account',
    'Name',
    "SELECT * FROM Account WHERE Classification = 'Equity' ORDERBY Name DESC",
    ['Owners Equity', 'Owners Draw', 'Opening Balance Equity'],
  ],
  ['Item', 'Name', "SELECT *, Sku FROM Item WHERE Type = 'NonInventory'", ['Printed Manual']],
  [
    'Item',
    'Name',
    "SELECT Id, Name FROM Item WHERE Type IN ('Service') AND UnitPrice >= 100 ORDERBY UnitPrice DESC",
    ['Website Review', 'Photography', 'Maintenance', 'Consulting'],
  ],
  ['Term', 'Name', "SELECT * FROM Term WHERE Name = 'net 30'", ['Net 30']],
  [
    'Class',
    'Name',
    "SELECT * FROM class WHERE FullyQualifiedName IN ('South','North') ORDERBY Name",
    ['North', 'South'],
  ],
  ['TaxCode', 'Name', 'SELECT * FROM TaxCode ORDERBY Name', ['Non', 'Sales Tax', 'Tax']],
  ['VendorCredit', 'DocNumber', "select * from vendorCredit where TxnDate > '2026-01-01' orderby TxnDate desc", []],
  ['Payment', 'PaymentRefNum', "SELECT * FROM Payment WHERE PaymentRefNum = '123'", []],
  ['CompanyInfo', 'CompanyName', 'select * from companyinfo startposition 1 maxresults 1000', ['Sample Company']],
]

it.each(lists)('lists %s by %s: %s', async (entity, name, text, names) => {
  expect((await queryRows(entity, text)).map((row) => row[name])).toEqual(names)
})

it.each([
  ['select count(*) from invoice startposition 1 maxresults 1000', 25],
  ["SELECT COUNT(*) FROM Invoice WHERE TxnDate >= '2026-01-01' AND TxnDate <= '2026-01-31'", 4],
  ["select count(*) from Customer where DisplayName like '%a%'", 9],
  ['SELECT count( * ) FROM Bill', 0],
])('counts %s [dp-4.3.4]', async (text, totalCount) => {
  expect(await runQuery(text)).toEqual({ totalCount })
})

it('returns only the selected columns, nested as in the record [dp-4.3.5]', async () => {
  const text = `SELECT DisplayName, MetaData.CreateTime, primaryemailaddr FROM Customer WHERE Id = '${ellie}'`
  expect(await queryRows('Customer', text)).toEqual([
    {
      DisplayName: "Ellie's Garden Center",
      MetaData: { CreateTime: '2025-02-09T10:00:00+00:00' },
      PrimaryEmailAddr: { Address: 'fern@example.com' },
    },
  ])
})

it.each([
  ['[dp-4.3.13]', 'SELECT * FROM Budget', 'UNSUPPORTED_BY_DESKTOP', 'budgets'],
  ['[dp-4.3.13]', "SELECT * FROM Budget WHERE Id = '1'", 'UNSUPPORTED_BY_DESKTOP', 'budgets'],
  ['[dp-1.5:1]', "select * from Attachable where AttachableRef.EntityRef.value = '1'", 'UNSUPPORTED_BY_DESKTOP', ''],
  ['[dp-7.2:NOT_FOUND]', 'SELECT * FROM RecurringTransaction', 'NOT_FOUND', 'RecurringTransaction'],
  ['[dp-7.3:4000]', 'SELECT * FROM Invoice MAXRESULTS 1500', '4000', 'Max allowed value is 1000'],
  ['[dp-7.3:4000]', "SELECT * FROM Customer WHERE DisplayName = 'O''Brien'", '4000', 'QueryParserError: A quote'],
  ['[dp-7.3:4000]', 'SELECT * FROM Customer WHERE DisplayName = "Acme"', '4000', 'QueryParserError: '],
  ['[dp-7.3:4000]', "SELECT * FROM Bill WHERE TxnDate BETWEEN '2026-01-01' AND '2026-02-01'", '4000', '"BETWEEN"'],
  [
    '[dp-7.3:4000]',
    "SELECT * FROM Invoice WHERE Customer = '1'",
    '4000',
    'Property Customer not found for Entity Invoice',
  ],
  ['[dp-4.3.10]', "SELECT * FROM TimeActivity WHERE DocNumber = '1'", '4000', 'Property DocNumber not found'],
  ['[dp-7.1:UNSUPPORTED_QUERY]', "SELECT * FROM Customer WHERE OtherAddr LIKE '%x%'", 'UNSUPPORTED_QUERY', 'OtherAddr'],
])('%s rejects %s', async (_rule, text, code, detail) => {
  const fault = await query(file, { text }).then(
    () => undefined,
    (error: Fault) => error,
  )
  expect(fault).toMatchObject({ code, detail: expect.stringContaining(detail) })
})
