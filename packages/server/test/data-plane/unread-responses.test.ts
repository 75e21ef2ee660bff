import { createRecordingDesktop } from '@bridge/data-plane/testing/recording-desktop'
import { charactersOfPart } from '@bridge/platform/text-parts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { productionRealmId, sandboxRealmId, startBridge, type TestBridge } from '../bridge.fixture.ts'

const customers = 25
const notes = 'x'.repeat(4_000)
let bridge: TestBridge

beforeAll(async () => {
  bridge = await startBridge({
    config: { realmRequestsAtOnce: 1 },
    sandboxBooks: 'empty',
    productionDesktop: createRecordingDesktop(),
  })
  const BatchItemRequest = Array.from({ length: customers }, (_, index) => ({
    bId: String(index),
    operation: 'create',
    Customer: { DisplayName: `Customer ${index}`, Notes: notes },
  }))
  for (const { call } of [bridge, bridge.production]) {
    expect(JSON.stringify((await call('/batch', { json: { BatchItemRequest } })).body)).not.toContain('Fault')
  }
})
afterAll(() => bridge.stop())

const open: Response[] = []
afterEach(() => Promise.all(open.splice(0).map(({ body, bodyUsed }) => (bodyUsed ? undefined : body?.cancel()))))

/** Requests all customers of a company file, and does not read the response. */
async function request(kind: 'sandbox' | 'production', method = 'GET'): Promise<Response> {
  const [realmId, token] =
    kind === 'sandbox' ? [sandboxRealmId, bridge.sandboxToken] : [productionRealmId, bridge.productionToken]
  const query = encodeURIComponent("select * from Customer where DisplayName like 'Customer %'")
  const url = `https://bridge.test/v3/company/${realmId}/query?query=${query}`
  const response = await bridge.fetch(new Request(url, { method, headers: { authorization: `Bearer ${token}` } }))
  open.push(response)
  return response
}

it('sends a long response in parts, with its length', async () => {
  const response = await request('sandbox')
  const text = await response.clone().text()
  expect(text.length).toBeGreaterThan(charactersOfPart)
  expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
  expect(JSON.parse(text).QueryResponse.Customer).toHaveLength(customers)
})

it('keeps the place of a call until its client has received the response, and none of another company file', async () => {
  const unread = await request('production')
  let isRead = false
  const next = request('production').then(() => isRead)
  await (await request('sandbox')).text()
  isRead = true
  await unread.text()
  expect(await next).toBe(true)
})

it.each([
  ['leaves', async (response: Response) => response.body?.cancel()],
  ['has received it', async (response: Response) => void (await response.arrayBuffer())],
])('frees the place of a call whose client %s', async (_what, end) => {
  await end(await request('production'))
  expect((await request('production')).status).toBe(200)
})

it('frees the place of a call that asks for no body', async () => {
  await request('production', 'HEAD')
  expect((await request('production')).status).toBe(200)
})
