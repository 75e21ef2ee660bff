import { EventEmitter, once } from 'node:events'
import { type ChangeFeed, createChangeFeed, type Database } from '@bridge/database'
import { describe, expect, it, onTestFinished } from 'vitest'
import { setupGateway } from '../../test/gateway-setup.ts'
import { interceptedDatabase } from '../../test/intercepted-database.ts'
import { openAgentSocket, type ScriptedAgent } from '../../test/scripted-agent.ts'
import { createRealm, startGateway, type TestRealm } from '../../test/test-gateway.ts'

const setup = setupGateway()
/** The statements a gateway runs at a time. */
const atOnce = 2

/** Holds the statements containing a text until they are released. */
function holdStatements(database: Database, text: string) {
  const events = new EventEmitter()
  const isReleased = once(events, 'released')
  const statements = { count: 0, areHeld: true }
  const held = interceptedDatabase(database, '$queryRaw', (statement) => {
    if (!statement.includes(text)) return undefined
    statements.count += 1
    return isReleased
  })
  return {
    database: held,
    statements,
    release: () => {
      statements.areHeld = false
      events.emit('released')
    },
  }
}

async function startWith(database: Database, changes?: ChangeFeed) {
  const gateway = await startGateway({ ...setup.db, database }, {}, changes && { changes })
  onTestFinished(() => gateway.close())
  return gateway
}

function createRealms(count: number): Promise<TestRealm[]> {
  return Promise.all(Array.from({ length: count }, () => createRealm(setup.db.database)))
}

function open(gatewayUrl: string, realms: readonly TestRealm[]): ScriptedAgent[] {
  return realms.map(({ token }) => openAgentSocket(gatewayUrl, token))
}

async function opened({ socket }: ScriptedAgent): Promise<void> {
  if (socket.readyState !== socket.OPEN) await once(socket, 'open')
}

/** Lets agents say hello while two statements are held, so all but the first two agents are in the next batch. */
async function greetTogether(agents: readonly ScriptedAgent[], held: ReturnType<typeof holdStatements>) {
  const hellos: Promise<unknown>[] = []
  for (const agent of agents) {
    await opened(agent)
    hellos.push(agent.sayHello().catch(() => 'closed'))
    agent.socket.ping()
    // The gateway has received the hello.
    await once(agent.socket, 'pong')
  }
  expect(held.statements.count).toBe(atOnce)
  held.release()
  return Promise.all(hellos)
}

function findLeases(realms: readonly TestRealm[]) {
  return setup.db.database.realmSession.findMany({ where: { realmId: { in: realms.map(({ realmId }) => realmId) } } })
}

/** Holds a gateway's notifications until they are released. */
function holdNotifications() {
  const feed = createChangeFeed(setup.db.url)
  onTestFinished(() => feed.close())
  const events = new EventEmitter()
  const isReleased = once(events, 'released')
  const notifications = { count: 0 }
  const changes: ChangeFeed = {
    subscribe: (channel, listener) => feed.subscribe(channel, listener),
    isConnected: () => feed.isConnected(),
    close: () => feed.close(),
    publish: async (channel) => {
      notifications.count += 1
      await isReleased
      await feed.publish(channel)
    },
  }
  return { changes, notifications, release: () => events.emit('released') }
}

describe('agents that say hello together', () => {
  it('agents that say hello together have one statement for their leases', async () => {
    const held = holdStatements(setup.db.database, 'INSERT INTO realm_session')
    const gateway = await startWith(held.database)
    const realms = await createRealms(20)
    await greetTogether(open(gateway.url, realms), held)

    expect(held.statements.count).toBe(atOnce + 1)
    const leases = await findLeases(realms)
    expect(leases.map(({ epoch, phase, gatewayUrl }) => [epoch, phase, gatewayUrl])).toEqual(
      realms.map(() => [1n, 'ready', gateway.url]),
    )
    expect(new Map(leases.map(({ realmId, agentTokenId }) => [realmId, agentTokenId]))).toEqual(
      new Map(realms.map(({ realmId, tokenId }) => [realmId, tokenId])),
    )
  })

  it('agents that say hello together take over the leases of another gateway, which is notified once for all that move during a notification', async () => {
    const realms = await createRealms(20)
    const older = await Promise.all(realms.map((realm) => setup.gateway.connect(realm)))
    const held = holdStatements(setup.db.database, 'INSERT INTO realm_session')
    const { changes, notifications, release } = holdNotifications()
    const gateway = await startWith(held.database, changes)
    const newer = open(gateway.url, realms)
    await greetTogether(newer, held)
    expect(notifications.count).toBe(1)
    release()

    expect(await Promise.all(older.map(({ closed }) => closed))).toEqual(
      realms.map(() => expect.objectContaining({ code: 4001 })),
    )
    expect((await findLeases(realms)).map(({ epoch, gatewayUrl }) => [epoch, gatewayUrl])).toEqual(
      realms.map(() => [2n, gateway.url]),
    )
    newer[4]?.serve(() => '<newer/>')
    const exchange = setup.desktop.exchange(realms[4]?.realmId ?? setup.realm.realmId, '<read/>', { kind: 'read' })
    expect(await exchange).toMatchObject({ response: '<newer/>' })
    await expect.poll(() => notifications.count).toBe(2)
  })

  it('agents that say hello together are served without the one whose realm was deleted', async () => {
    const held = holdStatements(setup.db.database, 'INSERT INTO realm_session')
    const gateway = await startWith(held.database)
    const realms = await createRealms(5)
    const agents = open(gateway.url, realms)
    await Promise.all(agents.map(opened))
    await setup.db.database.realm.delete({ where: { id: realms[3]?.realmId ?? '' } })

    expect(await greetTogether(agents, held)).toEqual([undefined, undefined, undefined, 'closed', undefined])
    expect((await agents[3]?.closed)?.code).toBe(1011)
  })

  it('agents that say hello together are served without waiting for the one whose lease is locked', async () => {
    const realms = await createRealms(5)
    for (const realm of realms) (await setup.gateway.connect(realm)).socket.terminate()
    const held = holdStatements(setup.db.database, 'INSERT INTO realm_session')
    const gateway = await startWith(held.database)
    const [locked, ...others] = realms
    const agents = open(gateway.url, [...others, ...realms.slice(0, 1)])
    const last = agents.at(-1)
    let greeting: Promise<unknown> | undefined
    await setup.db.database.$transaction(
      async (transaction) => {
        await transaction.$queryRaw`SELECT FROM realm_session WHERE "realmId" = ${locked?.realmId} FOR UPDATE`
        greeting = greetTogether(agents, held)
        await Promise.all(agents.slice(0, -1).map((agent) => expect.poll(() => agent.received.length).toBe(1)))
        expect(last?.received).toEqual([])
      },
      { timeout: 60_000 },
    )
    await greeting
    expect(last?.received).toMatchObject([{ type: 'welcome', epoch: '2' }])
  })

  it('agents that say hello together are served one by one if their statement fails', async () => {
    const held = holdStatements(setup.db.database, 'INSERT INTO realm_session')
    let failed = 0
    const failing = interceptedDatabase(held.database, '$queryRaw', async (statement) => {
      if (held.statements.areHeld || failed > 0 || !statement.includes('INSERT INTO realm_session')) return
      failed += 1
      throw new Error('The statement failed.')
    })
    const gateway = await startWith(failing)
    const realms = await createRealms(6)
    await greetTogether(open(gateway.url, realms), held)
    expect([failed, held.statements.count]).toEqual([1, realms.length])
    expect(await findLeases(realms)).toHaveLength(6)
  })
})

describe('a gateway that stops', () => {
  async function startWithAgents() {
    const held = holdStatements(setup.db.database, 'released AS')
    const gateway = await startWith(held.database)
    const realms = await createRealms(20)
    const agents = await Promise.all(realms.map((realm) => gateway.connect(realm)))
    return { held, gateway, realms, agents }
  }
  async function listReleased(realms: readonly TestRealm[]) {
    return (await findLeases(realms)).map(({ phase, endReason }) => `${phase} ${endReason}`)
  }

  it('releases its leases together when it closes, and waits for that', async () => {
    const { held, gateway, realms } = await startWithAgents()
    const closed = gateway.gateway.close()
    await expect.poll(() => held.statements.count).toBe(atOnce)
    held.release()
    await closed
    expect(held.statements.count).toBe(atOnce + 1)
    expect(await listReleased(realms)).toEqual(realms.map(() => 'draining draining'))
  })

  it('releases the leases of agents that leave while others are released together', async () => {
    const { held, gateway, realms, agents } = await startWithAgents()
    const drained = gateway.gateway.drain()
    await Promise.all(agents.map(({ closed }) => closed))
    expect(held.statements.count).toBe(atOnce)
    held.release()
    await drained
    expect(held.statements.count).toBe(atOnce + 1)
    expect(await listReleased(realms)).toEqual(realms.map(() => 'draining draining'))
  })
})
