import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import {
  closeCodes,
  defaultProtocolLimits,
  type ExchangeCall,
  encodeFrame,
  type RealmId,
  requireRealmId,
} from '@bridge/agent-protocol'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { interceptedDatabase } from '../../test/intercepted-database.ts'
import { getUpgradeStatus } from '../../test/scripted-agent.ts'
import { connectServer, openServerSocket, type ScriptedServer } from '../../test/scripted-server.ts'
import { stopTime } from '../../test/stopped-time.ts'
import { createRealm, machineSecret, startGateway, type TestGateway } from '../../test/test-gateway.ts'

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
    budgetMs: 60_000,
  }
}
async function queueWrite(realmId: RealmId) {
  return (
    await db.database.writeJournal.create({
      data: { id: randomUUID(), realmId, entity: 'Customer', operation: 'create' },
    })
  ).id
}
async function getState(id: string) {
  return (await db.database.writeJournal.findUniqueOrThrow({ where: { id } })).state
}

describe('the upgrade of a server', () => {
  it.each([
    ['a wrong machine secret', 'not-the-secret'],
    ['a machine secret with an extra character', `${machineSecret}0`],
    ['a missing machine secret', ''],
  ])('refuses %s', async (_name, secret) => {
    expect(await getUpgradeStatus(openServerSocket(gateway.url, secret))).toBe(401)
  })
})

describe('the rotation of the machine secret', () => {
  const next = 'the-next-machine-secret-0123456789'

  it('keeps servers with the previous and with the next secret, until the previous one ends', async () => {
    const rotating = await startGateway(db, { machineSecret: next, machineSecretsAccepted: [machineSecret] })
    const rotated = await startGateway(db, { machineSecret: next })
    const servers = [await connectServer(rotating.url), await connectServer(rotating.url, next)]

    for (const each of servers) expect(await each.call(read(foreign))).toEqual({ sent: false, reason: 'not-mine' })
    expect(await getUpgradeStatus(openServerSocket(rotating.url, `${next}0`))).toBe(401)
    expect(await getUpgradeStatus(openServerSocket(rotated.url))).toBe(401)
    await rotating.close()
    await rotated.close()
  })
})

const responded = {
  sent: true,
  lost: false,
  timing: { queueMs: expect.any(Number), desktopMs: expect.any(Number) },
  response: new TextEncoder().encode('<done/>'),
}

describe('a call', () => {
  it('a call does not wait for an earlier call on the same socket', async () => {
    const realms = [await createRealm(db.database), await createRealm(db.database)] as const
    const agents = [await gateway.connect(realms[0]), await gateway.connect(realms[1])] as const
    const slow = server.call(read(realms[0].realmId))
    const { id } = await agents[0].accept()
    agents[1].serve(() => '<done/>')

    const quick = read(realms[1].realmId)
    expect(await server.call(quick)).toEqual(responded)
    agents[0].respond(id, '<done/>')
    expect(await slow).toEqual(responded)
  })

  it('waits one turn of its company file for each other client, through whichever server the client calls', async () => {
    const realm = await createRealm(db.database)
    const agent = await gateway.connect(realm)
    const servers = [server, await connectServer(gateway.url)] as const
    const callOf = (client: string) => ({ ...read(realm.realmId), client })
    const greedy = Array.from({ length: 20 }, () => callOf('greedy'))
    const modest = callOf('modest')
    const outcomes = greedy.slice(0, 1).map((call) => servers[0].call(call))
    const first = await agent.accept()
    outcomes.push(...greedy.slice(1).map((call) => servers[0].call(call)), servers[1].call(modest))
    // A server's calls arrive in order.
    for (const each of servers) await each.call(read(foreign))
    agent.respond(first.id, '<done/>')

    const sent = [first.id]
    while (sent.length < outcomes.length) {
      const { id } = await agent.accept()
      sent.push(id)
      agent.respond(id, '<done/>')
    }
    await Promise.all(outcomes)
    expect(sent.indexOf(modest.id)).toBe(1)
    expect(sent.filter((id) => id !== modest.id)).toEqual(greedy.map(({ id }) => id))
  })

  it('a call is not sent for a realm of another gateway', async () => {
    expect(await server.call(read(foreign))).toEqual({ sent: false, reason: 'not-mine' })
  })

  it.each([
    ['text', 'hello', 4008],
    ['an invalid frame', Buffer.alloc(10), 4008],
    ['an invalid realm', encodeFrame({ ...read(foreign), realmId: '1' }, new Uint8Array()), 4008],
    ['a frame over the limit', Buffer.alloc(100_001), 1009],
  ])('closes the socket if it is %s', async (_name, data, code) => {
    const bystander = await connectServer(gateway.url)
    server.socket.send(data)

    expect(await server.closed).toBe(code)
    expect(await bystander.call(read(foreign))).toMatchObject({ reason: 'not-mine' })
  })

  it('a call is not sent for a write that its caller cancelled first', async () => {
    const realm = await createRealm(db.database)
    const agent = await gateway.connect(realm)
    const { realmId } = realm
    const writes = await Promise.all(Array.from({ length: 40 }, () => queueWrite(realmId)))
    agent.serve(() => '<done/>')

    const calls = writes.map((id) => server.call({ realmId, id, kind: 'write', budgetMs: 60_000 }))
    const cancelled = await Promise.all(
      writes.map(async (id) => {
        const { count } = await db.database.writeJournal.updateMany({
          where: { id, state: 'queued' },
          data: { state: 'cancelled' },
        })
        return count === 1
      }),
    )

    const sent = new Set(agent.received.map((message) => (message.type === 'request' ? message.id : '')))
    for (const [index, outcome] of (await Promise.all(calls)).entries()) {
      const id = writes[index] ?? ''
      expect({ id, sent: outcome.sent }).toEqual({ id, sent: !cancelled[index] })
      if (cancelled[index]) expect(sent.has(id)).toBe(false)
    }
  })
})

describe('the end of a server socket', () => {
  it('cancels its waiting writes and does not affect other servers', async () => {
    const realm = await createRealm(db.database)
    const agent = await gateway.connect(realm)
    const { realmId } = realm
    const current = server.call(read(realmId))
    const { id } = await agent.accept()
    const leaving = await connectServer(gateway.url)
    const abandoned = await queueWrite(realmId)
    void leaving.call({ realmId, id: abandoned, kind: 'write', budgetMs: 60_000 })
    // The gateway keeps calls in order: after the second one returned, the first is waiting.
    await leaving.call(read(foreign))
    leaving.socket.terminate()

    await expect.poll(() => getState(abandoned)).toBe('cancelled')
    agent.respond(id, '<done/>')
    expect(await current).toEqual(responded)
  })

  it('the end of a server socket does not lose the response to a write that was sent', async () => {
    const realm = await createRealm(db.database)
    const agent = await gateway.connect(realm)
    const write = await queueWrite(realm.realmId)
    void server.call({ realmId: realm.realmId, id: write, kind: 'write', budgetMs: 60_000 })
    const { id } = await agent.accept()
    server.socket.terminate()
    await server.closed

    agent.respond(id, '<done/>')
    await agent.next('acknowledged')
    expect(await getState(write)).toBe('completed')
  })

  it('comes after the server is silent for too long', async () => {
    const time = stopTime()
    const watched = await startGateway(db, { checkMs: 1_000, deadAfterMs: 15_000 }, { clock: time.now })
    const silent = await connectServer(watched.url)
    time.pass(17_000)

    expect(await silent.closed).toBe(1006)
    await watched.close()
  })

  it('the end of a server socket has code 1012 when the gateway stops, after the outcome of every accepted read', async () => {
    const realm = await createRealm(db.database)
    const agent = await gateway.connect(realm)
    const sent = server.call(read(realm.realmId))
    await agent.accept()
    const waiting = server.call(read(realm.realmId))
    await server.call(read(foreign))
    await gateway.close()

    expect(await sent).toMatchObject({ sent: true, lost: true, reason: 'connection' })
    expect(await waiting).toMatchObject({ sent: false, reason: 'not-mine' })
    expect(await server.closed).toBe(1012)
  })
})

it('keeps the links of servers during a drain until the leases of its agents are released', async () => {
  const events = new EventEmitter()
  const [isReached, isReleased] = [once(events, 'reached'), once(events, 'released')]
  const database = interceptedDatabase(db.database, '$queryRaw', (statement) => {
    if (!statement.includes(`SET phase = 'draining'`)) return undefined
    events.emit('reached')
    return isReleased
  })
  const draining = await startGateway({ ...db, database })
  const realm = await createRealm(db.database)
  await draining.connect(realm)
  const link = await connectServer(draining.url)
  const drained = draining.gateway.drain()
  await isReached
  expect(await link.call(read(realm.realmId))).toEqual({ sent: false, reason: 'not-mine' })
  events.emit('released')
  await drained
  expect(await link.closed).toBe(closeCodes.draining.code)
})
