import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { requireRealmId } from '@bridge/agent-protocol'
import { hashSecret } from '@bridge/database/secrets'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startAdmin, type TestAdmin } from '../admin.fixture.ts'

const accessToken = 'sandbox'

let admin: TestAdmin
let server: Server
let url: string
let status = 200
let owner: Awaited<ReturnType<TestAdmin['organization']>>
let clientId: string

beforeAll(async () => {
  admin = await startAdmin({ config: { baseUrl: 'http://localhost:3000' }, clock: () => new Date() })
  server = createServer(async (request, response) => {
    await request.toArray()
    response.writeHead(status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  url = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}/hook` : ''
  owner = await admin.organization()
  const { orgId, session, sandboxRealmId } = owner
  const input = { orgId, name: 'App', redirectUris: ['https://app.example/cb'] }
  const { client } = (await admin.call('POST /clients', session, input)).body
  clientId = client.id
  const accessTokens = { create: { tokenHash: hashSecret(accessToken), expiresAt: new Date('2100-01-01') } }
  await admin.database.connection.create({
    data: {
      clientId,
      realmId: requireRealmId(sandboxRealmId),
      scope: 'com.intuit.quickbooks.accounting',
      accessTokens,
    },
  })
  await setWebhook()
})
afterAll(async () => {
  server.close()
  await admin.stop()
})

async function setWebhook(choices: object = {}) {
  const { status: code } = await admin.call(`PUT /clients/${clientId}/webhook`, owner.session, { url, ...choices })
  expect(code).toBe(200)
}

/** Sends a call to the sandbox, and returns what is known of it. */
async function send(traceId: string, path: string, json?: object) {
  const response = await admin.app.request(`/v3/company/${owner.sandboxRealmId}${path}`, {
    method: json === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'x-request-id': traceId, 'content-type': 'application/json' },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
  expect(response.status).toBe(200)
  await admin.requestLog.flush()
  return response.json()
}

async function listEvents(traceId: string) {
  const { orgId, session } = owner
  const { requests } = (await admin.call(`GET /requests?orgId=${orgId}&traceId=${traceId}`, session)).body
  return (await admin.call(`GET /requests/${requests[0].id}`, session)).body.events
}

/** Waits until the latest delivery of a request's first event has a state. */
async function waitForState(traceId: string, state: string) {
  await expect.poll(async () => (await listEvents(traceId))[0]?.deliveries[0]?.state, { timeout: 30_000 }).toBe(state)
}

it('names the event of a write, and its delivery', async () => {
  const { Customer } = await send('create', '/customer', { DisplayName: 'Ada' })
  await waitForState('create', 'delivered')
  const events = await listEvents('create')
  expect(events).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      event: 'customer.created',
      recordId: Customer.Id,
      deliveries: [
        {
          clientId,
          clientName: 'App',
          state: 'delivered',
          deliveryId: expect.any(String),
          at: expect.any(String),
        },
      ],
    },
  ])
  const path = `GET /clients/${clientId}/webhook/deliveries/${events[0].deliveries[0].deliveryId}`
  const { delivery } = (await admin.call(path, owner.session)).body
  expect(JSON.parse(delivery.body)[0].id).toBe(events[0].id)
})

it('names the events of each item of a batch, and none of a read', async () => {
  const items = ['Grace', 'Edsger'].map((DisplayName, index) => ({
    bId: `${index}`,
    operation: 'create',
    Customer: { DisplayName },
  }))
  await send('batch', '/batch', { BatchItemRequest: items })
  expect((await listEvents('batch')).map(({ event }: { event: string }) => event)).toEqual([
    'customer.created',
    'customer.created',
  ])
  await send('query', '/query?query=select%20*%20from%20Customer')
  expect(await listEvents('query')).toEqual([])
})

it('says that a delivery fails, or was lost on purpose', async () => {
  status = 500
  await send('fails', '/customer', { DisplayName: 'Barbara' })
  await waitForState('fails', 'failing')
  status = 200
  await setWebhook({ sandboxFailure: 'lost' })
  await waitForState('fails', 'not_delivered')
})

it('lists no delivery for a webhook without this event', async () => {
  await setWebhook({ events: ['invoice.created'] })
  await send('unwanted', '/customer', { DisplayName: 'Frances' })
  expect(await listEvents('unwanted')).toMatchObject([{ event: 'customer.created', deliveries: [] }])
})
