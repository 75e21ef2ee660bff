import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import type { Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Database } from '@bridge/database'
import { describe, expect, it } from 'vitest'
import { setupGateway } from '../../test/gateway-setup.ts'
import { interceptedDatabase } from '../../test/intercepted-database.ts'
import { openAgentSocket, type ScriptedAgent } from '../../test/scripted-agent.ts'
import { createRealm, startGateway, type TestRealm } from '../../test/test-gateway.ts'

const setup = setupGateway()
const ready = { phase: 'ready', companyFile: 'test.qbw' } as const
const closed = { phase: 'app-not-open' } as const

/** Returns the database, and how many statements with this text it has had; each waits for `isReleased`. */
function countStatements(
  database: Database,
  [method, text]: (typeof counted)[keyof typeof counted],
  isReleased: Promise<unknown> = Promise.resolve(),
) {
  const statements = { started: 0, running: 0, maxRunning: 0 }
  const intercepted = interceptedDatabase(database, method, async (statement) => {
    if (!statement.includes(text)) return
    statements.started += 1
    statements.running += 1
    statements.maxRunning = Math.max(statements.maxRunning, statements.running)
    await isReleased
    statements.running -= 1
  })
  return { statements, intercepted }
}

/** Statements for an agent, by the method running them and a part of their text. */
const counted = {
  desktopStates: ['$executeRaw', 'WITH changed AS'],
  lookUps: ['$queryRaw', 'SELECT id::text FROM write_journal'],
} as const

async function condition() {
  const { realmId } = setup.realm
  return (await setup.db.database.realmSession.findUniqueOrThrow({ where: { realmId } })).condition
}

/** Waits until the gateway has received what the agent has sent. */
async function received({ socket }: ScriptedAgent): Promise<void> {
  const answered = new Promise((resolve) => socket.once('pong', resolve))
  socket.ping()
  await answered
}

const floods: Record<string, (agent: ScriptedAgent, index: number) => void> = {
  statuses: (agent, index) => agent.send({ type: 'status', desktop: index % 2 === 0 ? closed : ready }),
  'equal statuses': (agent) => agent.send({ type: 'status', desktop: ready }),
  'replies to pings': (agent, n) => agent.send({ type: 'pong', n }),
  'hints at changes': (agent) => agent.send({ type: 'changed' }),
  'lists of completed writes': (agent) => agent.send({ type: 'completed', ids: [randomUUID()] }),
  'pings of WebSocket': ({ socket }) => socket.ping(),
  'pongs of WebSocket': ({ socket }) => socket.pong(),
}

describe('an agent that sends more than 50 messages in a second', () => {
  it.each(Object.entries(floods))(
    'an agent that sends more than 50 messages in a second is disconnected with 4008: %s',
    async (_name, send) => {
      const agent = await setup.connect()
      for (let index = 0; index < 2_000; index += 1) send(agent, index)

      expect(await agent.closed).toEqual({ code: 4008, reason: 'protocol error: more than 50 messages in a second' })
    },
  )

  it('an agent that sends more than 50 messages in a second does not affect the calls of other realms, however often it returns', async () => {
    const neighbor = await createRealm(setup.db.database)
    ;(await setup.gateway.connect(neighbor)).serve(() => '<done/>')
    let isOver = false
    const flood = async () => {
      let dials = 0
      for (; !isOver; dials += 1) {
        const agent = await setup.connect()
        for (let index = 0; index < 5_000; index += 1) floods.statuses?.(agent, index)
        await agent.closed
      }
      return dials
    }
    const flooding = flood()
    const outcomes = []
    for (let call = 0; call < 200; call += 1) {
      const kind =
        call % 4 === 0 ? ({ kind: 'write', write: { entity: 'Invoice', operation: 'create' } } as const) : null
      outcomes.push(await setup.desktop.exchange(neighbor.realmId, '<call/>', kind ?? { kind: 'read' }))
    }
    isOver = true

    expect(outcomes.filter((outcome) => !outcome.sent || outcome.lost)).toEqual([])
    expect(await flooding).toBeGreaterThan(0)
  })
})

it('returns the memory of a flood: keeps none of its sockets', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const sockets: WeakRef<Socket>[] = []
  setup.gateway.gateway.server.on('connection', (socket) => sockets.push(new WeakRef(socket)))
  const realms = await Promise.all(Array.from({ length: 4 }, () => createRealm(setup.db.database)))
  const flood = async (realm: TestRealm) => {
    const silent = openAgentSocket(setup.gateway.url, realm.token)
    await once(silent.socket, 'open')
    silent.socket.send('x'.repeat(60_000))
    const talkative = await setup.gateway.connect(realm)
    for (let message = 0; message < 200; message += 1) floods.statuses?.(talkative, message)
    await talkative.closed
    silent.socket.terminate()
  }
  await Promise.all(realms.map(flood))

  expect(sockets).toHaveLength(2 * realms.length)
  const kept = () => {
    collectGarbage()
    return sockets.filter((socket) => socket.deref() !== undefined).length
  }
  // Node may keep the last one.
  await expect.poll(kept, { timeout: 20_000 }).toBeLessThanOrEqual(1)
})

describe('the state of a desktop', () => {
  it('the state of a desktop is not stored again if it has not changed', async () => {
    const { intercepted, statements } = countStatements(setup.db.database, counted.desktopStates)
    const gateway = await startGateway({ ...setup.db, database: intercepted })
    const agent = await gateway.connect(setup.realm)
    for (let index = 0; index < 40; index += 1) agent.send({ type: 'status', desktop: ready })
    await received(agent)
    agent.send({ type: 'status', desktop: closed })
    await expect.poll(condition).toBe('quickbooks_closed')

    expect(statements.started).toBe(1)
    await gateway.close()
  })

  it('the state of a desktop is stored once at a time, and the latest wins', async () => {
    const events = new EventEmitter()
    const released = once(events, 'released')
    const { intercepted, statements } = countStatements(setup.db.database, counted.desktopStates, released)
    const gateway = await startGateway({ ...setup.db, database: intercepted })
    const agent = await gateway.connect(setup.realm)
    for (let index = 0; index < 40; index += 1) {
      agent.send({ type: 'status', desktop: { phase: 'ready', companyFile: `${index}.qbw` } })
    }
    agent.send({ type: 'status', desktop: closed })
    await received(agent)
    events.emit('released')
    await expect.poll(condition).toBe('quickbooks_closed')

    expect(statements).toMatchObject({ started: 2, maxRunning: 1 })
    await gateway.close()
  })
})

describe('the look-up of completed writes', () => {
  it('runs once at a time, and then for all IDs that arrived in the meantime', async () => {
    const events = new EventEmitter()
    const released = once(events, 'released')
    const { intercepted, statements } = countStatements(setup.db.database, counted.lookUps, released)
    const gateway = await startGateway({ ...setup.db, database: intercepted })
    const agent = await gateway.connect(setup.realm)
    const ids = Array.from({ length: 40 }, () => randomUUID())
    for (const id of ids) agent.send({ type: 'completed', ids: [id] })
    await received(agent)
    events.emit('released')

    const acknowledged = [await agent.next('acknowledged'), await agent.next('acknowledged')]
    expect(acknowledged.flatMap((message) => message.ids)).toEqual(ids)
    expect(statements).toMatchObject({ started: 2, maxRunning: 1 })
    await gateway.close()
  })
})

describe('the connections for renewals and the journal', () => {
  it('the connections for renewals and the journal do not wait for the statements of agents', async () => {
    const { database } = setup.db
    // No other gateway statement returns after the agents are connected.
    let isStuck = false
    const stuck = new Promise(() => undefined)
    const intercept = () => (isStuck ? stuck : undefined)
    const slow = interceptedDatabase(interceptedDatabase(database, '$executeRaw', intercept), '$queryRaw', intercept)
    const reserved = { renewals: database, journal: database }
    const gateway = await startGateway({ ...setup.db, database: slow }, { heartbeatMs: 50 }, { reserved })
    ;(await gateway.connect(setup.realm)).serve(() => '<done/>')
    isStuck = true
    const { realmId } = setup.realm
    const seen = async () =>
      (await database.realmSession.findUniqueOrThrow({ where: { realmId } })).lastSeenAt.getTime()
    const before = await seen()

    await expect.poll(seen).toBeGreaterThan(before)
    const write = { kind: 'write', write: { entity: 'Invoice', operation: 'create' } } as const
    expect(await setup.exchange('<write/>', write)).toMatchObject({ response: '<done/>' })
    isStuck = false
    await gateway.close()
  })
})
