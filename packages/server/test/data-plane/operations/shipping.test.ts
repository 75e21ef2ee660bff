import { afterAll, beforeAll, expect, it } from 'vitest'
import { getFault, sandboxRealmId, startBridge, type TestBridge } from '../../bridge.fixture.ts'
import { openRecords } from '../../records.fixture.ts'

let bridge: TestBridge
/** The server's time. It caches settings for 5 s. */
let now = Date.UTC(2026, 2, 16)
let CustomerRef: { value: string }
let freight: { value: string }
const { created, changed, read, refTo } = openRecords(() => bridge)

const shipping = { value: 'SHIPPING_ITEM_ID' }

beforeAll(async () => {
  bridge = await startBridge({ sandboxBooks: 'empty', clock: () => new Date(now) })
  const IncomeAccountRef = await refTo('account', { Name: 'Freight of the test', AccountType: 'Income' })
  freight = await refTo('item', { Name: 'Freight', Type: 'Service', IncomeAccountRef, UnitPrice: 5 })
  CustomerRef = await refTo('customer', { DisplayName: 'Ada' })
})
afterAll(() => bridge.stop())

async function setItem(shippingItem: string | null) {
  const values = { shippingItem }
  await bridge.database.realmSettings.upsert({
    where: { realmId: sandboxRealmId },
    create: { realmId: sandboxRealmId, values },
    update: { values },
  })
  now += 5_000
}

function shipped(ItemRef: object) {
  return { DetailType: 'SalesItemLineDetail', Amount: 12.5, SalesItemLineDetail: { ItemRef } }
}

it('names the setting while it has no item [dp-7.1:MISSING_REQUIRED_DESKTOP_ITEM]', async () => {
  const response = await bridge.call('/invoice', { json: { CustomerRef, Line: [shipped(freight), shipped(shipping)] } })
  expect([response.status, getFault(response)]).toMatchObject([
    422,
    { code: 'MISSING_REQUIRED_DESKTOP_ITEM', element: 'Line[1].SalesItemLineDetail.ItemRef' },
  ])
  expect(response.body.Fault.Error[0].Detail).toMatch(/Settings page.*shippingItem/)
})

it('books shipping on the item that the setting names, and reads it as shipping', async () => {
  await setItem(freight.value)
  for (const entity of ['invoice', 'salesreceipt', 'estimate', 'creditmemo']) {
    const response = await bridge.call(`/${entity}`, { json: { CustomerRef, Line: [shipped(shipping)] } })
    expect([response.status, response.headers.get('x-svc-warning')]).toEqual([200, null])
    const [record] = Object.values<{ Id: string }>(response.body)
    const stored = await read(entity, record?.Id ?? '')
    expect(stored.Line[0]).toMatchObject({
      Amount: 12.5,
      SalesItemLineDetail: { ItemRef: { ...shipping, name: 'Freight' } },
    })
    const kept = await changed(entity, stored, { Line: stored.Line, PrivateNote: 'sent back' })
    expect(kept.Line[0]).toEqual(stored.Line[0])
  }
  await setItem(null)
  const plain = await created('invoice', { CustomerRef, Line: [shipped(freight)] })
  expect(plain.Line[0].SalesItemLineDetail.ItemRef).toMatchObject(freight)
})

it('also accepts the item’s own ID, without a warning', async () => {
  await setItem(freight.value.toLowerCase())
  const response = await bridge.call('/invoice', { json: { CustomerRef, Line: [shipped(freight)] } })
  expect(response.headers.get('x-svc-warning')).toBe(null)
  expect(response.body.Invoice.Line[0].SalesItemLineDetail.ItemRef).toMatchObject(shipping)
})
