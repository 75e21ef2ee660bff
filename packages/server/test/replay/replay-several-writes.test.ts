import { createFaultyDesktop, type Failure, type FaultyDesktop } from '@bridge/data-plane/testing/faulty-desktop'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getFault, startBridge, type TestBridge } from '../bridge.fixture.ts'

let bridge: TestBridge
let desktop: FaultyDesktop
let vendor: { value: string }
let item: { value: string }
let names = 0

beforeAll(async () => {
  desktop = createFaultyDesktop()
  bridge = await startBridge({ productionDesktop: desktop })
  vendor = { value: (await send('/vendor', { DisplayName: 'Timber & Sons' })).body.Vendor.Id }
  const { body } = await send(`/query?query=${encodeURIComponent('select * from Item maxresults 1')}`)
  item = { value: body.QueryResponse.Item[0].Id }
})
afterAll(() => bridge.stop())

function send(path: string, json?: unknown) {
  return bridge.production.call(path, json === undefined ? {} : { json })
}

function newName(what: string) {
  names += 1
  return `${what}-${names}`
}

/** A write with two message sets, and a new name and requestid each time. */
interface Several {
  readonly entity: string
  readonly path: string
  readonly body: object
  /** Counts the records with the name in the company file. */
  readonly count: () => Promise<number>
  /** The response after both message sets. */
  readonly whole: object
}

function closedOrder(): Several {
  const DocNumber = newName('order')
  const line = {
    Amount: 10,
    DetailType: 'ItemBasedExpenseLineDetail',
    ItemBasedExpenseLineDetail: { ItemRef: item, Qty: 1 },
  }
  return {
    entity: 'PurchaseOrder',
    path: `/purchaseorder?requestid=${DocNumber}`,
    body: { VendorRef: vendor, DocNumber, POStatus: 'Closed', Line: [line] },
    count: () => desktop.count('PurchaseOrder', `<RefNumber>${DocNumber}</RefNumber>`),
    whole: { DocNumber, POStatus: 'Closed' },
  }
}

function withCustomField(): Several {
  const DisplayName = newName('customer')
  const CustomField = [{ Name: 'Region', Type: 'StringType', StringValue: 'Far North' }]
  return {
    entity: 'Customer',
    path: `/customer?requestid=${DisplayName}`,
    body: { DisplayName, CustomField },
    count: () => desktop.count('Customer', `<Name>${DisplayName}</Name>`),
    whole: { DisplayName, CustomField },
  }
}

const losses: readonly (readonly [string, readonly Failure[]])[] = [
  ['the first write was lost on its way', ['lost before']],
  ['the response to the first write was lost', ['lost after']],
  ['the agent was offline at the first write', ['offline']],
  ['the second write was lost on its way', ['none', 'lost before']],
  ['the response to the second write was lost', ['none', 'lost after']],
  ['the agent was offline at the second write', ['none', 'offline']],
  ['QuickBooks was closed before the second write', ['none', 'app-not-open']],
  ['a dialog was open at the second write', ['none', 'dialog']],
]

describe.each([
  ['an order that is created closed', closedOrder],
  ['a record with a custom field', withCustomField],
])('%s [dp-4.2-retries.5]', (_what, several) => {
  it.each(losses)('is written completely and once if %s', async (_when, troubles) => {
    const { entity, path, body, count, whole } = several()
    desktop.fail('write', ...troubles)
    expect((await send(path, body)).status).toBeGreaterThanOrEqual(500)
    const found = await send(path, body)
    expect([found.status, found.body[entity]]).toMatchObject([200, whole])
    expect(await count()).toBe(1)
    expect((await send(path, body)).body).toEqual(found.body)
    expect((await send(`/${entity.toLowerCase()}/${found.body[entity].Id}`)).body[entity]).toEqual(found.body[entity])
  })

  it('is written completely and once if every write and every lookup was lost once', async () => {
    const { entity, path, body, count, whole } = several()
    desktop.fail('write', 'lost after', 'lost after')
    const statuses: number[] = []
    for (let attempt = 0; attempt < 6; attempt += 1) {
      if (attempt === 1 || attempt === 3) desktop.fail('read', 'lost before')
      const found = await send(path, body)
      statuses.push(found.status)
      if (found.status === 200) expect(found.body[entity]).toMatchObject(whole)
    }
    expect(statuses.slice(-2)).toEqual([200, 200])
    expect(await count()).toBe(1)
  })

  it.each([
    ['its writes', ['none', 'held'], 1],
    ['it got a response', ['held'], 0],
  ] as const)('is taken over from a server that was silent before %s', async (_when, troubles, done) => {
    const { entity, path, body, count, whole } = several()
    desktop.fail('write', ...troubles)
    const slow = send(path, body)
    await expect.poll(() => desktop.heldCount).toBe(1)
    expect(await count()).toBe(done)
    expect(getFault(await send(path, body)).code).toBe('REQUEST_IN_FLIGHT')
    await bridge.database.$executeRaw`UPDATE request_outcome SET "claimedUntil" = now() - interval '1 second'`
    desktop.fail('write', 'held')
    const fast = send(path, body)
    await expect.poll(() => desktop.heldCount).toBe(2)
    // The same message set twice, with the same ID: QuickBooks runs the first, and returns its record for the second.
    desktop.release()
    const [found, left] = await Promise.all([fast, slow])
    expect([found.status, found.body[entity]]).toMatchObject([200, whole])
    expect([left.status, left.status === 200 ? left.body : getFault(left).code]).toEqual(
      done === 1 ? [200, found.body] : [409, 'REQUEST_IN_FLIGHT'],
    )
    expect((await send(path, body)).body).toEqual(found.body)
    expect(await count()).toBe(1)
  })
})

it('sends no write for a run that another server took over [dp-4.2-retries.4]', async () => {
  const { body } = await send('/estimate', {
    CustomerRef: { value: (await send('/customer', { DisplayName: 'Taken over' })).body.Customer.Id },
    Line: [{ DetailType: 'DescriptionOnly', Description: 'Work' }],
  })
  const { Id, SyncToken, Line } = body.Estimate
  const update = { Id, SyncToken, Line: [...Line, { DetailType: 'DescriptionOnly', Description: 'More' }] }
  const change = () => send('/estimate?requestid=taken-over', update)
  desktop.fail('read', 'held')
  const slow = change()
  await expect.poll(() => desktop.heldCount).toBe(1)
  await bridge.database.$executeRaw`UPDATE request_outcome SET "claimedUntil" = now() - interval '1 second'`
  desktop.fail('read', 'offline')
  expect(getFault(await change()).code).toBe('AGENT_OFFLINE')
  desktop.fail('write', 'lost after')
  desktop.release()
  const left = await slow
  expect([left.status, left.headers.get('retry-after'), getFault(left).code]).toEqual([409, '2', 'REQUEST_IN_FLIGHT'])
  expect(getFault(await change()).code).toBe('AGENT_TIMEOUT')
  const found = await change()
  expect(found.status).toBe(200)
  expect(found.body.Estimate.Line).toMatchObject([{ Description: 'Work' }, { Description: 'More' }, { Amount: 0 }])
  expect((await change()).body).toEqual(found.body)
})
