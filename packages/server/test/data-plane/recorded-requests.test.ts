import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getFault, sandboxRealmId, startBridge, type TestBridge, type TestRequest } from '../bridge.fixture.ts'

// Requests of node-quickbooks 2.0.50, intuit-oauth 4.2.5, python-quickbooks, qbo_api and the Java SDK.

let bridge: TestBridge
let customer: { Id: string; SyncToken: string }
let item: { Id: string }

const nodeQuickBooks = {
  accept: 'application/json, text/plain, */*',
  'user-agent': 'node-quickbooks: version 2.0.50',
  'request-id': 'db6b5cd0-e58a-11f1-b0bc-4dcc0f44837a',
  'accept-encoding': 'gzip, compress, deflate, br',
}
function send(path: string, sent: TestRequest = {}) {
  return bridge.call(path, { ...sent, headers: { ...nodeQuickBooks, ...sent.headers } })
}
function invoiceDraft() {
  return {
    CustomerRef: { value: customer.Id },
    Line: [
      {
        Amount: 100,
        DetailType: 'SalesItemLineDetail',
        SalesItemLineDetail: { ItemRef: { value: item.Id }, Qty: 1, UnitPrice: 100 },
      },
    ],
  }
}
async function createInvoice() {
  return (await send('/invoice?minorversion=75&format=json', { json: invoiceDraft() })).body.Invoice
}

beforeAll(async () => {
  bridge = await startBridge()
  const account = await send('/account', { json: { Name: 'Recorded income', AccountType: 'Income' } })
  const income = { value: account.body.Account.Id }
  item = (await send('/item', { json: { Name: 'Recorded work', Type: 'Service', IncomeAccountRef: income } })).body.Item
  customer = (await send('/customer', { json: { DisplayName: "O'Brien & Sons" } })).body.Customer
})
afterAll(() => bridge.stop())

it('creates an invoice with a requestid [dp-1.1]', async () => {
  const response = await send('/invoice?requestid=abc-1&minorversion=75&format=json', { json: invoiceDraft() })
  expect([response.status, response.body.Invoice.TotalAmt, response.body.Invoice.Balance]).toEqual([200, 100, 100])
})

it('reads an invoice, company info and preferences [dp-1.1]', async () => {
  const { Id } = await createInvoice()
  expect((await send(`/invoice/${Id}?minorversion=75&format=json`)).body.Invoice.Id).toBe(Id)
  const info = await send(`/companyinfo/${sandboxRealmId}?minorversion=75&format=json`)
  expect(info.body.CompanyInfo.Id).toBe(sandboxRealmId)
  expect((await send('/preferences?minorversion=75&format=json')).status).toBe(200)
})

it.each([
  ['findCustomers', '/query?query=select%20*%20from%20customer&minorversion=75&format=json'],
  [
    'findCustomers with criteria',
    '/query?query=select%20*%20from%20customer%20where%20DisplayName%20%3D%20%27O%5C%27Brien%20%26%20Sons%27%20and%20Active%20%3D%20true%20orderby%20DisplayName%20asc%20startposition%201%20maxresults%2010&minorversion=75&format=json',
  ],
  [
    'findInvoices with fetchAll',
    '/query?query=select%20*%20from%20invoice%20where%20TxnDate%20%3E%3D%20%272020-01-01%27%20and%20Balance%20%3E%20%270%27%20and%20DocNumber%20LIKE%20%271%25%27%20orderby%20MetaData.LastUpdatedTime%20desc%20startposition%201%20maxresults%201&minorversion=75&format=json',
  ],
  [
    'find with count',
    '/query?query=select%20count(*)%20from%20invoice%20startposition%201%20maxresults%201000&minorversion=75&format=json',
  ],
  ['qbo_api', '/query?minorversion=75&query=SELECT+%2A+FROM+Customer+MAXRESULTS+1000+STARTPOSITION+1'],
  [
    'a raw + in an offset',
    "/query?query=select * from customer where MetaData.LastUpdatedTime >= '2020-01-01T05:30:00+05:30'",
  ],
])('runs the query of %s [dp-1.1]', async (_client, path) => {
  const response = await send(path)
  expect([response.status, response.body.Fault]).toEqual([200, undefined])
  expect(Object.keys(response.body.QueryResponse).length).toBeGreaterThan(0)
})

it('runs the query of python-quickbooks, which posts it as text', async () => {
  const response = await send('/query?minorversion=75', {
    text: 'SELECT * FROM Customer STARTPOSITION 1 MAXRESULTS 10',
    headers: { 'content-type': 'application/text' },
  })
  expect(response.body.QueryResponse.Customer.length).toBeGreaterThan(0)
})

it('creates and updates the invoices of python-quickbooks, which sends defaults for unset fields', async () => {
  const unset = { Deposit: 0, Balance: 0, AllowIPNPayment: true, ApplyTaxAfterDiscount: false, TrackingNum: '' }
  const unsetLine = { LineNum: 0, LinkedTxn: [], CustomField: [] }
  const defaults = {
    ...unset,
    SyncToken: 0,
    sparse: false,
    domain: 'QBO',
    DocNumber: '',
    PrivateNote: '',
    TxnDate: '',
    DueDate: '',
    ShipDate: '',
    TotalAmt: '',
    PrintStatus: 'NotSet',
    EmailStatus: 'NotSet',
    ExchangeRate: 1,
    GlobalTaxCalculation: 'TaxExcluded',
    CustomField: [],
    LinkedTxn: [],
  }
  const ItemRef = { value: item.Id, name: 'Recorded work', type: 'Item' }
  const line = {
    ...unsetLine,
    Amount: 100,
    DetailType: 'SalesItemLineDetail',
    SalesItemLineDetail: { ItemRef, Qty: 0, UnitPrice: 0, ServiceDate: '' },
  }
  const CustomerRef = { value: customer.Id, name: '', type: 'Customer' }
  const created = await send('/invoice?minorversion=75', { json: { ...defaults, CustomerRef, Line: [line] } })
  expect([created.status, created.body.Invoice.TotalAmt]).toEqual([200, 100])

  const { Invoice } = created.body
  const Line = Invoice.Line.map((each: { SalesItemLineDetail?: object }) =>
    each.SalesItemLineDetail === undefined
      ? { ...unsetLine, ...each }
      : { ...unsetLine, ...each, SalesItemLineDetail: { Qty: 0, ServiceDate: '', ...each.SalesItemLineDetail } },
  )
  const saved = await send('/invoice?minorversion=75', { json: { ...unset, ...Invoice, Line, PrivateNote: 'saved' } })
  expect([saved.status, saved.body.Invoice.PrivateNote]).toEqual([200, 'saved'])
  expect(saved.body.Invoice.Line).toEqual(Invoice.Line)
})

it('updates a customer with some fields and an invoice with all', async () => {
  const current = (await send(`/customer/${customer.Id}`)).body.Customer
  const sparse = await send('/customer?operation=update&minorversion=75&format=json', {
    json: { Id: current.Id, SyncToken: current.SyncToken, GivenName: 'Bob', sparse: true },
  })
  expect(sparse.body.Customer).toMatchObject({ GivenName: 'Bob', DisplayName: "O'Brien & Sons" })
  const invoice = await createInvoice()
  const full = await send('/invoice?operation=update&minorversion=75&format=json', {
    json: { ...invoice, sparse: false, PrivateNote: 'x' },
  })
  expect([full.status, full.body.Fault]).toEqual([200, undefined])
  expect(full.body.Invoice).toMatchObject({ PrivateNote: 'x', TotalAmt: 100, Line: invoice.Line })
})

it('deletes an invoice with the whole record, or its Id and SyncToken, as body', async () => {
  for (const toBody of [
    (invoice: object) => invoice,
    ({ Id, SyncToken }: { Id: string; SyncToken: string }) => ({ Id, SyncToken }),
  ]) {
    const invoice = await createInvoice()
    const response = await send('/invoice?operation=delete&minorversion=75&format=json', { json: toBody(invoice) })
    expect(response.body.Invoice).toEqual({ Id: invoice.Id, status: 'Deleted', domain: 'QBO' })
  }
})

it('runs a batch of node-quickbooks [dp-4.4.1]', async () => {
  const [kept, dropped] = [(await send(`/customer/${customer.Id}`)).body.Customer, await createInvoice()]
  const response = await send('/batch?minorversion=75&format=json', {
    json: {
      BatchItemRequest: [
        { bId: '1', operation: 'create', Customer: { DisplayName: 'Batched' } },
        {
          bId: '2',
          operation: 'update',
          Customer: { Id: kept.Id, SyncToken: kept.SyncToken, sparse: true, FamilyName: 'O' },
        },
        { bId: '3', operation: 'delete', Invoice: { Id: dropped.Id, SyncToken: '0' } },
        { bId: '4', Query: "select * from Customer where DisplayName = 'Batched'" },
      ],
    },
  })
  expect(response.status).toBe(200)
  const { BatchItemResponse } = response.body
  expect(BatchItemResponse).toMatchObject([
    { bId: '1', Customer: { DisplayName: 'Batched', domain: 'QBO' } },
    { bId: '2', Customer: { Id: kept.Id, FamilyName: 'O', DisplayName: kept.DisplayName } },
    { bId: '3', Invoice: { Id: dropped.Id, status: 'Deleted', domain: 'QBO' } },
    { bId: '4', QueryResponse: { startPosition: 1, maxResults: 1 } },
  ])
  expect(BatchItemResponse[3].QueryResponse.Customer).toEqual([BatchItemResponse[0].Customer])
})

it('accepts the gzipped bodies and the trailing & of the Java SDK', async () => {
  const response = await send('/customer?requestid=0123456789abcdef0123456789abcdef&minorversion=75&', {
    text: new Uint8Array(gzipSync(JSON.stringify({ DisplayName: 'Zipped' }))),
    headers: { 'content-encoding': 'gzip' },
  })
  expect(response.body.Customer.DisplayName).toBe('Zipped')
})

it.each([
  ['the Node client, in its own zone', (now: Date) => now.toISOString().replace(/\.\d+Z$/, '+00:00')],
  ['the Python client, without a zone', (now: Date) => encodeURIComponent(now.toISOString().slice(0, 19))],
  ['the PHP SDK, all escaped', (now: Date) => encodeURIComponent(now.toISOString().replace(/\.\d+Z$/, '-00:00'))],
  ['a client with milliseconds', (now: Date) => now.toISOString()],
])('reads changed data for %s', async (_what, written) => {
  const hourAgo = written(new Date(bridge.clock().getTime() - 3_600_000))
  const response = await send(`/cdc?entities=customer,Invoice&changedSince=${hourAgo}&minorversion=75&format=json`)
  expect([response.status, response.body.Fault]).toEqual([200, undefined])
  const [customers, invoices] = response.body.CDCResponse[0].QueryResponse
  expect(customers.Customer.map(({ Id }: { Id: string }) => Id)).toContain(customer.Id)
  expect(invoices).toMatchObject({ startPosition: 1, maxResults: invoices.Invoice.length })
})

it.each([
  [
    'an exchange rate of a company file that keeps one currency',
    'GET',
    '/exchangerate?sourcecurrencycode=EUR&asofdate=2026-01-01&minorversion=75',
    400,
    '610',
  ],
  [
    'a void of a payment',
    'POST',
    '/payment?operation=update&include=void&minorversion=75&format=json',
    400,
    'UNSUPPORTED_BY_DESKTOP',
  ],
  [
    'a report that QuickBooks Desktop does not have',
    'GET',
    '/reports/CashFlow?start_date=2026-01-01&end_date=2026-01-31&&minorversion=75',
    422,
    'REPORT_UNKNOWN',
  ],
  ['an attachment', 'GET', '/attachable/1', 422, 'UNSUPPORTED_BY_DESKTOP'],
  ['an upload', 'POST', '/upload', 422, 'UNSUPPORTED_BY_DESKTOP'],
])('rejects %s as unsupported [dp-1.3] [dp-7.2:REPORT_UNKNOWN]', async (_what, method, path, status, code) => {
  const sent = method === 'POST' ? { method, json: { Id: '145', SyncToken: '0', sparse: true } } : { method }
  expect(getFault(await send(path, sent))).toMatchObject({ status, code })
})
