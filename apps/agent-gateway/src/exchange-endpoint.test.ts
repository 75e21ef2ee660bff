import { randomUUID } from 'node:crypto'
import {
  defaultProtocolLimits,
  type ExchangeCall,
  encodeFrame,
  exchangePath,
  parseExchangeOutcome,
} from '@bridge/agent-protocol'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRealm, machineSecret, startGateway, type TestGateway } from './testing/test-gateway.ts'

let db: TestDatabase
let gateway: TestGateway

beforeAll(async () => {
  db = await createTestDatabase()
  gateway = await startGateway(db, { limits: { ...defaultProtocolLimits, frameBytesMax: 100_000 } })
})
afterAll(async () => {
  await gateway.close()
  await db.drop()
})

const post = (body: Uint8Array<ArrayBuffer>, secret = machineSecret, signal?: AbortSignal) =>
  fetch(gateway.url + exchangePath, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
    body,
    ...(signal && { signal }),
  })
const frame = (call: ExchangeCall) => encodeFrame(call, new TextEncoder().encode('<QBXML/>'))
const outcomeOf = async (response: Response) =>
  parseExchangeOutcome(new Uint8Array(await response.arrayBuffer()), defaultProtocolLimits)?.header
const call = (realmId: string): ExchangeCall => ({ realmId, id: randomUUID(), kind: 'read', budgetMs: 5_000 })

it.each([
  ['a wrong machine secret', 'not-the-secret'],
  ['one that begins like it', `${machineSecret}0`],
])('refuses %s', async (_name, secret) => {
  expect((await post(frame(call('1234567890123456')), secret)).status).toBe(401)
})

it('refuses a body that is no call, and one over the limit', async () => {
  expect((await post(new Uint8Array(10))).status).toBe(400)
  expect((await post(encodeFrame({ ...call('1'), realmId: '1' }, new Uint8Array()))).status).toBe(400)
  expect((await post(new Uint8Array(100_001))).status).toBe(413)
})

it('says that a realm is not its own', async () => {
  expect(await outcomeOf(await post(frame(call('1234567890123456'))))).toEqual({
    outcome: 'not-sent',
    why: 'not-mine',
  })
})

it('does not send a write whose caller gave up, whoever of the two is first', async () => {
  const realm = await createRealm(db.database)
  const agent = await gateway.connect(realm)
  const { realmId } = realm
  const writes = Array.from({ length: 40 }, () => randomUUID())
  await db.database.writeJournal.createMany({
    data: writes.map((id) => ({ id, realmId, entity: 'Customer', operation: 'create' })),
  })
  agent.serve(() => '<done/>')

  const outcomes = writes.map(async (id) => ({
    id,
    outcome: await outcomeOf(await post(frame({ realmId, id, kind: 'write', budgetMs: 10_000 }))),
  }))
  const cancelled = await Promise.all(
    writes.map(async (id) => {
      const { count } = await db.database.writeJournal.updateMany({
        where: { id, state: 'queued' },
        data: { state: 'cancelled' },
      })
      return count === 1
    }),
  )

  const sent = new Set(agent.heard.map((message) => (message.type === 'request' ? message.id : '')))
  for (const [index, { id, outcome }] of (await Promise.all(outcomes)).entries()) {
    expect({ id, sent: outcome?.outcome === 'answer' }).toEqual({ id, sent: !cancelled[index] })
    if (cancelled[index]) expect(sent.has(id)).toBe(false)
  }
})

it('forgets a waiting request whose caller hung up, and cancels its row', async () => {
  const realm = await createRealm(db.database)
  const agent = await gateway.connect(realm)
  const { realmId } = realm
  const current = post(frame(call(realmId)))
  const { id } = await agent.accept()
  const abandoned = await db.database.writeJournal.create({
    data: { id: randomUUID(), realmId, entity: 'Customer', operation: 'create' },
  })
  const hangUp = new AbortController()
  const waiting = post(frame({ ...call(realmId), id: abandoned.id, kind: 'write' }), machineSecret, hangUp.signal)
  // A call behind it on a connection of its own: once it is answered, the one before it was heard.
  await post(frame(call('1234567890123456')))
  hangUp.abort()

  await expect(waiting).rejects.toThrow('aborted')
  await expect
    .poll(async () => (await db.database.writeJournal.findUniqueOrThrow({ where: { id: abandoned.id } })).state)
    .toBe('cancelled')
  agent.answer(id, '<done/>')
  expect(await outcomeOf(await current)).toEqual({ outcome: 'answer' })
})
