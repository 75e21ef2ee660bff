import type { StoredChange } from '@bridge/data-plane/record-changes/record-change'
import { findChangesAfter } from '@bridge/data-plane/record-changes/record-changes.store'
import { createFaultyDesktop } from '@bridge/data-plane/testing/faulty-desktop'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productionRealmId, sandboxRealmId, startBridge, type TestBridge } from '../bridge.fixture.ts'
import { createTestClock } from '../clock.fixture.ts'

const statements: string[] = []
const running = createTestClock()
let ahead = 0
const desktop = createFaultyDesktop(clock)
let bridge: TestBridge
let seen = 0n

beforeAll(async () => {
  bridge = await startBridge({
    sandboxBooks: 'empty',
    clock,
    productionDesktop: desktop,
    onQuery: (text) => void statements.push(text),
  })
})
afterAll(() => bridge.stop())

function clock(): Date {
  return new Date(running().getTime() + ahead)
}

/** Lists the changes of a realm that were stored since the last call. */
async function listNew(realmId = sandboxRealmId): Promise<readonly StoredChange[]> {
  const changes = await findChangesAfter(bridge.database, realmId, seen, 100)
  seen = changes.at(-1)?.seq ?? seen
  return changes
}

function describeChange({ entity, recordId, operation, source }: StoredChange) {
  return { entity, recordId, operation, source }
}

it('stores nothing without a subscriber, and sends no statement for it', async () => {
  await bridge.call('/customer?requestid=none', { json: { DisplayName: 'Unknown' } })
  statements.length = 0
  await bridge.call('/customer?requestid=nobody', { json: { DisplayName: 'Nobody' } })
  const extra = statements.filter((text) => /webhook|realm_changes|"change"/.test(text))
  // Settings are loaded every 5 s at most, in the same statement.
  expect(extra.filter((text) => !text.includes('realm_settings'))).toEqual([])
  expect(await listNew()).toEqual([])
})

describe('with a subscriber', () => {
  beforeAll(async () => {
    await bridge.database.webhook.create({
      data: { clientId: 'svcc_test', url: 'https://app.test/hook', sealedToken: 'sealed' },
    })
    ahead += 60_000
  })

  it('stores a create, an update and a repeated request, each once', async () => {
    const { body } = await bridge.call('/customer?requestid=c1', { json: { DisplayName: 'Ada' } })
    await bridge.call('/customer?requestid=c1', { json: { DisplayName: 'Ada' } })
    const { Id, SyncToken, MetaData } = body.Customer
    const created = await listNew()
    expect(created.map(describeChange)).toEqual([
      { entity: 'Customer', recordId: Id, operation: 'create', source: 'write' },
    ])
    expect(created[0]?.occurredAt).toEqual(new Date(MetaData.CreateTime))
    ahead += 5_000
    const updated = await bridge.call('/customer', { json: { Id, SyncToken, sparse: true, Notes: 'New' } })
    const changes = await listNew()
    expect(changes.map(describeChange)).toEqual([
      { entity: 'Customer', recordId: Id, operation: 'update', source: 'write' },
    ])
    expect(changes[0]?.version).toBe(updated.body.Customer.SyncToken)
  })

  it('stores each item of a batch, voids and deletes', async () => {
    const line = { Amount: 5, DetailType: 'SalesItemLineDetail', SalesItemLineDetail: { ItemRef: { value: '' } } }
    const account = await bridge.call('/account', { json: { Name: 'Sales', AccountType: 'Income' } })
    const item = await bridge.call('/item', {
      json: { Name: 'Work', Type: 'Service', IncomeAccountRef: { value: account.body.Account.Id } },
    })
    line.SalesItemLineDetail.ItemRef.value = item.body.Item.Id
    const customer = await bridge.call('/customer', { json: { DisplayName: 'Payer' } })
    const invoice = { CustomerRef: { value: customer.body.Customer.Id }, Line: [line] }
    expect((await listNew()).map(({ entity }) => entity)).toEqual(['Account', 'Item', 'Customer'])
    const batch = await bridge.call('/batch', {
      json: {
        BatchItemRequest: ['1', '2'].map((bId) => ({ bId, operation: 'create', Invoice: invoice })),
      },
    })
    const [first, second] = batch.body.BatchItemResponse.map((each: { Invoice: object }) => each.Invoice)
    expect(await listNew()).toMatchObject([
      { entity: 'Invoice', recordId: first.Id, operation: 'create' },
      { entity: 'Invoice', recordId: second.Id, operation: 'create' },
    ])
    ahead += 5_000
    const { Id, SyncToken } = first
    await bridge.call('/invoice?operation=void', { json: { Id, SyncToken } })
    await bridge.call('/invoice?operation=delete', { json: { Id: second.Id, SyncToken: second.SyncToken } })
    expect(await listNew()).toMatchObject([
      { entity: 'Invoice', recordId: Id, operation: 'void' },
      { entity: 'Invoice', recordId: second.Id, operation: 'delete' },
    ])
  })

  it('stores a lost write when it is confirmed', async () => {
    seen = 0n
    desktop.fail('write', 'lost after')
    const sent = { json: { DisplayName: 'Lost' } }
    const lost = await bridge.production.call('/customer?requestid=lost', sent)
    expect(lost.status).toBe(504)
    expect(await listNew(productionRealmId)).toEqual([])
    const { body } = await bridge.production.call('/customer?requestid=lost', sent)
    expect(await listNew(productionRealmId)).toMatchObject([
      { entity: 'Customer', recordId: body.Customer.Id, operation: 'create' },
    ])
  })

  it('stores nothing for a rejected write', async () => {
    await bridge.call('/customer', { json: { DisplayName: 'Twice' } })
    await listNew()
    seen = (await findChangesAfter(bridge.database, sandboxRealmId, 0n, 100)).at(-1)?.seq ?? 0n
    expect((await bridge.call('/customer', { json: { DisplayName: 'Twice' } })).status).toBe(400)
    expect(await listNew()).toEqual([])
  })
})
