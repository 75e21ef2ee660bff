import { randomUUID } from 'node:crypto'
import { parseRealmId, type RealmId } from '@bridge/agent-protocol'
import { createPresence } from '@bridge/database'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { Fault } from '@bridge/faults'
import { stopAfter } from '@bridge/platform/testing/stop-after'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toResponse } from '../call/response.ts'
import type { Result } from '../operations/operation.ts'
import { OutcomeStore } from './outcome.store.ts'
import { sweepOutcomes } from './outcome-retention.store.ts'
import { RunClaims } from './run-claims.store.ts'

let test: TestDatabase
let store: OutcomeStore
let claims: RunClaims
const realmId = parseRealmId('1234567890123456') as RealmId
const now = new Date('2026-03-08T12:00:00Z')
function ago(ms: number) {
  return new Date(now.getTime() - ms)
}
const dayMs = 24 * 60 * 60 * 1000

beforeAll(async () => {
  test = await createTestDatabase()
  store = new OutcomeStore(test.database)
  claims = new RunClaims(test.database)
  await test.database.organization.create({
    data: { name: 'Acme', slug: 'acme', realms: { create: { id: realmId, name: 'Sandbox', kind: 'sandbox' } } },
  })
})
afterAll(() => test.drop())

function reserve(requestId: string, digit: string, at = now, ofServer = claims) {
  return ofServer.reserve({
    realmId,
    requestId,
    requestHash: 'hash',
    run: `00000000-0000-4000-8000-00000000000${digit}`,
    claim: `00000000-0000-4000-9000-00000000000${digit}`,
    now: at,
  })
}
const result: Result = { outcome: { body: { b: 1, a: { d: 2, c: 3 } }, warnings: ['w'] }, time: now }

it('lets one of several simultaneous callers claim a requestid', async () => {
  const reserved = await Promise.all(['1', '2', '3', '4', '5'].map((digit) => reserve('together', digit)))
  expect(reserved.map(({ kind }) => kind).sort()).toEqual(['in-flight', 'in-flight', 'in-flight', 'in-flight', 'run'])
})

it('lets another caller take over the run of a dead server, but not of a live one', async () => {
  const presences = [await createPresence(test.url), await createPresence(test.url)]
  const [near, far] = presences.map(({ getKey }) => new RunClaims(test.database, getKey))
  if (near === undefined || far === undefined) throw new Error('There are two.')
  expect((await reserve('killed', '1', now, far)).kind).toBe('run')
  expect((await reserve('killed', '2', now, near)).kind).toBe('in-flight')
  await presences[1]?.close()
  await expect.poll(async () => (await reserve('killed', '3', now, near)).kind).toBe('run')
  expect((await reserve('killed', '4', now, near)).kind).toBe('in-flight')
  await presences[0]?.close()
})

async function takenOver(requestId: string) {
  const lost = await reserve(requestId, '1')
  await test.database.$executeRaw`UPDATE request_outcome SET "claimedUntil" = now() - interval '1 second'`
  const taken = await reserve(requestId, '2')
  if (lost.kind !== 'run' || taken.kind !== 'run') throw new Error('The run is not claimed.')
  expect([taken.run.run, taken.run.isFresh]).toEqual([lost.run.run, false])
  return { lost: lost.run, taken: taken.run }
}

it('ignores a caller whose run was taken over', async () => {
  const { lost, taken } = await takenOver('taken over')
  await claims.forget(lost)
  await claims.release(lost)
  expect(await store.finish(taken, result)).toEqual(result)
  expect(await reserve('taken over', '3')).toEqual({ kind: 'finished', result })
})

it('keeps a run’s first result, whichever caller stores it', async () => {
  const { lost, taken } = await takenOver('settled twice')
  expect(await store.finish(lost, result)).toEqual(result)
  expect(await store.finish(taken, { ...result, time: ago(-1) })).toEqual(result)
  expect(await reserve('settled twice', '3')).toEqual({ kind: 'finished', result })
})

it('returns a stored result rendering to the same bytes', async () => {
  const fault = new Fault('6240', 'The name is taken.', { element: 'DisplayName', status: 400, retryAfterSeconds: 2 })
  const outcomes = [
    { body: { Zebra: { bb: '\u0000\ud800 ü', a: [1.1, -0.5, 1e21] }, Ant: null, '10': 1 }, warnings: ['a', 'b'] },
    fault,
  ]
  for (const [index, outcome] of outcomes.entries()) {
    const reserved = await reserve(`bytes ${index}`, '1')
    if (reserved.kind !== 'run') throw new Error('The run is not claimed.')
    await store.finish(reserved.run, { outcome, time: now })
    const again = await reserve(`bytes ${index}`, '2')
    if (again.kind !== 'finished') throw new Error('The run is not finished.')
    expect(toResponse(again.result, { docsUrl: 'https://bridge.test' })).toEqual(
      toResponse({ outcome, time: now }, { docsUrl: 'https://bridge.test' }),
    )
  }
})

it('keeps a run with its caller while the claim is renewed', async () => {
  const reserved = await reserve('renewed', '1')
  await test.database.$executeRaw`UPDATE request_outcome SET "claimedUntil" = now() - interval '1 second'`
  if (reserved.kind === 'run') await claims.renew([reserved.run])
  expect((await reserve('renewed', '2')).kind).toBe('in-flight')
})

it('passes on the responses before the write', async () => {
  const reserved = await reserve('responses', '1')
  if (reserved.kind !== 'run') throw new Error('The run is not claimed.')
  const responses = [{ responses: [] }]
  await store.saveResponses(reserved.run, responses)
  await claims.release(reserved.run)
  expect(await reserve('responses', '2')).toMatchObject({ kind: 'run', run: { responses, isFresh: false } })
})

it('cancels queued writes in steps', async () => {
  const { writeJournal } = test.database
  const data = { realmId, entity: 'Customer', operation: 'create', state: 'queued', createdAt: ago(dayMs) } as const
  await writeJournal.createMany({ data: Array.from({ length: 5 }, () => ({ ...data, id: randomUUID() })) })
  const count = () => writeJournal.count({ where: { realmId, state: 'queued' } })
  // Five steps find nothing else due.
  await sweepOutcomes(test.database, now, stopAfter(6))
  expect(await count()).toBe(3)
  await sweepOutcomes(test.database, now, stopAfter(10))
  expect(await count()).toBe(0)
  await writeJournal.deleteMany()
})

it('deletes outcomes older than 7 days, and cancels unsent queued writes [dp-8:7]', async () => {
  await reserve('old', '1', ago(7 * dayMs + 1))
  await reserve('young', '1', ago(7 * dayMs - 1))
  const row = (id: string, state: 'queued' | 'sending' | 'completed', createdAt: Date) => ({
    id: `00000000-0000-4000-a000-00000000000${id}`,
    realmId,
    entity: 'Customer',
    operation: 'create',
    state,
    createdAt,
  })
  await test.database.writeJournal.createMany({
    data: [
      row('1', 'completed', ago(8 * dayMs)),
      row('2', 'sending', ago(6 * dayMs)),
      row('3', 'queued', ago(11 * 60_000)),
      row('4', 'queued', ago(9 * 60_000)),
    ],
  })
  await sweepOutcomes(test.database, now)
  const rows = await test.database.writeJournal.findMany({ orderBy: { id: 'asc' }, select: { state: true } })
  expect(rows.map(({ state }) => state)).toEqual(['sending', 'cancelled', 'queued'])
  const ids = await test.database.requestOutcome.findMany({ where: { requestId: { in: ['old', 'young'] } } })
  expect(ids.map(({ requestId }) => requestId)).toEqual(['young'])
})
