import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getFault, sandboxRealmId, startBridge, type TestBridge } from '../../bridge.fixture.ts'
import { openRecords } from '../../records.fixture.ts'

let bridge: TestBridge
let customer: { value: string }
let vendor: { value: string }
let item: { value: string }
let bank: { value: string }
let cost: { value: string }
const { created, refTo } = openRecords(() => bridge)

beforeAll(async () => {
  bridge = await startBridge()
  const income = await refTo('account', { Name: 'Income of the test', AccountType: 'Income' })
  cost = await refTo('account', { Name: 'Cost of the test', AccountType: 'Expense' })
  bank = await refTo('account', { Name: 'Bank of the test', AccountType: 'Bank' })
  customer = await refTo('customer', { DisplayName: 'Compared' })
  vendor = await refTo('vendor', { DisplayName: 'Compared vendor' })
  item = await refTo('item', { Name: 'Book', Type: 'Service', IncomeAccountRef: income, UnitPrice: 100 })
})
afterAll(() => bridge.stop())

async function warningOf(path: string, json: object) {
  const response = await bridge.call(path, { json })
  expect([response.status, response.body.Fault]).toEqual([200, undefined])
  return response.headers.get('x-svc-warning')
}
function sold(Amount: number, detail: object = {}, rest: object = {}) {
  const SalesItemLineDetail = { ItemRef: item, TaxCodeRef: { value: 'NON' }, ...detail }
  return { Amount, DetailType: 'SalesItemLineDetail', SalesItemLineDetail, ...rest }
}
function expense(Amount: number) {
  return { Amount, DetailType: 'AccountBasedExpenseLineDetail', AccountBasedExpenseLineDetail: { AccountRef: cost } }
}

describe('A write that QuickBooks keeps in another way', () => {
  it.each<[string, string, () => object, string]>([
    [
      'customer',
      'a way of delivery',
      () => ({ DisplayName: 'Delivered', PreferredDeliveryMethod: 'Print' }),
      'PreferredDeliveryMethod',
    ],
    [
      'purchase',
      'cash, which becomes a check',
      () => ({ PaymentType: 'Cash', AccountRef: bank, Line: [expense(5)] }),
      'PaymentType',
    ],
    [
      'purchaseorder',
      'an account of payables',
      () => ({
        VendorRef: vendor,
        APAccountRef: { value: '1-1' },
        Line: [
          {
            Amount: 5,
            DetailType: 'ItemBasedExpenseLineDetail',
            ItemBasedExpenseLineDetail: { ItemRef: item, Qty: 1 },
          },
        ],
      }),
      'APAccountRef',
    ],
    [
      'timeactivity',
      'a start and an end',
      () => ({
        NameOf: 'Vendor',
        VendorRef: vendor,
        StartTime: '2026-03-02T08:00:00Z',
        EndTime: '2026-03-02T10:00:00Z',
      }),
      'StartTime, EndTime',
    ],
    [
      'invoice',
      'a received amount',
      () => ({ CustomerRef: customer, Line: [sold(5, {}, { Received: 5 })] }),
      'Line[0].Received',
    ],
    [
      'invoice',
      'a rate with too many decimals',
      () => ({ CustomerRef: customer, Line: [sold(1, { Qty: 3, UnitPrice: 0.333333 })] }),
      'Line[0].SalesItemLineDetail.UnitPrice',
    ],
    [
      'deposit',
      'the type of a payment',
      () => ({
        DepositToAccountRef: bank,
        Line: [
          {
            Amount: 5,
            DetailType: 'DepositLineDetail',
            DepositLineDetail: { AccountRef: cost, TxnType: 'Payment' },
          },
        ],
      }),
      'Line[0].DepositLineDetail.TxnType',
    ],
  ])('names %s: %s', async (entity, _what, body, names) => {
    expect(await warningOf(`/${entity}`, body())).toBe(`Not kept as sent: ${names}`)
  })

  it('names changes to a deposited payment, which an update does not apply [dp-4.2-lines.8]', async () => {
    const receipt = await created('salesreceipt', { CustomerRef: customer, Line: [sold(7)] })
    const LinkedTxn = [{ TxnId: receipt.Id, TxnType: 'SalesReceipt' }]
    const deposit = await created('deposit', { DepositToAccountRef: bank, Line: [{ LinkedTxn }] })
    const { Id, SyncToken, Line } = deposit
    expect(await warningOf('/deposit', { Id, SyncToken, Line: [{ ...Line[0], Amount: 5 }] })).toBe(
      'Not kept as sent: Line[0].Amount',
    )
  })

  it('lists every field in the request log, also those that the header only counts', async () => {
    const Line = Array.from({ length: 60 }, () => sold(5, {}, { Received: 5 }))
    const { headers } = await bridge.call('/invoice', { json: { CustomerRef: customer, Line } })
    const header = headers.get('x-svc-warning') ?? ''
    expect(header.length).toBeLessThanOrEqual(500)
    expect(header).toMatch(/ and \d+ more$/)
    await bridge.requestLog.flush()
    const traceId = headers.get('x-request-id') ?? ''
    const [logged] = await bridge.database.$queryRaw<{ readonly warnings: readonly string[] }[]>`
      SELECT warnings FROM logged_request WHERE "traceId" = ${traceId}`
    expect(String(logged?.warnings).match(/Received/g)).toHaveLength(60)
  })

  it('is rejected where the books would change [dp-7.3:2010] [dp-7.3:2020]', async () => {
    const faultOf = async (path: string, json: object) => {
      const { code, element } = getFault(await bridge.call(path, { json }))
      return `${code} ${element}`
    }
    expect(await faultOf('/account', { Name: 'S', AccountType: 'Bank', AccountSubType: 'Savings' })).toBe(
      'UNMAPPED_ACCOUNT_TYPE AccountSubType',
    )
    expect(await faultOf('/customer', { DisplayName: 'J', Job: true })).toBe('2020 ParentRef')
    expect(await faultOf('/class', { Name: 'C', SubClass: true })).toBe('2020 ParentRef')
    expect(await faultOf('/vendor', { DisplayName: 'V', Balance: 5 })).toBe('2020 OpenBalanceDate')
    expect(await faultOf('/employee', { GivenName: 'A', FamilyName: 'B', SSN: 'Zx3' })).toBe('2010 SSN')
  })

  it('is rejected with letters that QuickBooks would store as question marks [dp-7.3:2010]', async () => {
    const draft = { DisplayName: 'Łódź' }
    expect(getFault(await bridge.call('/customer', { json: draft }))).toEqual({
      status: 422,
      code: '2010',
      element: 'DisplayName',
    })
    const { Id, SyncToken } = await created('customer', { DisplayName: 'Größe' })
    expect(getFault(await bridge.call('/customer', { json: { Id, SyncToken, Notes: '日' } }))).toMatchObject({
      element: 'Notes',
    })
  })

  it('replaces these letters with a warning where the realm has the setting', async () => {
    const replacing = await startBridge({ sandboxBooks: 'empty' })
    await replacing.database.realmSettings.create({
      data: { realmId: sandboxRealmId, values: { replacesLetters: true } },
    })
    const { body, headers } = await replacing.call('/customer', { json: { DisplayName: 'Łódź', Notes: 'ok' } })
    await replacing.stop()
    expect(body.Customer.DisplayName).toBe('?ód?')
    expect(headers.get('x-svc-warning')).toBe('Not kept as sent: DisplayName')
  })
})
