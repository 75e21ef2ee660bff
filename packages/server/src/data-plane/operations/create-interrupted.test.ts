import { memoryStorage, openCompany } from '@bridge/emulator'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Desktop } from '../../desktop/desktop.ts'
import { faultOf, startBridge, type TestBridge } from '../bridge.fixture.ts'

const company = openCompany({
  storage: memoryStorage(),
  clock: () => new Date(),
  random: Math.random,
  template: 'starter',
})
let agentLeavesBefore: string | undefined
const desktop: Desktop = {
  async exchange(_realmId, messageSet) {
    if (agentLeavesBefore !== undefined && messageSet.includes(agentLeavesBefore))
      return { sent: false, why: 'offline' }
    const result = await company.exchange(messageSet)
    if (!('answer' in result)) throw new Error(JSON.stringify(result))
    return { sent: true, lost: false, answer: result.answer }
  },
}

let bridge: TestBridge
beforeAll(async () => {
  bridge = await startBridge({ productionDesktop: desktop })
})
afterAll(() => bridge.stop())

const post = (path: string, json: unknown) => bridge.production.call(path, { json })

it('[dp-7.2:AGENT_OFFLINE] does not say that nothing was executed, once the first of two writes was', async () => {
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
  agentLeavesBefore = '<PurchaseOrderModRq'
  const answer = await post('/purchaseorder', order)
  expect(faultOf(answer)).toEqual({ status: 504, code: 'AGENT_TIMEOUT' })
  expect(answer.body.Fault.Error[0].Detail).toMatch(/^PurchaseOrder [0-9A-F]+-\d+ is created, but not everything of it/)
})
