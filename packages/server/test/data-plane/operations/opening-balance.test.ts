import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBridge, type TestBridge } from '../../bridge.fixture.ts'

let bridge: TestBridge
beforeAll(async () => {
  bridge = await startBridge()
})
afterAll(() => bridge.stop())

it('reads the invoice of an opening balance with its amount, and accepts it back', async () => {
  const post = async (path: string, json: unknown) => {
    const { status, body } = await bridge.call(path, { method: 'POST', json })
    expect([status, body]).toMatchObject([200, {}])
    return body
  }
  const customer = { DisplayName: 'Brought forward', Balance: 120.5, OpenBalanceDate: '2026-01-05' }
  const { Customer } = await post('/customer', customer)
  const query = encodeURIComponent(`SELECT * FROM Invoice WHERE CustomerRef = '${Customer.Id}'`)
  const { body } = await bridge.call(`/query?query=${query}`)
  const [invoice] = body.QueryResponse.Invoice
  expect(invoice).toMatchObject({
    TotalAmt: 120.5,
    Line: [
      { DetailType: 'DescriptionOnly', Amount: 120.5, DescriptionLineDetail: {} },
      { DetailType: 'SubTotalLineDetail' },
    ],
  })
  const { Invoice } = await post('/invoice', { ...invoice, PrivateNote: 'checked' })
  expect(Invoice).toMatchObject({ TotalAmt: 120.5, Balance: 120.5, PrivateNote: 'checked', Line: invoice.Line })
})
