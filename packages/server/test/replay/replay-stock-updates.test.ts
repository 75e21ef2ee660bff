import { createFaultyDesktop, type Failure, type FaultyDesktop } from '@bridge/data-plane/testing/faulty-desktop'
import { productionRealmId } from '@bridge/data-plane/testing/realm-ids'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBridge, type TestBridge } from '../bridge.fixture.ts'

let bridge: TestBridge
let desktop: FaultyDesktop
let accounts: object
/** The server's time. It caches settings for 5 s. */
let now = Date.UTC(2026, 2, 16, 12)
let items = 0

beforeAll(async () => {
  desktop = createFaultyDesktop()
  bridge = await startBridge({ productionDesktop: desktop, clock: () => new Date(now) })
  accounts = {
    IncomeAccountRef: await createAccount('Income'),
    ExpenseAccountRef: await createAccount('Cost of Goods Sold'),
    AssetAccountRef: await createAccount('Other Current Asset'),
  }
  const { value: stockAccount } = await createAccount('Expense')
  await bridge.database.realmSettings.create({ data: { realmId: productionRealmId, values: { stockAccount } } })
  now += 5_000
})
afterAll(() => bridge.stop())

function send(path: string, json: object) {
  return bridge.production.call(path, { json })
}

async function createAccount(AccountType: string) {
  const { body } = await send('/account', { Name: `${AccountType} of the test`, AccountType })
  return { value: body.Account.Id as string }
}

async function createBolt() {
  items += 1
  const stock = { Type: 'Inventory', TrackQtyOnHand: true, QtyOnHand: 25, InvStartDate: '2026-01-01' }
  const { body } = await send('/item', { Name: `Bolt ${items}`, ...stock, ...accounts })
  return body.Item as { Id: string; SyncToken: string }
}

function updateBolt({ Id, SyncToken }: { Id: string; SyncToken: string }) {
  return send(`/item?requestid=${Id}`, { Id, SyncToken, QtyOnHand: 40, UnitPrice: 3 })
}

it.each<[string, Failure]>([
  ['the message set never arrived', 'lost before'],
  ['its response was lost', 'lost after'],
])('adjusts the stock once, although %s [dp-4.2-retries.1]', async (_what, failure) => {
  const bolt = await createBolt()
  const countAdjustments = () => desktop.count('InventoryAdjustment', '<Memo>QtyOnHand of an updated item</Memo>')
  const before = await countAdjustments()
  desktop.fail('write', failure)
  expect((await updateBolt(bolt)).status).toBe(504)
  for (const _ of [1, 2]) {
    const { status, body } = await updateBolt(bolt)
    expect([status, body.Item]).toMatchObject([200, { QtyOnHand: 40, UnitPrice: 3 }])
  }
  expect(await countAdjustments()).toBe(before + 1)
})
