import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { requireRealmId } from '@bridge/agent-protocol'
import { DeliveryWorker } from '@bridge/control-plane/webhooks/delivery-worker'
import { insertChanges } from '@bridge/data-plane/record-changes/record-changes.store'
import { createTestDatabase } from '@bridge/database/testing'
import { sealSecret } from '@bridge/identity/second-factor/sealed-secret'
import { OutgoingClient } from '@bridge/platform/outgoing-client'
import { serverDefaults } from '@bridge/platform/server-config'
import { pino } from 'pino'
import type { ReceiverRequest } from './receiver-recording.ts'

/** The token that signs what receivers get. */
export const verifierToken = 'token of the receivers'

const clientId = 'receivers'
const realmId = requireRealmId('9130350000000001')
const config = {
  ...serverDefaults,
  baseUrl: 'http://localhost:3000',
  machineSecret: 'machine',
  sessionSecret: 'session',
}
/** Ahead of every database's clock, by which changes are due. */
const sentAt = new Date('2099-01-01T00:00:00Z')
/** Headers of the connection. */
const unrecorded = new Set(['host', 'connection'])

/** Has a delivery worker send the same changes in each format, and returns its requests: equal in every run. */
export async function deliverToReceiver(): Promise<ReceiverRequest[]> {
  const test = await createTestDatabase()
  const received: Omit<ReceiverRequest, 'format'>[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const headers = Object.entries(request.headers).filter(([name]) => !unrecorded.has(name))
    received.push({ headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])), body })
    response.end()
  })
  try {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const requests: ReceiverRequest[] = []
    for (const format of ['cloudevents', 'legacy'] as const) {
      await deliver(test.database, { format, url })
      for (const request of received.splice(0)) requests.push({ format, ...request })
    }
    return requests
  } finally {
    server.close()
    await test.drop()
  }
}

type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>['database']

async function deliver(
  database: TestDatabase,
  { format, url }: { readonly format: ReceiverRequest['format']; readonly url: string },
): Promise<void> {
  const org = await database.organization.create({ data: { name: 'Office', slug: 'office' } })
  await database.realm.create({ data: { id: realmId, orgId: org.id, kind: 'production', name: 'Company' } })
  await database.oAuthClient.create({ data: { id: clientId, orgId: org.id, name: 'App', secretHash: '-' } })
  await database.connection.create({ data: { clientId, realmId, scope: 'accounting' } })
  const sealedToken = sealSecret(verifierToken, `webhook ${clientId}`, config.sessionSecret)
  await database.webhook.create({ data: { id: 'receivers', clientId, url, format, sealedToken } })
  await insertChanges(
    database,
    realmId,
    (['create', 'update', 'void'] as const).map((operation, index) => ({
      entity: 'Invoice',
      recordId: '1F-1700000000',
      operation,
      occurredAt: new Date(Date.UTC(2026, 10, 27, 12, index)),
      version: String(1_700_000_000 + index),
      source: 'write',
    })),
  )
  const worker = new DeliveryWorker({
    database,
    changes: silentFeed,
    clock: () => sentAt,
    config,
    outgoing: new OutgoingClient({ allowsLoopback: true }),
    logger: pino({ level: 'silent' }),
  })
  await worker.run()
  await worker.close()
  await database.organization.deleteMany()
}

const silentFeed = {
  subscribe: () => () => undefined,
  publish: async () => undefined,
  isConnected: () => true,
  close: async () => undefined,
}
