import { createFaultyDesktop } from '@bridge/data-plane/testing/faulty-desktop'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getFault, startBridge, type TestBridge } from '../../bridge.fixture.ts'

const desktop = createFaultyDesktop()
let bridge: TestBridge
beforeAll(async () => {
  bridge = await startBridge({ productionDesktop: desktop })
})
afterAll(() => bridge.stop())

function post(path: string, json: unknown) {
  return bridge.production.call(path, { json })
}

it('reports a partial write if the second of two writes cannot be sent [dp-7.2:AGENT_OFFLINE]', async () => {
  const { body: vendor } = await post('/vendor', { DisplayName: 'Timber & Sons' })
  const { body: items } = await post(`/query?query=${encodeURIComponent('select * from Item maxresults 1')}`, undefined)
  const order = {
    VendorRef: { value: vendor.Vendor.Id },
    POStatus: 'Closed',
    Line: [
      {
        Amount: 10,
        DetailType: 'ItemBasedExpenseLineDetail',
        ItemBasedExpenseLineDetail: { ItemRef: { value: items.QueryResponse.Item[0].Id }, Qty: 1 },
      },
    ],
  }
  desktop.fail('write', 'none', 'offline')
  const response = await post('/purchaseorder', order)
  expect(getFault(response)).toEqual({ status: 504, code: 'AGENT_TIMEOUT' })
  expect(response.body.Fault.Error[0].Detail).toMatch(
    /^PurchaseOrder [0-9A-F]+-\d+ was created, but some of its fields could not be set/,
  )
})
