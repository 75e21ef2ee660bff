import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { productionRealmId, sandboxRealmId, startBridge, type TestBridge } from '../../test/bridge.fixture.ts'
import { createRecordingDesktop } from '../../test/recording-desktop.fixture.ts'
import { partBytes } from '../http/encoded-text.ts'

const customers = 25
const notes = 'x'.repeat(4_000)
/** One response exceeds the share of a company file, and four exceed that of all. */
const responseBytesMax = 8 * customers * notes.length
/** Exchanges of the company file wait until this many calls have one. */
let callsAtOnce = 1
let waiting: (() => void)[] = []
let bridge: TestBridge

beforeAll(async () => {
  const desktop = createRecordingDesktop()
  const exchange: typeof desktop.exchange = async (...call) => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve)
      if (waiting.length < callsAtOnce) return
      callsAtOnce = 1
      for (const go of waiting) go()
      waiting = []
    })
    return desktop.exchange(...call)
  }
  bridge = await startBridge({
    config: { responseBytesMax },
    sandboxBooks: 'empty',
    productionDesktop: { ...desktop, exchange },
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
async function request(kind: 'sandbox' | 'production', destroy: () => void = () => undefined): Promise<Response> {
  const [realmId, token] =
    kind === 'sandbox' ? [sandboxRealmId, bridge.sandboxToken] : [productionRealmId, bridge.productionToken]
  const query = encodeURIComponent("select * from Customer where DisplayName like 'Customer %'")
  const url = `https://bridge.test/v3/company/${realmId}/query?query=${query}`
  const response = await bridge.fetch(new Request(url, { headers: { authorization: `Bearer ${token}` } }), {
    outgoing: { destroy },
  })
  open.push(response)
  return response
}

it('sends a long response in parts, with its length', async () => {
  const response = await request('sandbox')
  const text = await response.clone().text()
  expect(text.length).toBeGreaterThan(partBytes)
  expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
  expect(JSON.parse(text).QueryResponse.Customer).toHaveLength(customers)
})

it('begins no call of a company file while its clients do not read its responses', async () => {
  const unread = await request('production')
  let isRead = false
  const next = request('production').then(() => isRead)
  await (await request('sandbox')).text()
  isRead = true
  await unread.text()
  expect(await next).toBe(true)
})

it('ends connections of the company file whose clients leave the most unread, and none of another', async () => {
  const ended: string[] = []
  await request('sandbox', () => ended.push('sandbox'))
  callsAtOnce = 3
  await Promise.all([1, 2, 3].map(() => request('production', () => ended.push('production'))))
  expect(ended).toEqual(['production'])
})
