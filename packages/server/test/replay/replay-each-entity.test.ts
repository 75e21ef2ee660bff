import { createCompanyStorage } from '@bridge/sandbox'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sandboxRealmId, startBridge, type TestBridge } from '../bridge.fixture.ts'
import { validBodies } from '../valid-bodies.fixture.ts'

let bridge: TestBridge
beforeAll(async () => {
  bridge = await startBridge()
})
afterAll(() => bridge.stop())

async function countRecords(): Promise<number> {
  const storage = createCompanyStorage(bridge.database, sandboxRealmId)
  const { result } = await storage.exclusive(undefined, ({ documents }) => ({ changes: [], result: documents }))
  return [...result].length
}

it('replays the first response and writes nothing, for every entity [dp-4.2-retries.1]', async () => {
  for (const [index, { entity, name, body }] of (await validBodies(bridge.call)).entries()) {
    const path = `/${entity}?requestid=each-${index}`
    const json = body('once')
    const first = await bridge.call(path, { json })
    expect([name, first.status, first.body.Fault]).toEqual([name, 200, undefined])
    const written = await countRecords()
    const again = await bridge.call(path, { json })
    expect([name, again.status, again.body[entity]]).toEqual([name, 200, first.body[entity]])
    expect([name, await countRecords()]).toEqual([name, written])
    const other = await bridge.call(path, { json: { ...json, sparse: false } })
    expect([name, other.body.Fault?.Error[0].code]).toEqual([name, 'REQUESTID_BODY_MISMATCH'])
  }
})
