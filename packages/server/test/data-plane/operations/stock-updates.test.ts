import { afterAll, beforeAll, expect, it } from 'vitest'
import { getFault, sandboxRealmId, startBridge, type TestBridge } from '../../bridge.fixture.ts'
import { openRecords } from '../../records.fixture.ts'

let bridge: TestBridge
/** The server's time. It caches settings for 5 s. */
let now = Date.UTC(2026, 2, 16)
let shrinkage: { value: string }
let accounts: object
let named = 0
const { created, changed, read, refTo, foundBy } = openRecords(() => bridge)

beforeAll(async () => {
  bridge = await startBridge({ sandboxBooks: 'empty', clock: () => new Date(now) })
  accounts = {
    IncomeAccountRef: await refTo('account', { Name: 'Sales of the test', AccountType: 'Income' }),
    ExpenseAccountRef: await refTo('account', { Name: 'Goods of the test', AccountType: 'Cost of Goods Sold' }),
    AssetAccountRef: await refTo('account', { Name: 'Stock of the test', AccountType: 'Other Current Asset' }),
  }
  shrinkage = await refTo('account', { Name: 'Shrinkage', AccountType: 'Expense' })
})
afterAll(() => bridge.stop())

async function setAccount(stockAccount: string) {
  const values = { stockAccount }
  await bridge.database.realmSettings.upsert({
    where: { realmId: sandboxRealmId },
    create: { realmId: sandboxRealmId, values },
    update: { values },
  })
  now += 5_000
}

function createBolt() {
  named += 1
  return created('item', {
    Name: `Bolt ${named}`,
    Type: 'Inventory',
    TrackQtyOnHand: true,
    QtyOnHand: 25,
    InvStartDate: '2026-01-01',
    PurchaseCost: 2,
    UnitPrice: 3,
    ...accounts,
  })
}

/** Returns the adjustments, without those of opening stock. */
async function findAdjustments(): Promise<object[]> {
  const all = await foundBy('SELECT * FROM InventoryAdjustment')
  return all.filter(({ AdjustAccountRef }) => AdjustAccountRef.value === shrinkage.value)
}

it('refuses another quantity without an account, and says where to name one [dp-1.3]', async () => {
  const { Id, SyncToken } = await createBolt()
  const response = await bridge.call('/item', { json: { Id, SyncToken, QtyOnHand: 40 } })
  expect([response.status, getFault(response)]).toMatchObject([
    422,
    { code: 'UNSUPPORTED_BY_DESKTOP', element: 'QtyOnHand' },
  ])
  expect(response.body.Fault.Error[0].Detail).toContain('stockAccount')
})

it('adjusts the stock by the difference, in addition to other changes', async () => {
  await setAccount(shrinkage.value)
  const bolt = await createBolt()
  const more = await changed('item', bolt, { QtyOnHand: 40.5, UnitPrice: 4 })
  expect(more).toMatchObject({ QtyOnHand: 40.5, UnitPrice: 4 })
  expect(await changed('item', more, { QtyOnHand: 0 })).toMatchObject({ QtyOnHand: 0 })
  expect(await read('item', bolt.Id)).toMatchObject({ QtyOnHand: 0, UnitPrice: 4 })
  expect(await findAdjustments()).toMatchObject(
    [15.5, -40.5].map((QtyDiff) => ({
      AdjustAccountRef: shrinkage,
      Line: [{ ItemAdjustmentLineDetail: { ItemRef: { value: bolt.Id }, QtyDiff } }],
    })),
  )
})

it('adjusts nothing for a repeated quantity, or a stale item [dp-7.3:5010]', async () => {
  const bolt = await createBolt()
  const before = (await findAdjustments()).length
  const same = await changed('item', bolt, { QtyOnHand: 25, UnitPrice: 5 })
  const stale = await bridge.call('/item', { json: { Id: bolt.Id, SyncToken: bolt.SyncToken, QtyOnHand: 1 } })
  expect(getFault(stale)).toMatchObject({ code: '5010' })
  expect(await read('item', bolt.Id)).toEqual(same)
  expect(await findAdjustments()).toHaveLength(before)
})

it('adjusts once, however often the request is repeated [dp-4.2-retries.1]', async () => {
  const { Id, SyncToken } = await createBolt()
  const before = (await findAdjustments()).length
  const json = { Id, SyncToken, QtyOnHand: 30 }
  for (const _ of [1, 2]) {
    const response = await bridge.call('/item?requestid=stock-1', { json })
    expect(response.body.Item).toMatchObject({ QtyOnHand: 30 })
  }
  expect(await findAdjustments()).toHaveLength(before + 1)
})

it('says that the item was changed if its adjustment was refused', async () => {
  await setAccount('80000FFF-1')
  const { Id, SyncToken } = await createBolt()
  const response = await bridge.call('/item', { json: { Id, SyncToken, QtyOnHand: 30, UnitPrice: 9 } })
  expect(response.status).toBe(400)
  expect(response.body.Fault.Error[0].Detail).toMatch(/^.*Item .* was changed, but its InventoryAdjustment was refused/)
  expect(await read('item', Id)).toMatchObject({ QtyOnHand: 25, UnitPrice: 9 })
})
