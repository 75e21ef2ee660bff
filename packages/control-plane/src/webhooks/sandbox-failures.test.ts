import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type RealmId, requireRealmId } from '@bridge/agent-protocol'
import { insertChanges } from '@bridge/data-plane/record-changes/record-changes.store'
import type { WebhookFailure } from '@bridge/database'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { OutgoingClient } from '@bridge/platform/outgoing-client'
import { serverDefaults } from '@bridge/platform/server-config'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { DeliveryWorker } from './delivery-worker.ts'
import { sealVerifierToken } from './verifier-token.ts'

const clientId = 'svcc_app'
const sandbox = requireRealmId('9130350000000001')
const production = requireRealmId('9130350000000002')
const config = {
  ...serverDefaults,
  baseUrl: 'http://localhost:3000',
  machineSecret: 'machine',
  sessionSecret: 'session',
}

let test: TestDatabase
let orgId: string
let server: Server
let url: string
let status: number
let received: { readonly messageId: unknown; readonly ids: readonly string[] }[]
let now: Date
let worker: DeliveryWorker

beforeAll(async () => {
  test = await createTestDatabase()
  const { id } = await test.database.organization.create({ data: { name: 'Office', slug: 'office' } })
  orgId = id
  await test.database.realm.createMany({
    data: [
      { id: sandbox, orgId, kind: 'sandbox', name: 'Sandbox' },
      { id: production, orgId, kind: 'production', name: 'Company' },
    ],
  })
  server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString()
    const ids = JSON.parse(text).map((event: { intuitentityid: string }) => event.intuitentityid)
    received.push({ messageId: request.headers['webhook-id'], ids })
    response.writeHead(status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  url = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}/hook` : ''
})
afterAll(async () => {
  server.close()
  await test.drop()
})

beforeEach(async () => {
  received = []
  status = 200
  // Positions are due by the database's clock, which is never ahead of this one.
  now = new Date('2100-01-01T12:00:00Z')
  const connections = { create: [sandbox, production].map((realmId) => ({ realmId, scope: 'accounting' })) }
  await test.database.oAuthClient.create({
    data: { id: clientId, orgId, name: 'App', secretHash: 'hash', connections },
  })
  worker = new DeliveryWorker({
    metrics: undefined,
    database: test.database,
    changes: {
      publish: async () => undefined,
      subscribe: () => () => undefined,
      isConnected: () => true,
      close: async () => undefined,
    },
    clock: () => now,
    config,
    outgoing: new OutgoingClient({ allowsLoopback: true, timeoutMs: 60_000 }),
    logger: pino({ level: 'silent' }),
  })
})
afterEach(async () => {
  await worker.close()
  await test.database.oAuthClient.deleteMany()
  await test.database.change.deleteMany()
})

async function setFailure(sandboxFailure: WebhookFailure) {
  const sealedToken = sealVerifierToken('svcv_test', clientId, config)
  await test.database.webhook.create({ data: { clientId, url, sealedToken, sandboxFailure } })
}

/** Stores a change now, and runs the worker. */
async function change(realmId: RealmId, recordId: string) {
  await insertChanges(test.database, realmId, [
    { entity: 'Invoice', recordId, operation: 'create', occurredAt: now, version: '1', source: 'write' },
  ])
  await test.database.change.updateMany({ where: { realmId, recordId }, data: { storedAt: now } })
  await worker.run()
}

async function runLater(seconds: number) {
  now = new Date(now.getTime() + seconds * 1_000)
  await worker.run()
}

function listReceived() {
  return received.map(({ ids }) => ids)
}

function listDeliveries() {
  return test.database.webhookDelivery.findMany({ orderBy: [{ attempt: 'asc' }] })
}

it('sends the events of a sandbox twice, with the same webhook-id', async () => {
  await setFailure('twice')
  await change(sandbox, '1')
  expect(listReceived()).toEqual([['1'], ['1']])
  expect(received[1]?.messageId).toBe(received[0]?.messageId)
  expect((await listDeliveries()).map(({ attempt, status: code }) => [attempt, code])).toEqual([
    [1, 200],
    [2, 200],
  ])
})

it('repeats a request only once it was accepted', async () => {
  await setFailure('twice')
  status = 500
  await change(sandbox, '1')
  expect(listReceived()).toEqual([['1']])
  status = 200
  await runLater(10)
  expect(listReceived()).toEqual([['1'], ['1'], ['1']])
})

it('sends the events of 10 seconds with the newest first', async () => {
  await setFailure('reordered')
  await change(sandbox, '1')
  await runLater(9)
  await change(sandbox, '2')
  expect(listReceived()).toEqual([])
  await runLater(1)
  expect(listReceived()).toEqual([['2', '1']])
  await runLater(60)
  expect(listReceived()).toHaveLength(1)
})

it('sends the events of a sandbox a minute late', async () => {
  await setFailure('late')
  await change(sandbox, '1')
  await runLater(59)
  expect(listReceived()).toEqual([])
  await runLater(1)
  expect(listReceived()).toEqual([['1']])
})

it('loses the events of a sandbox, lists them, and does not count as failing', async () => {
  await setFailure('lost')
  await change(sandbox, '1')
  await runLater(86_400)
  expect(received).toEqual([])
  expect(await listDeliveries()).toMatchObject([
    { reason: 'change', events: 1, status: null, failure: expect.stringContaining('loses the events of sandboxes') },
  ])
  expect(await test.database.webhook.findFirstOrThrow()).toMatchObject({ failingSince: null, missedSince: null })
  await test.database.webhook.updateMany({ data: { sandboxFailure: null } })
  await change(sandbox, '2')
  expect(listReceived()).toEqual([['2']])
})

it.each(['twice', 'reordered', 'late', 'lost'] as const)(
  'sends the events of a production realm as usual: %s',
  async (failure) => {
    await setFailure(failure)
    await change(production, '1')
    expect(listReceived()).toEqual([['1']])
  },
)
