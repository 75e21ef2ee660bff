import { branch, childText, type Element, leaf, parseMessageSetResponse, serializeMessageSet } from '@bridge/qbxml'
import { afterEach, expect, it } from 'vitest'
import { getFault, sandboxRealmId, startBridge, type TestBridge } from '../bridge.fixture.ts'
import { openSandboxes } from '../local-sandboxes.fixture.ts'

let bridge: TestBridge
afterEach(() => bridge.stop())

const noon = new Date('2026-03-02T12:00:00Z')
async function countRecords(entity: string) {
  return (await bridge.call(`/query?query=${encodeURIComponent(`select count(*) from ${entity}`)}`)).body.QueryResponse
    .totalCount
}

it('starts with the books of its template', async () => {
  bridge = await startBridge()
  expect(await countRecords('Customer')).toBeGreaterThan(5)
  expect(await countRecords('Invoice')).toBeGreaterThan(10)
})

it('starts with empty books', async () => {
  bridge = await startBridge({ sandboxBooks: 'empty' })
  expect(await countRecords('Customer')).toBe(0)
  expect(await countRecords('Account')).toBeGreaterThan(5)
})

it('stores its books in the database, for other servers', async () => {
  bridge = await startBridge({ sandboxBooks: 'empty' })
  const { body } = await bridge.call('/customer', { json: { DisplayName: 'Kept' } })
  const stored = await bridge.database.sandboxDocument.findMany({ where: { id: { contains: body.Customer.Id } } })
  expect(stored.length).toBeGreaterThan(0)
})

it('limits the calls per UTC day [dp-7.2:SANDBOX_DAILY_LIMIT] [cp-8:6]', async () => {
  let now = noon
  bridge = await startBridge({ sandboxBooks: 'empty', config: { sandboxCallsPerDay: 2 }, clock: () => now })
  const call = async () => {
    const { token } = await bridge.mintToken(sandboxRealmId, new Date(now.getTime() + 60_000))
    return bridge.call('/preferences', { token })
  }
  expect([(await call()).status, (await call()).status]).toEqual([200, 200])
  const refused = await call()
  expect(getFault(refused)).toEqual({ status: 429, code: 'SANDBOX_DAILY_LIMIT' })
  expect(refused.headers.get('retry-after')).toBe(String(12 * 60 * 60))
  expect(refused.headers.get('ratelimit-remaining')).toBe('497')
  now = new Date('2026-03-03T00:00:00Z')
  expect((await call()).status).toBe(200)
})

it('limits the number of records [dp-7.2:SANDBOX_RECORD_LIMIT] [cp-8:7] [dp-8:Sandbox]', async () => {
  bridge = await startBridge({ sandboxBooks: 'empty', config: { sandboxRecordsMax: 1 } })
  expect((await bridge.call('/preferences')).status).toBe(200)
  const refused = await bridge.call('/customer', { json: { DisplayName: 'One too many' } })
  expect(getFault(refused)).toEqual({ status: 400, code: 'SANDBOX_RECORD_LIMIT' })
})

it('handles simultaneous calls', async () => {
  bridge = await startBridge({ sandboxBooks: 'empty' })
  const names = Array.from({ length: 10 }, (_, index) => `Together ${index}`)
  const responses = await Promise.all(names.map((DisplayName) => bridge.call('/customer', { json: { DisplayName } })))
  expect(responses.map(({ body }) => body.Customer?.DisplayName)).toEqual(names)
  expect(new Set(responses.map(({ body }) => body.Customer.Id)).size).toBe(10)
})

function newDesktop() {
  return openSandboxes(bridge)
}
function serializeRequest(request: Element) {
  return serializeMessageSet({ requests: [request], onError: 'stopOnError' })
}

it('is one company file on several servers', async () => {
  bridge = await startBridge({ sandboxBooks: 'empty' })
  const [first, second] = [newDesktop(), newDesktop()]
  const add = (name: string) => serializeRequest(branch('CustomerAddRq', [branch('CustomerAdd', [leaf('Name', name)])]))
  const query = serializeRequest(
    branch('CustomerQueryRq', [leaf('FullName', 'From the first'), leaf('FullName', 'From the second')]),
  )
  for (const desktop of [first, second]) await desktop.exchange(sandboxRealmId, query, { kind: 'read' })
  await first.exchange(sandboxRealmId, add('From the first'), { kind: 'write' })
  await second.exchange(sandboxRealmId, add('From the second'), { kind: 'write' })
  for (const desktop of [first, second]) {
    const result = await desktop.exchange(sandboxRealmId, query, { kind: 'read' })
    const messageSet = result.sent && !result.lost ? parseMessageSetResponse(String(result.response)) : undefined
    expect(messageSet?.responses[0]?.elements.map((element) => childText(element, 'Name'))).toEqual([
      'From the first',
      'From the second',
    ])
  }
})

it('rejects requests that it does not emulate [dp-7.2:SANDBOX_UNSUPPORTED]', async () => {
  bridge = await startBridge({ sandboxBooks: 'empty' })
  const deleteField = branch('DataExtDefDelRq', [leaf('OwnerID', '0'), leaf('DataExtName', 'Color')])
  const exchange = newDesktop().exchange(sandboxRealmId, serializeRequest(deleteField), {
    kind: 'read',
  })
  await expect(exchange).rejects.toMatchObject({ code: 'SANDBOX_UNSUPPORTED' })
})
