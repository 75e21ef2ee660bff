import { randomUUID } from 'node:crypto'
import { sweepOutcomes } from '@bridge/data-plane/replay/outcome-retention.store'
import { createRecordedMessageSets } from '@bridge/data-plane/replay/recorded-message-sets.store'
import { firstRun, messageSetId } from '@bridge/data-plane/replay/run-key'
import { createFaultyDesktop, type FaultyDesktop } from '@bridge/data-plane/testing/faulty-desktop'
import type { WriteState } from '@bridge/database'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { productionRealmId, startBridge, type TestBridge } from '../bridge.fixture.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
let now: number
let desktop: FaultyDesktop
let bridge: TestBridge

function clock() {
  return new Date(now)
}

beforeEach(async () => {
  now = Date.UTC(2026, 2, 16)
  desktop = createFaultyDesktop(clock)
  bridge = await startBridge({ productionDesktop: desktop, clock, sandboxBooks: 'empty' })
})
afterEach(() => bridge.stop())

/** Adds a customer, and to the journal what a gateway stores about the message set, with this state. */
async function add(DisplayName: string, requestId?: string, state: WriteState = 'completed') {
  const { token } = await bridge.mintToken(productionRealmId, new Date(now + 60_000))
  const query = requestId === undefined ? '' : `?requestid=${requestId}`
  const { exchange } = desktop
  desktop.exchange = async (realmId, text, options) => {
    if (options.write) {
      const data = {
        ...options.write,
        id: randomUUID(),
        realmId,
        state,
        createdAt: clock(),
        response: Buffer.from('x'),
      }
      await bridge.database.writeJournal.create({ data })
    }
    return exchange(realmId, text, options)
  }
  const path = `/v3/company/${productionRealmId}/customer${query}`
  const response = await bridge.call(path, { json: { DisplayName }, token })
  desktop.exchange = exchange
  return response
}

it.each([
  ['an hour after it was sent', undefined, hourMs],
  ['7 days after it was sent if it has a requestid', 'r-1', 7 * dayMs],
])('lets a write clear a message set %s, whatever restarts in between', async (_when, requestId, ms) => {
  await add('First', requestId)
  now += ms - 1
  await add('Early')
  expect(desktop.cleared).toEqual([])
  now += 1
  const other = await startBridge({ productionDesktop: desktop, clock, sandboxBooks: 'empty' })
  await other.stop()
  for (const name of ['Second', 'Third']) await add(name)
  expect(desktop.cleared).toHaveLength(1)
})

it('clears a message set again after an hour if the write that cleared it got no response', async () => {
  await add('First')
  now += hourMs
  desktop.fail('write', 'offline')
  expect((await add('Second', undefined, 'cancelled')).status).toBe(503)
  await add('Third')
  expect(desktop.cleared).toHaveLength(0)
  now += hourMs
  await add('Fourth')
  await add('Fifth')
  expect(desktop.cleared).toHaveLength(2)
})

it('keeps a message set without a response for 7 days', async () => {
  await add('First', undefined, 'sending')
  const sets = createRecordedMessageSets(bridge.database, clock)
  now += 7 * dayMs - 1
  expect(await sets.take(productionRealmId, 'next')).toBeUndefined()
  now += 1
  expect(await sets.take(productionRealmId, 'next')).toMatch(/^[0-9A-Za-z]{22}$/)
})

it('keeps the journal row of a message set that is on record, without its response, for at most 90 days', async () => {
  const { database } = bridge
  await add('First', 'r-1')
  await add('Second', 'r-2')
  await createRecordedMessageSets(database, clock).confirmCleared(
    productionRealmId,
    messageSetId({ realmId: productionRealmId, requestId: 'r-2', run: firstRun(productionRealmId, 'r-2') }, 0),
  )
  now += 7 * dayMs
  await sweepOutcomes(database, clock())
  expect(await database.writeJournal.findMany({ select: { requestId: true, response: true } })).toEqual([
    { requestId: 'r-1', response: null },
  ])
  now += 83 * dayMs
  await sweepOutcomes(database, clock())
  expect(await database.writeJournal.count()).toBe(0)
})

it.each([
  ['swept', true],
  ['not swept yet', false],
])(
  'runs a requestid again after 7 days while QuickBooks has its first use on record, its outcome %s [dp-4.2-retries.1]',
  async (_when, isSwept) => {
    const { Customer: first } = (await add('Monthly', 'r-1')).body
    now += 7 * dayMs + 1
    if (isSwept) await sweepOutcomes(bridge.database, clock())
    const again = await add('Monthly again', 'r-1')
    expect([again.status, again.body.Customer?.DisplayName]).toEqual([200, 'Monthly again'])
    expect(again.body.Customer.Id).not.toBe(first.Id)
    expect((await add('Monthly again', 'r-1')).body).toEqual(again.body)
  },
)
