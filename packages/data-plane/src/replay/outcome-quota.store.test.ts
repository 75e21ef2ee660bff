import { randomBytes } from 'node:crypto'
import { type RealmId, requireRealmId } from '@bridge/agent-protocol'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { OutcomeStore } from './outcome.store.ts'
import { createOutcomeQuota } from './outcome-quota.store.ts'
import { RunClaims } from './run-claims.store.ts'

const maxBytes = 100_000
const outcomeBytes = 8_000
const start = Date.UTC(2026, 2, 8)

let test: TestDatabase
let store: OutcomeStore
let claims: RunClaims

beforeAll(async () => {
  test = await createTestDatabase()
  const quota = createOutcomeQuota(test.database, maxBytes)
  store = new OutcomeStore(test.database, (realmId, bytes) => quota.add(realmId, bytes, new Date(start)))
  claims = new RunClaims(test.database)
})
afterAll(() => test.drop())

async function createRealm(id: string): Promise<RealmId> {
  const realms = { create: { id, name: 'Acme', kind: 'production' as const } }
  await test.database.organization.create({ data: { name: 'Acme', slug: id, realms } })
  return requireRealmId(id)
}
function reserve(realmId: RealmId, index: number) {
  return claims.reserve({
    realmId,
    requestId: `write ${index}`,
    requestHash: 'hash',
    run: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    claim: `00000000-0000-4000-9000-${String(index).padStart(12, '0')}`,
    now: new Date(start + index),
  })
}
async function claim(realmId: RealmId, index: number) {
  const reserved = await reserve(realmId, index)
  if (reserved.kind !== 'run') throw new Error(`The run is ${reserved.kind}.`)
  return reserved.run
}
/** An incompressible text. */
function createText(): string {
  return randomBytes(outcomeBytes / 2).toString('hex')
}
async function write(realmId: RealmId, index: number): Promise<void> {
  const outcome = { body: { text: createText() }, warnings: [] }
  await store.finish(await claim(realmId, index), { outcome, time: new Date(start + index) })
}
async function countBytes(realmId: RealmId): Promise<number> {
  const rows = await test.database.requestOutcome.findMany({ where: { realmId } })
  return rows.reduce((sum, { outcome }) => sum + JSON.stringify(outcome).length, 0)
}

it('drops a realm’s oldest outcomes above its quota, and runs none of them again', async () => {
  const realmId = await createRealm('1000000000000001')
  const neighbor = await createRealm('1000000000000002')
  await write(neighbor, 0)
  for (let index = 0; index < 40; index += 1) await write(realmId, index)

  expect(await test.database.requestOutcome.count({ where: { realmId } })).toBe(40)
  const droppedBytes = 40 * 400
  expect(await countBytes(realmId)).toBeLessThan((maxBytes * 9) / 8 + outcomeBytes + droppedBytes)
  expect(await reserve(realmId, 0)).toMatchObject({
    kind: 'finished',
    result: { outcome: { code: 'REQUEST_OUTCOME_UNKNOWN' }, time: new Date(start) },
  })
  expect(await reserve(realmId, 39)).toMatchObject({ kind: 'finished', result: { outcome: { warnings: [] } } })
  expect(await countBytes(neighbor)).toBeGreaterThan(outcomeBytes)
})

it('drops the responses of a run its server left open, but keeps a continuing run’s', async () => {
  const realmId = await createRealm('1000000000000003')
  const [open, running] = [await claim(realmId, 0), await claim(realmId, 1)]
  for (const run of [open, running]) await store.saveResponses(run, [{ newMessageSetId: createText(), responses: [] }])
  await claims.release(open)
  for (let index = 2; index < 30; index += 1) await write(realmId, index)

  expect(await reserve(realmId, 0)).toMatchObject({
    kind: 'finished',
    result: { outcome: { code: 'REQUEST_OUTCOME_UNKNOWN' } },
  })
  const outcome = { body: {}, warnings: ['kept'] }
  expect(await store.finish(running, { outcome, time: new Date(start) })).toMatchObject({ outcome })
})
