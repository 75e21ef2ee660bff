import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { sealSecret } from '@bridge/identity/second-factor/sealed-secret'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sandboxRealmId, startBridge, type TestBridge } from '../bridge.fixture.ts'

const clientId = 'svcc_test'
const verifierToken = 'svcv_test'

let bridge: TestBridge
let server: Server
const received: { readonly text: string; readonly signature: unknown }[] = []

beforeAll(async () => {
  bridge = await startBridge({
    sandboxBooks: 'empty',
    config: { baseUrl: 'http://localhost:3000' },
    clock: () => new Date(),
  })
  server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString()
    received.push({ text, signature: request.headers['intuit-signature'] })
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}/hook` : ''
  const sealedToken = sealSecret(verifierToken, `webhook ${clientId}`, bridge.config.sessionSecret)
  await bridge.database.webhook.create({ data: { clientId, url, sealedToken } })
})
afterAll(async () => {
  server.close()
  await bridge.stop()
})

it('sends what an app writes to a sandbox, as events in the order of the writes', async () => {
  const { body } = await bridge.call('/customer', { json: { DisplayName: 'Ada' } })
  const { Id, SyncToken } = body.Customer
  await bridge.call('/customer', { json: { Id, SyncToken, sparse: true, DisplayName: 'Ada Lind' } })
  const listEvents = () => received.flatMap(({ text }) => JSON.parse(text))
  await expect.poll(() => listEvents().length).toBe(2)
  expect(listEvents()).toMatchObject([
    { type: 'qbo.customer.created.v1', intuitentityid: Id, intuitaccountid: sandboxRealmId },
    { type: 'qbo.customer.updated.v1', intuitentityid: Id, intuitaccountid: sandboxRealmId },
  ])
  for (const { text, signature } of received) {
    expect(signature).toBe(createHmac('sha256', verifierToken).update(text).digest('base64'))
  }
})
