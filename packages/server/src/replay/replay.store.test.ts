import { requireRealmId } from '@bridge/agent-protocol'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOutcomeStore, type OutcomeStore } from './replay.store.ts'

let test: TestDatabase
let store: OutcomeStore
const realmId = requireRealmId('1234567890123456')
const now = new Date('2026-03-08T12:00:00Z')
function ago(ms: number) {
  return new Date(now.getTime() - ms)
}
const dayMs = 24 * 60 * 60 * 1000

beforeAll(async () => {
  test = await createTestDatabase()
  store = createOutcomeStore(test.database)
  await test.database.organization.create({
    data: { name: 'Acme', slug: 'acme', realms: { create: { id: realmId, name: 'Sandbox', kind: 'sandbox' } } },
  })
})
afterAll(() => test.drop())

function reserve(requestId: string, digit: string, at = now) {
  return store.reserve({
    realmId,
    requestId,
    requestHash: 'hash',
    run: `00000000-0000-4000-8000-00000000000${digit}`,
    claim: `00000000-0000-4000-9000-00000000000${digit}`,
    now: at,
  })
}
const answer = { status: 200, headers: { 'X-SVC-Warning': 'w' }, body: '{"a":1}' }

it('gives a requestid to one of those who ask at the same time', async () => {
  const reserved = await Promise.all(['1', '2', '3', '4', '5'].map((digit) => reserve('together', digit)))
  expect(reserved.map(({ kind }) => kind).sort()).toEqual(['in-flight', 'in-flight', 'in-flight', 'in-flight', 'run'])
})

async function takenOver(requestId: string) {
  const lost = await reserve(requestId, '1')
  await test.database.$executeRaw`UPDATE request_outcome SET "claimedUntil" = now() - interval '1 second'`
  const held = await reserve(requestId, '2')
  if (lost.kind !== 'run' || held.kind !== 'run') throw new Error('nobody holds it')
  expect([held.run.run, held.run.isFresh]).toEqual([lost.run.run, false])
  return { lost: lost.run, held: held.run }
}

it('lets nobody give up a run who lost it to another', async () => {
  const { lost, held } = await takenOver('taken over')
  await store.forget(lost)
  await store.release(lost)
  expect(await store.settle(held, answer)).toEqual(answer)
  expect(await reserve('taken over', '3')).toEqual({ kind: 'settled', answer })
})

it('lets the first answer to a run stand, whoever of those who worked on it gives it', async () => {
  const { lost, held } = await takenOver('settled twice')
  expect(await store.settle(lost, answer)).toEqual(answer)
  expect(await store.settle(held, { ...answer, body: 'late' })).toEqual(answer)
  expect(await reserve('settled twice', '3')).toEqual({ kind: 'settled', answer })
})

it('keeps a run while its holder shows that it goes on', async () => {
  const reserved = await reserve('renewed', '1')
  await test.database.$executeRaw`UPDATE request_outcome SET "claimedUntil" = now() - interval '1 second'`
  if (reserved.kind === 'run') await store.renew([reserved.run])
  expect((await reserve('renewed', '2')).kind).toBe('in-flight')
})

it('hands on what was answered before the write', async () => {
  const reserved = await reserve('answers', '1')
  if (reserved.kind !== 'run') throw new Error('nobody holds it')
  const answers = [{ responses: [] }]
  await store.saveAnswers(reserved.run, answers)
  await store.release(reserved.run)
  expect(await reserve('answers', '2')).toMatchObject({ kind: 'run', run: { answers, isFresh: false } })
})

it('sweeps what is older than 7 days, and cancels what nobody sent [dp-8:7]', async () => {
  await reserve('old', '1', ago(7 * dayMs + 1))
  await reserve('young', '1', ago(7 * dayMs - 1))
  const row = (id: string, state: 'queued' | 'sending' | 'answered', createdAt: Date) => ({
    id: `00000000-0000-4000-a000-00000000000${id}`,
    realmId,
    entity: 'Customer',
    operation: 'create',
    state,
    createdAt,
  })
  await test.database.writeJournal.createMany({
    data: [
      row('1', 'answered', ago(8 * dayMs)),
      row('2', 'sending', ago(6 * dayMs)),
      row('3', 'queued', ago(11 * 60_000)),
      row('4', 'queued', ago(9 * 60_000)),
    ],
  })
  await store.sweep(now)
  const rows = await test.database.writeJournal.findMany({ orderBy: { id: 'asc' }, select: { state: true } })
  expect(rows.map(({ state }) => state)).toEqual(['sending', 'cancelled', 'queued'])
  const ids = await test.database.requestOutcome.findMany({ where: { requestId: { in: ['old', 'young'] } } })
  expect(ids.map(({ requestId }) => requestId)).toEqual(['young'])
})
