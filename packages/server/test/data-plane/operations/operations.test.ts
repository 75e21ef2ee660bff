import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getFault, sandboxRealmId, startBridge, type TestBridge } from '../../bridge.fixture.ts'
import { openRecords } from '../../records.fixture.ts'

let bridge: TestBridge
let customerId: string
let itemId: string
let accountId: string

beforeAll(async () => {
  bridge = await startBridge()
  accountId = (await created('account', { Name: 'Income of the test', AccountType: 'Income' })).Id
  itemId = (
    await created('item', {
      Name: 'Work of the test',
      Type: 'Service',
      IncomeAccountRef: { value: accountId },
      UnitPrice: 100,
    })
  ).Id
  customerId = (await created('customer', { DisplayName: "O'Brien & Söhne <GmbH>" })).Id
})
afterAll(() => bridge.stop())

const { created, ownLines } = openRecords(() => bridge)
function createInvoice(lines: readonly unknown[] = [itemLine(1)]) {
  return created('invoice', { CustomerRef: { value: customerId }, TxnDate: '2026-03-02', Line: lines })
}
function itemLine(quantity: number) {
  return {
    Amount: quantity * 100,
    DetailType: 'SalesItemLineDetail',
    SalesItemLineDetail: { ItemRef: { value: itemId }, Qty: quantity, UnitPrice: 100 },
  }
}

describe('a list record', () => {
  it('is read as it was created [dp-4.2:2] [dp-4.2:1] [dp-1.2]', async () => {
    const customer = await created('customer', {
      DisplayName: 'Kitchen Ltd',
      PrimaryEmailAddr: { Address: 'a@b.test' },
    })
    expect(customer).toMatchObject({
      DisplayName: 'Kitchen Ltd',
      PrimaryEmailAddr: { Address: 'a@b.test' },
      Active: true,
      domain: 'QBO',
      sparse: false,
      SyncToken: expect.any(String),
      MetaData: { CreateTime: expect.stringMatching(/\+00:00$/), LastUpdatedTime: expect.stringMatching(/\+00:00$/) },
    })
    const read = await bridge.call(`/Customer/${customer.Id}`)
    expect([read.status, read.body.Customer]).toEqual([200, customer])
    expect(read.body.time).toMatch(/\+00:00$/)
  })

  it('keeps the fields that an update omits, and clears the blank ones [dp-4.2.3]', async () => {
    const before = await created('customer', { DisplayName: 'Sparse', CompanyName: 'Kept', Notes: 'Blanked' })
    const update = { Id: before.Id, SyncToken: before.SyncToken, Notes: '', GivenName: 'New' }
    const response = await bridge.call('/customer?operation=update', { json: { ...update, sparse: false } })
    expect(response.body.Customer).toMatchObject({ Id: before.Id, CompanyName: 'Kept', GivenName: 'New' })
    expect(response.body.Customer.Notes ?? '').toBe('')
    expect(response.body.Customer.SyncToken).not.toBe(before.SyncToken)
  })

  it('rejects a stale SyncToken [dp-7.3:5010] [dp-2.1:SyncToken]', async () => {
    const { Id, SyncToken } = await created('customer', { DisplayName: 'Stale' })
    await bridge.call('/customer', { json: { Id, SyncToken, GivenName: 'First' } })
    const stale = await bridge.call('/customer', { json: { Id, SyncToken, GivenName: 'Second' } })
    expect(getFault(stale)).toMatchObject({ status: 400, code: '5010' })
    expect(stale.body.Fault.Error[0].Message).toBe('Stale Object Error')
  })

  it('rejects a name that is taken [dp-7.3:6240]', async () => {
    await created('customer', { DisplayName: 'Twin' })
    expect(getFault(await bridge.call('/customer', { json: { DisplayName: 'Twin' } }))).toMatchObject({
      status: 400,
      code: '6240',
    })
  })

  it('is not found by an unknown id [dp-7.3:610]', async () => {
    for (const id of ['80000FFF-1700000000', 'x'.repeat(500), '%00', '%C3%A4']) {
      expect([id, getFault(await bridge.call(`/customer/${id}`))]).toEqual([id, { status: 400, code: '610' }])
    }
  })

  it('passes through the status of QuickBooks for a malformed id [dp-1.3]', async () => {
    for (const id of ['145', '%3Cx%3E']) {
      expect(getFault(await bridge.call(`/customer/${id}`))).toEqual({ status: 400, code: '3000' })
    }
  })
})

describe('an invoice', () => {
  it('rejects references to records that do not exist [dp-7.3:2500]', async () => {
    const response = await bridge.call('/invoice', {
      json: { CustomerRef: { value: '80000FFF-1' }, Line: [itemLine(1)] },
    })
    expect(getFault(response)).toMatchObject({ status: 400, code: '2500' })
  })

  it('merges a new line table: keeps, adds and removes lines [dp-4.2-lines.1] [dp-4.2-lines.2] [dp-4.2-lines.3]', async () => {
    const invoice = await createInvoice([itemLine(1), itemLine(2)])
    const [first, second] = ownLines(invoice)
    const response = await bridge.call('/invoice', {
      json: {
        Id: invoice.Id,
        SyncToken: invoice.SyncToken,
        Line: [{ Id: second.Id, Description: 'kept' }, itemLine(3)],
      },
    })
    const lines = ownLines(response.body.Invoice)
    expect(lines.map(({ Id }) => Id)).toEqual([second.Id, expect.not.stringMatching(first.Id)])
    expect(lines).toMatchObject([{ Description: 'kept', Amount: 200 }, { Amount: 300 }])
    expect(response.body.Invoice.TotalAmt).toBe(500)
  })

  it('keeps its lines when only its header changes [dp-4.2-lines.4]', async () => {
    const invoice = await createInvoice()
    const response = await bridge.call('/invoice', {
      json: { Id: invoice.Id, SyncToken: invoice.SyncToken, PrivateNote: 'header' },
    })
    expect(response.body.Invoice).toMatchObject({ PrivateNote: 'header', Line: invoice.Line })
  })

  it('rejects an empty line table, a repeated line and an unknown line [dp-4.2-lines.5] [dp-4.2-lines.6]', async () => {
    const { Id, SyncToken, Line } = await createInvoice()
    const [line] = ownLines({ Line })
    const update = async (lines: unknown) =>
      getFault(await bridge.call('/invoice', { json: { Id, SyncToken, Line: lines } }))
    expect(await update([])).toMatchObject({ code: '2020' })
    expect(await update([{ Id: line.Id }, { Id: line.Id }])).toMatchObject({ status: 422, code: '2010' })
    expect(await update([{ Id: 'FFF-1', ...itemLine(1) }])).toMatchObject({ status: 400 })
    expect((await bridge.call(`/invoice/${Id}`)).body.Invoice).toMatchObject({ SyncToken, Line })
  })

  it('rejects a DocNumber of more than 11 characters [dp-4.2.7] [dp-7.3:2050] [dp-8:DocNumber]', async () => {
    const draft = { CustomerRef: { value: customerId }, DocNumber: '123456789012', Line: [itemLine(1)] }
    expect(getFault(await bridge.call('/invoice', { json: draft }))).toEqual({
      status: 400,
      code: '2050',
      element: 'DocNumber',
    })
  })

  it('is deleted with a stale SyncToken and the whole record as body [dp-4.2.4] [dp-4.2:4] [dp-2.4:3]', async () => {
    const invoice = await createInvoice()
    const response = await bridge.call('/invoice?operation=delete', { json: { ...invoice, SyncToken: '1' } })
    expect([response.status, response.body]).toEqual([
      200,
      { Invoice: { Id: invoice.Id, status: 'Deleted', domain: 'QBO' }, time: expect.any(String) },
    ])
    expect(getFault(await bridge.call(`/invoice/${invoice.Id}`))).toMatchObject({ code: '610' })
  })
})

it('reads CompanyInfo and Preferences with and without an id [dp-2.1:CompanyInfo.Id]', async () => {
  const info = await bridge.call(`/companyinfo/${sandboxRealmId}`)
  expect(info.body.CompanyInfo).toMatchObject({ Id: sandboxRealmId, CompanyName: expect.any(String) })
  const timeless = (record: object) => ({ ...record, MetaData: { LastUpdatedTime: expect.any(String) } })
  expect((await bridge.call('/companyinfo')).body.CompanyInfo).toMatchObject(timeless(info.body.CompanyInfo))
  expect(getFault(await bridge.call('/companyinfo/999'))).toEqual({ status: 400, code: '610' })
  const preferences = await bridge.call('/preferences')
  expect(preferences.status).toBe(200)
  expect((await bridge.call('/Preferences/1')).body.Preferences).toMatchObject(timeless(preferences.body.Preferences))
})
