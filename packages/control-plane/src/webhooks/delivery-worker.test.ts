import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { type RealmId, requireRealmId } from '@bridge/agent-protocol'
import { insertChanges } from '@bridge/data-plane/record-changes/record-changes.store'
import type { ChangeFeed } from '@bridge/database'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { createResealing } from '@bridge/identity/second-factor/resealing'
import type { MeasuredDelivery } from '@bridge/platform/call-metrics'
import { OutgoingClient } from '@bridge/platform/outgoing-client'
import { serverDefaults } from '@bridge/platform/server-config'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DeliveryWorker } from './delivery-worker.ts'
import { createTokenStores } from './verifier-token.store.ts'
import { mintVerifierToken, openVerifierToken, sealVerifierToken } from './verifier-token.ts'
import { createWebhookHeaders } from './webhook-headers.ts'
import { createWebhookWatch } from './webhook-watch.ts'

const clientId = 'svcc_app'
const hourMs = 3_600_000
const config = {
  ...serverDefaults,
  baseUrl: 'http://localhost:3000',
  machineSecret: 'machine',
  sessionSecret: 'session',
}
const realms = ['9130350000000001', '9130350000000002'].map(requireRealmId)
const [realmA, realmB] = realms as [RealmId, RealmId]
const verifierToken = mintVerifierToken()

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly at: Date
}

let test: TestDatabase
let orgId: string
let server: Server
let url: string
let received: Received[]
let measured: MeasuredDelivery[]
/** What the receiver responds with, for a request with events of a realm. */
let respond: (realmId: string) => number | 'hang' | 'close'
let workers: DeliveryWorker[]
let offsetMs: number
/** Positions are due by the database's clock, so the tests' clock is ahead of it. */
function clock(): Date {
  return new Date(Date.now() + offsetMs)
}

beforeAll(async () => {
  test = await createTestDatabase()
  const { id } = await test.database.organization.create({ data: { name: 'Office', slug: 'office' } })
  orgId = id
  const kind = 'production'
  await test.database.realm.createMany({ data: realms.map((realm) => ({ id: realm, orgId, kind, name: 'Company' })) })
  server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString()
    received.push({ headers: request.headers, text, at: clock() })
    const status = respond(JSON.parse(text)[0].intuitaccountid)
    if (status === 'close') response.destroy()
    else if (status !== 'hang') response.writeHead(status).end('noted')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  url = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}/hook` : ''
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await test.drop()
})

beforeEach(async () => {
  const { database } = test
  received = []
  measured = []
  respond = () => 200
  offsetMs = 1_000
  await database.oAuthClient.create({ data: { id: clientId, orgId, name: 'App', secretHash: 'hash' } })
  await database.connection.createMany({ data: realms.map((realmId) => ({ clientId, realmId, scope: 'accounting' })) })
  const sealedToken = sealVerifierToken(verifierToken, clientId, config)
  await database.webhook.create({ data: { clientId, url, sealedToken } })
  workers = Array.from({ length: 2 }, () => createWorker())
})
afterEach(async () => {
  for (const worker of workers) await worker.close()
  await test.database.oAuthClient.deleteMany()
  await test.database.change.deleteMany()
})

function createWorker({ timeoutMs = 60_000 } = {}) {
  // The tests run the workers themselves.
  const changes = createSilentFeed()
  const outgoing = new OutgoingClient({ allowsLoopback: true, timeoutMs })
  return new DeliveryWorker({
    metrics,
    database: test.database,
    changes,
    clock,
    config,
    outgoing,
    logger: pino({ level: 'silent' }),
  })
}

const metrics = {
  record: () => undefined,
  recordDelivery: (delivery: MeasuredDelivery) => void measured.push(delivery),
}

function createSilentFeed(): ChangeFeed {
  return {
    publish: async () => undefined,
    subscribe: () => () => undefined,
    isConnected: () => true,
    close: async () => undefined,
  }
}

/** Stores changes of new records, and runs the workers of two servers. */
async function change(realmId: RealmId, recordIds: readonly string[], entity = 'Invoice') {
  await insertChanges(
    test.database,
    realmId,
    recordIds.map((recordId) => ({
      entity,
      recordId,
      operation: 'create',
      occurredAt: new Date('2026-11-27T12:00:00Z'),
      version: '1',
      source: 'write',
    })),
  )
  await runAll()
}

async function runAll() {
  await Promise.all(workers.map((worker) => worker.run()))
}

async function runLater(ms: number) {
  offsetMs += ms
  await runAll()
}

function listReceived() {
  return received.map(({ text }) => JSON.parse(text).map((event: { intuitentityid: string }) => event.intuitentityid))
}

function findWebhook() {
  return test.database.webhook.findUniqueOrThrow({ where: { clientId } })
}

describe('a webhook', () => {
  it('gets a change once, signed', async () => {
    await change(realmA, ['1-1'])
    expect(received).toHaveLength(1)
    const [{ headers, text }] = received as [Received]
    expect(JSON.parse(text)).toEqual([
      {
        specversion: '1.0',
        id: expect.any(String),
        source: expect.stringMatching(/^intuit\.[A-Za-z0-9+/]{43}=$/),
        type: 'qbo.invoice.created.v1',
        datacontenttype: 'application/json',
        time: '2026-11-27T12:00:00.000Z',
        intuitentityid: '1-1',
        intuitaccountid: realmA,
        data: {},
      },
    ])
    expect(measured).toEqual([{ status: 200, ms: expect.any(Number) }])
    const sentAt = new Date(Number(headers['webhook-timestamp']) * 1000)
    const signed = createWebhookHeaders({ id: String(headers['webhook-id']), sentAt, body: text, verifierToken })
    expect(headers).toMatchObject(
      Object.fromEntries(Object.entries(signed).map(([name, value]) => [name.toLowerCase(), value])),
    )
    expect(await test.database.webhookDelivery.findFirstOrThrow()).toMatchObject({
      realmId: realmA,
      reason: 'change',
      attempt: 1,
      events: 1,
      body: text,
      status: 200,
      responseBody: 'noted',
      failure: null,
    })
  })

  it('gets changes in order, at most 100 at once', async () => {
    const ids = Array.from({ length: 250 }, (_, index) => `${index}`)
    await change(realmA, ids)
    expect(listReceived().map(({ length }) => length)).toEqual([100, 100, 50])
    expect(listReceived().flat()).toEqual(ids)
  })

  it('gets only the events that it wants', async () => {
    await test.database.webhook.update({ where: { clientId }, data: { events: ['customer.created'] } })
    await change(realmA, ['1'], 'Invoice')
    await change(realmA, ['2'], 'Customer')
    expect(listReceived()).toEqual([['2']])
  })

  it('gets no changes without an event in QuickBooks Online', async () => {
    await change(realmA, ['1'], 'InventoryAdjustment')
    expect(received).toEqual([])
  })

  it('gets numeric IDs, and the legacy format, as the app chose', async () => {
    await test.database.oAuthClient.update({ where: { id: clientId }, data: { ids: 'numeric' } })
    await change(realmA, ['1F-1700000000'])
    expect(listReceived()).toEqual([[expect.stringMatching(/^\d+$/)]])
  })

  it('gets nothing about a company file that is not connected anymore, and nothing of that time later', async () => {
    await test.database.connection.updateMany({ where: { realmId: realmA }, data: { revokedAt: clock() } })
    await change(realmA, ['1'])
    await test.database.connection.updateMany({ data: { revokedAt: null } })
    await change(realmA, ['2'])
    expect(listReceived()).toEqual([['2']])
  })

  it('gets nothing that was due when its company file was disconnected', async () => {
    respond = () => 500
    await change(realmA, ['1'])
    await test.database.connection.updateMany({ where: { realmId: realmA }, data: { revokedAt: clock() } })
    await runLater(hourMs)
    expect(received).toHaveLength(1)
  })
})

describe('a webhook that fails', () => {
  it('gets the same message again after the times of QuickBooks Online', async () => {
    respond = () => 500
    const startsAt = clock().getTime()
    await change(realmA, ['1'])
    for (let step = 0; step < 40; step += 1) await runLater(10_000)
    const seconds = received.map(({ at }) => Math.round((at.getTime() - startsAt) / 10_000) * 10)
    expect(seconds).toEqual([0, 10, 30, 60, 360])
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await test.database.webhookDelivery.count()).toBe(5)
  })

  it('gets later changes of the realm after the failed one, and those of others at once', async () => {
    respond = (realmId) => (realmId === realmA ? 500 : 200)
    await change(realmA, ['a1'])
    await change(realmA, ['a2'])
    await change(realmB, ['b1'])
    expect(listReceived()).toEqual([['a1'], ['b1']])
    respond = () => 200
    await runLater(10_000)
    expect(listReceived().slice(2)).toEqual([['a1', 'a2']])
    expect(await findWebhook()).toMatchObject({ failingSince: null })
  })

  it.each([201, 204, 301, 400, 500])('fails with the status %i', async (status) => {
    respond = () => status
    await change(realmA, ['1'])
    expect(await test.database.webhookDelivery.findFirstOrThrow()).toMatchObject({ status })
    expect((await findWebhook()).failingSince).not.toBeNull()
  })

  it.each([
    ['hang', 'No response within 3 seconds.'],
    ['close', 'The connection failed: ECONNRESET.'],
  ] as const)('gets the message again after its receiver let it %s, and others do not wait', async (how, failure) => {
    respond = (realmId) => (realmId === realmA ? how : 200)
    const patient = workers
    if (how === 'hang') workers = [createWorker({ timeoutMs: 200 })]
    await change(realmA, ['a1'])
    workers = patient
    await change(realmB, ['b1'])
    const delivery = await test.database.webhookDelivery.findFirstOrThrow({ where: { realmId: realmA } })
    expect(delivery).toMatchObject({ status: null, failure })
    respond = () => 200
    await runLater(10_000)
    expect(listReceived()).toEqual([['a1'], ['b1'], ['a1']])
    expect(received[2]?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id'])
  })

  it('is paused at once by 410, with the time of the first missed change', async () => {
    respond = () => 410
    await change(realmA, ['1'])
    expect(await findWebhook()).toMatchObject({
      pausedAt: expect.any(Date),
      missedSince: new Date('2026-11-27T12:00:00Z'),
    })
    await change(realmA, ['2'])
    await runLater(24 * hourMs)
    expect(received).toHaveLength(1)
  })

  it('gives up the only realm that fails for five days', async () => {
    respond = (realmId) => (realmId === realmA ? 500 : 200)
    await change(realmA, ['a1'])
    for (let step = 0; step < 25; step += 1) {
      await runLater(6 * hourMs)
      await change(realmB, [`b${step}`])
    }
    respond = () => 200
    received = []
    await runLater(6 * hourMs)
    expect(received).toEqual([])
    expect(await findWebhook()).toMatchObject({ pausedAt: null, missedSince: new Date('2026-11-27T12:00:00Z') })
  })

  it('is deleted with a delivery under way', async () => {
    let deleted: Promise<unknown> | undefined
    respond = () => {
      deleted = test.database.oAuthClient.deleteMany()
      return 200
    }
    await change(realmA, ['1'])
    await deleted
    await runAll()
    const counts = [await test.database.webhookPosition.count(), await test.database.webhookDelivery.count()]
    expect([received.length, ...counts]).toEqual([1, 0, 0])
  })
})

describe('emails about a webhook', () => {
  it('are sent once after an hour, a day, and the pause after five days', async () => {
    const { id: userId } = await test.database.user.create({ data: { email: 'ada@example.com' } })
    await test.database.membership.create({ data: { orgId, userId, role: 'owner' } })
    const sent: string[] = []
    const mailer = { send: async (to: string, { subject }: { subject: string }) => void sent.push(`${to}: ${subject}`) }
    const changes = createSilentFeed()
    const watches = workers.map(() =>
      createWebhookWatch({
        database: test.database,
        changes,
        clock,
        config,
        mailer,
        logger: pino({ level: 'silent' }),
      }),
    )
    respond = () => 500
    await change(realmA, ['1'])
    const countAfter = async (ms: number) => {
      await runLater(ms)
      await Promise.all(watches.map((watch) => watch.run()))
      await Promise.all(watches.map((watch) => watch.run()))
      return sent.length
    }
    const counts = [
      await countAfter(0.9 * hourMs),
      await countAfter(0.2 * hourMs),
      await countAfter(22 * hourMs),
      await countAfter(hourMs),
      await countAfter(95 * hourMs),
      await countAfter(2 * hourMs),
      await countAfter(hourMs),
    ]
    expect(counts).toEqual([0, 1, 1, 2, 2, 3, 3])
    expect(sent[2]).toBe('ada@example.com: The webhook of App is paused')
    expect(await findWebhook()).toMatchObject({
      pausedAt: expect.any(Date),
      missedSince: new Date('2026-11-27T12:00:00Z'),
    })
    for (const watch of watches) await watch.close()
  })
})

it('has its tokens encrypted with the next secret of the service', async () => {
  const next = { ...config, sessionSecret: 'next', sessionSecretsAccepted: ['session'] }
  const nextTokenAt = new Date(clock().getTime() + hourMs)
  await test.database.webhook.update({
    where: { clientId },
    data: { nextTokenAt, nextSealedToken: sealVerifierToken('later', clientId, config) },
  })
  const dependencies = { database: test.database, config: next, logger: pino({ level: 'silent' }) }
  const resealing = createResealing(dependencies, createTokenStores(test.database))
  await resealing.run()
  await resealing.close()
  const row = await test.database.webhook.findUniqueOrThrow({ where: { clientId } })
  const only = { ...config, sessionSecret: 'next' }
  expect(openVerifierToken(row, only, clock())).toBe(verifierToken)
  expect(openVerifierToken(row, only, nextTokenAt)).toBe('later')
})

it('delivers again what a server sent that ended before it stored the response', async () => {
  await change(realmA, ['1'])
  await test.database.webhookPosition.updateMany({ data: { deliveredSeq: 0n, dueAt: new Date(0) } })
  await runAll()
  const ids = received.map(({ text }) => JSON.parse(text)[0].id)
  expect([ids.length, new Set(ids).size]).toEqual([2, 1])
})

it('leaves a webhook to the server that claimed it, for as long as that lives', async () => {
  await test.database.webhook.update({ where: { clientId }, data: { claimedUntil: new Date(Date.now() + 60_000) } })
  await change(realmA, ['1'])
  expect(received).toEqual([])
  await test.database.webhook.update({ where: { clientId }, data: { claimedUntil: new Date(Date.now() - 1) } })
  await runAll()
  expect(listReceived()).toEqual([['1']])
})
