import { randomUUID } from 'node:crypto'
import {
  defaultProtocolLimits,
  type ExchangeCall,
  encodeFrame,
  type RealmId,
  requireRealmId,
} from '@bridge/agent-protocol'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dialStatus } from './testing/scripted-agent.ts'
import { connectServer, dialAsServer, type ScriptedServer } from './testing/scripted-server.ts'
import { createRealm, machineSecret, startGateway, type TestGateway } from './testing/test-gateway.ts'

let db: TestDatabase
let gateway: TestGateway
let server: ScriptedServer

beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

beforeEach(async () => {
  gateway = await startGateway(db, { limits: { ...defaultProtocolLimits, frameBytesMax: 100_000 } })
  server = await connectServer(gateway.url)
})
afterEach(() => gateway.close())

const foreign = requireRealmId('1234567890123456')
function read(realmId: RealmId, id: string = randomUUID()): ExchangeCall {
  return {
    realmId,
    id,
    kind: 'read',
    budgetMs: 5_000,
  }
}
async function queueWrite(realmId: RealmId) {
  return (
    await db.database.writeJournal.create({
      data: { id: randomUUID(), realmId, entity: 'Customer', operation: 'create' },
    })
  ).id
}
async function stateOf(id: string) {
  return (await db.database.writeJournal.findUniqueOrThrow({ where: { id } })).state
}

describe('dialling', () => {
  it.each([
    ['a wrong machine secret', 'not-the-secret'],
    ['one that begins like it', `${machineSecret}0`],
    ['none', ''],
  ])('refuses %s', async (_name, secret) => {
    expect(await dialStatus(dialAsServer(gateway.url, secret))).toBe(401)
  })
})

const times = { queueMs: expect.any(Number), desktopMs: expect.any(Number) }

describe('calls', () => {
  it('are answered in the order in which they end, on one socket', async () => {
    const realms = [await createRealm(db.database), await createRealm(db.database)] as const
    const agents = [await gateway.connect(realms[0]), await gateway.connect(realms[1])] as const
    const slow = server.call(read(realms[0].realmId))
    const { id } = await agents[0].accept()
    agents[1].serve(() => '<done/>')

    const quick = read(realms[1].realmId)
    expect(await server.call(quick)).toEqual({ id: quick.id, outcome: 'answer', ...times })
    agents[0].answer(id, '<done/>')
    expect(await slow).toEqual({ id, outcome: 'answer', ...times })
  })

  it('say that a realm is not the own one', async () => {
    const call = read(foreign)
    expect(await server.call(call)).toEqual({ id: call.id, outcome: 'not-sent', why: 'not-mine' })
  })

  it.each([
    ['text', 'hello', 4008],
    ['a frame that is no call', Buffer.alloc(10), 4008],
    ['a call with a wrong realm', encodeFrame({ ...read(foreign), realmId: '1' }, new Uint8Array()), 4008],
    ['a frame over the limit', Buffer.alloc(100_001), 1009],
  ])('end the socket with a code where there is %s instead', async (_name, rubbish, code) => {
    const bystander = await connectServer(gateway.url)
    server.socket.send(rubbish)

    expect(await server.closed).toBe(code)
    expect(await bystander.call(read(foreign))).toMatchObject({ why: 'not-mine' })
  })

  it('do not send a write whose caller gave up, whoever of the two is first', async () => {
    const realm = await createRealm(db.database)
    const agent = await gateway.connect(realm)
    const { realmId } = realm
    const writes = await Promise.all(Array.from({ length: 40 }, () => queueWrite(realmId)))
    agent.serve(() => '<done/>')

    const answers = writes.map((id) => server.call({ realmId, id, kind: 'write', budgetMs: 10_000 }))
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
    for (const [index, { id, outcome }] of (await Promise.all(answers)).entries()) {
      expect({ id, sent: outcome === 'answer' }).toEqual({ id, sent: !cancelled[index] })
      if (cancelled[index]) expect(sent.has(id)).toBe(false)
    }
  })
})

describe('the end of a server socket', () => {
  it('takes its waiting writes with it, cancels their rows and leaves alone what others wait for', async () => {
    const realm = await createRealm(db.database)
    const agent = await gateway.connect(realm)
    const { realmId } = realm
    const current = server.call(read(realmId))
    const { id } = await agent.accept()
    const leaver = await connectServer(gateway.url)
    const abandoned = await queueWrite(realmId)
    void leaver.call({ realmId, id: abandoned, kind: 'write', budgetMs: 5_000 })
    // Calls are taken in order: once the second is answered, the first is waiting.
    await leaver.call(read(foreign))
    leaver.socket.terminate()

    await expect.poll(() => stateOf(abandoned)).toBe('cancelled')
    agent.answer(id, '<done/>')
    expect(await current).toEqual({ id, outcome: 'answer', ...times })
  })

  it('keeps the answer to a write that was sent already', async () => {
    const realm = await createRealm(db.database)
    const agent = await gateway.connect(realm)
    const write = await queueWrite(realm.realmId)
    void server.call({ realmId: realm.realmId, id: write, kind: 'write', budgetMs: 5_000 })
    const { id } = await agent.accept()
    server.socket.terminate()
    await server.closed

    agent.answer(id, '<done/>')
    await agent.next('settled')
    expect(await stateOf(write)).toBe('answered')
  })

  it('comes when a server is silent for too long', async () => {
    const quick = await startGateway(db, { heartbeatMs: 50, deadAfterMs: 100 })
    const silent = await connectServer(quick.url)

    expect(await silent.closed).toBe(1006)
    await quick.close()
  })

  it('comes with 1012 when the gateway is stopped, after an answer to every read that was taken', async () => {
    const realm = await createRealm(db.database)
    const agent = await gateway.connect(realm)
    const sent = server.call(read(realm.realmId))
    await agent.accept()
    const waiting = server.call(read(realm.realmId))
    await server.call(read(foreign))
    await gateway.close()

    expect(await sent).toMatchObject({ outcome: 'lost', why: 'connection' })
    expect(await waiting).toMatchObject({ outcome: 'not-sent', why: 'offline' })
    expect(await server.closed).toBe(1012)
  })
})
