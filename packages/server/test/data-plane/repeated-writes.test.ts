import { sandboxFaultsSchema } from '@bridge/data-plane/sandbox/faults'
import { createFaultyDesktop } from '@bridge/data-plane/testing/faulty-desktop'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  productionRealmId,
  sandboxRealmId,
  startBridge,
  type TestBridge,
  type TestResponse,
} from '../bridge.fixture.ts'
import { openSandboxes } from '../local-sandboxes.fixture.ts'

const desktop = createFaultyDesktop()
let bridge: TestBridge
beforeAll(async () => {
  bridge = await startBridge({ productionDesktop: desktop, sandboxBooks: 'empty' })
})
afterAll(() => bridge.stop())

function getCode({ body }: TestResponse): string | undefined {
  return body.Fault?.Error[0].code
}
function count(name: string): Promise<number> {
  return desktop.count('Customer', `<Name>${name}</Name>`)
}

it('returns the record of an identical write without requestid that got no response, with a warning', async () => {
  const send = () => bridge.production.call('/customer', { json: { DisplayName: 'Lost' } })
  desktop.fail('write', 'lost after')
  expect(getCode(await send())).toBe('AGENT_TIMEOUT')
  const again = await send()
  expect(again).toMatchObject({ status: 200, body: { Customer: { DisplayName: 'Lost' } } })
  expect(again.headers.get('x-svc-warning')).toContain('Send a requestid')
  expect(await count('Lost')).toBe(1)
})

it('does not wait for the outcome while QuickBooks is busy, and finds it afterwards', async () => {
  const send = () => bridge.production.call('/customer', { json: { DisplayName: 'Hung' } })
  desktop.fail('write', 'lost after')
  await send()
  // Another attempt after a second would find it.
  desktop.fail('read', 'busy')
  expect(getCode(await send())).toBe('REQUEST_OUTCOME_UNKNOWN')
  expect(await send()).toMatchObject({ status: 200, body: { Customer: { DisplayName: 'Hung' } } })
  expect(await count('Hung')).toBe(1)
})

it('does so in a sandbox', async () => {
  const send = () => bridge.call('/customer', { json: { DisplayName: 'Lost' } })
  const sandboxes = openSandboxes(bridge)
  await sandboxes.setFaults(sandboxRealmId, sandboxFaultsSchema.parse({ lostAnswers: 1 }))
  expect(getCode(await send())).toBe('AGENT_TIMEOUT')
  expect(await send()).toMatchObject({ status: 200, body: { Customer: { DisplayName: 'Lost' } } })
})

it('does so for the items of a batch', async () => {
  const send = () =>
    bridge.production.call('/batch', {
      json: { BatchItemRequest: [{ bId: '1', operation: 'create', Customer: { DisplayName: 'Batched' } }] },
    })
  desktop.fail('write', 'lost after')
  expect((await send()).body.BatchItemResponse[0].Fault.Error[0].code).toBe('AGENT_TIMEOUT')
  expect((await send()).body.BatchItemResponse[0]).toMatchObject({
    Customer: { DisplayName: 'Batched' },
    svc: { warnings: [expect.stringContaining('Send a requestid')] },
  })
  expect(await count('Batched')).toBe(1)
})

it('writes again in a realm that turned it off', async () => {
  const other = await startBridge({ productionDesktop: desktop, sandboxBooks: 'empty' })
  await other.database.realmSettings.create({ data: { realmId: productionRealmId, values: { holdsRepeats: false } } })
  const send = () => other.production.call('/customer', { json: { DisplayName: 'Twice' } })
  desktop.fail('write', 'lost after')
  const codes = [getCode(await send()), getCode(await send())]
  await other.stop()
  // QuickBooks rejects a second record with the name.
  expect(codes).toEqual(['AGENT_TIMEOUT', '6240'])
})
