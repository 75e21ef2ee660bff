import { claimDuePolls } from '@bridge/data-plane/change-polls/change-polls.store'
import { findChangesAfter } from '@bridge/data-plane/record-changes/record-changes.store'
import { createFaultyDesktop } from '@bridge/data-plane/testing/faulty-desktop'
import type { Prisma } from '@bridge/database'
import type { Desktop } from '@bridge/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { productionRealmId, sandboxRealmId, startBridge, type TestBridge } from '../bridge.fixture.ts'
import { createTestClock } from '../clock.fixture.ts'
import { openCompanyFiles } from '../local-sandboxes.fixture.ts'

const running = createTestClock()
let ahead = 0
/** Until when requests wait, as for the next run of a Web Connector. */
let run: Promise<void> | undefined
let onRequest: (() => void) | undefined
let bridge: TestBridge
const desktop = createFaultyDesktop(clock)
const productionDesktop: Desktop = {
  exchange: async (...args) => {
    onRequest?.()
    await run
    return desktop.exchange(...args)
  },
}

function clock(): Date {
  return new Date(running().getTime() + ahead)
}

beforeAll(async () => {
  const config = { billingEnforced: true }
  bridge = await startBridge({ sandboxBooks: 'empty', productionDesktop, clock, config })
  await bridge.database.organization.updateMany({ data: { trialEndsAt: new Date('2100-01-01') } })
  await setState('connected')
})
afterAll(() => bridge.stop())

async function setState(stateGroup: 'connected' | 'waiting') {
  await bridge.database.realmListing.update({ where: { realmId: productionRealmId }, data: { stateGroup } })
}

async function pollIn(seconds: number) {
  ahead += seconds * 1_000
  await bridge.changePoller.run()
}

/** Adds a customer as a person at the PC. */
async function addCustomer(name: string): Promise<void> {
  const request = `<CustomerAddRq><CustomerAdd><Name>${name}</Name></CustomerAdd></CustomerAddRq>`
  const set = `<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${request}</QBXMLMsgsRq></QBXML>`
  await desktop.exchange(productionRealmId, set, { kind: 'write' })
}

async function listChanges(realmId = productionRealmId): Promise<readonly string[]> {
  const changes = await findChangesAfter(bridge.database, realmId, 0n, 100)
  return changes.map(({ entity, operation, source }) => `${entity} ${operation} ${source}`)
}

function findState(realmId = productionRealmId) {
  return bridge.database.realmChanges.findUnique({ where: { realmId } })
}

it('asks nothing of a company file without a subscriber', async () => {
  await pollIn(60)
  expect(desktop.received).toEqual([])
  await bridge.database.webhook.create({
    data: { clientId: 'svcc_test', url: 'https://app.test/hook', sealedToken: 'sealed' },
  })
})

it('finds what people change, and stores a write of the service once', async () => {
  await pollIn(60)
  await addCustomer('Ada')
  await pollIn(60)
  expect(await listChanges()).toEqual(['Customer create poll'])
  await bridge.production.call('/customer', { json: { DisplayName: 'Grace' } })
  await pollIn(60)
  await pollIn(60)
  expect(await listChanges()).toEqual(['Customer create poll', 'Customer create write'])
})

it('polls once a minute, also where nothing has changed for a while', async () => {
  const countPolls = async (seconds: number) => {
    desktop.received.length = 0
    await pollIn(seconds)
    return desktop.received.length
  }
  await pollIn(60)
  expect(await countPolls(30)).toBe(0)
  expect(await countPolls(30)).toBe(1)
  expect(await countPolls(15 * 60)).toBe(1)
  expect(await countPolls(60)).toBe(1)
})

function report(data: Prisma.RealmChangesUpdateInput = {}) {
  return bridge.database.realmChanges.update({
    where: { realmId: productionRealmId },
    data: { ...data, hasChanged: true },
  })
}

it('is due when the agent has reported a change, and 5 seconds after the poll before at the earliest', async () => {
  const reportAfterPoll = (secondsAgo: number) => {
    const at = new Date(clock().getTime() - secondsAgo * 1_000)
    return report({ claimedAt: at, polledAt: at })
  }
  await pollIn(60)
  desktop.received.length = 0
  // A poll that begins later, whatever this test takes.
  await reportAfterPoll(-3_600)
  await pollIn(0)
  expect(desktop.received).toHaveLength(0)
  await reportAfterPoll(5)
  await pollIn(0)
  expect(desktop.received).toHaveLength(1)
  await pollIn(10)
  expect(desktop.received).toHaveLength(1)
})

it('follows the poll during which the agent reported a change, and does not disturb it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const requested = new Promise<void>((begin) => {
    onRequest = begin
  })
  run = promise
  desktop.received.length = 0
  const first = pollIn(60)
  await requested
  await report()
  ahead += 10_000
  const due = await claimDuePolls(bridge.database, { now: clock(), limit: 10, seconds: 60 }).finally(resolve)
  expect(due.filter(({ realmId }) => realmId === productionRealmId)).toEqual([])
  await first
  await pollIn(0)
  expect(desktop.received).toHaveLength(2)
})

it('asks nothing of a company file that cannot be reached, or whose webhook is paused', async () => {
  await setState('waiting')
  desktop.received.length = 0
  await pollIn(600)
  await setState('connected')
  const where = { clientId: 'svcc_test' }
  await bridge.database.webhook.update({ where, data: { pausedAt: new Date() } })
  await pollIn(600)
  expect(desktop.received).toEqual([])
  await bridge.database.webhook.update({ where, data: { pausedAt: null } })
  await pollIn(600)
  expect(desktop.received).toHaveLength(1)
})

it('asks nothing in pauses and quiet hours at the PC', async () => {
  const lastSeenAt = new Date('2100-01-01')
  await bridge.database.realmSession.create({
    data: {
      realmId: productionRealmId,
      gatewayUrl: 'http://127.0.0.1:1',
      epoch: 1n,
      phase: 'ready',
      condition: 'paused',
      connectedAt: lastSeenAt,
      lastSeenAt,
    },
  })
  desktop.received.length = 0
  await pollIn(600)
  expect(desktop.received).toEqual([])
  const where = { realmId: productionRealmId }
  await bridge.database.realmSession.update({ where, data: { condition: 'ready' } })
  await pollIn(600)
  expect(desktop.received).toHaveLength(1)
})

it('asks nothing while the organization has no subscription, and finds the changes of that time later', async () => {
  const setTrialEnd = (trialEndsAt: Date) => bridge.database.organization.updateMany({ data: { trialEndsAt } })
  const before = await listChanges()
  await setTrialEnd(new Date('2000-01-01'))
  await addCustomer('Unpaid')
  desktop.received.length = 0
  await pollIn(600)
  expect(desktop.received).toEqual([])
  await setTrialEnd(new Date('2100-01-01'))
  await pollIn(600)
  expect(await listChanges()).toEqual([...before, 'Customer create poll'])
})

it('is done once for each run of a Web Connector, however long that takes to come', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  run = promise
  desktop.received.length = 0
  const polls = [60, 60, 60, 60].map((seconds) => pollIn(seconds))
  resolve()
  await Promise.all(polls)
  expect(desktop.received).toHaveLength(1)
  await pollIn(30)
  expect(desktop.received).toHaveLength(1)
})

it('is done by one of two servers', async () => {
  desktop.received.length = 0
  ahead += 600_000
  await Promise.all([bridge.changePoller.run(), bridge.changePoller.run()])
  expect(desktop.received).toHaveLength(1)
})

it('marks a restored file, and stores nothing of it', async () => {
  const before = await listChanges()
  await addCustomer('Restored')
  desktop.switches.restoredAt = Math.floor(clock().getTime() / 1_000)
  await pollIn(600)
  expect(await listChanges()).toEqual(before)
  expect(await findState()).toMatchObject({ resynchronizeReason: 'restored', resynchronizeAt: expect.any(Date) })
})

it('marks a sandbox that was reset, and stores nothing of its new books', async () => {
  await bridge.call('/customer', { json: { DisplayName: 'Ada' } })
  expect(await listChanges(sandboxRealmId)).toEqual(['Customer create write'])
  const { database, config } = bridge
  await openCompanyFiles({ database, clock, config }).reset(sandboxRealmId, 'empty')
  expect(await findState(sandboxRealmId)).toMatchObject({ resynchronizeReason: 'reset', pollState: null })
  await pollIn(600)
  await pollIn(600)
  expect(await listChanges(sandboxRealmId)).toEqual(['Customer create write'])
})
