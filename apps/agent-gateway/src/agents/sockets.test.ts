import { EventEmitter, once } from 'node:events'
import { defaultProtocolLimits, encodeFrame } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'
import { mintSecret } from '@bridge/database/secrets'
import { Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { setupGateway } from '../../test/gateway-setup.ts'
import { interceptedDatabase } from '../../test/intercepted-database.ts'
import { getUpgradeStatus, openAgentSocket, type ScriptedAgent } from '../../test/scripted-agent.ts'
import { stopTime } from '../../test/stopped-time.ts'
import { createRealm, startGateway } from '../../test/test-gateway.ts'
import { createGatewayMetrics } from '../runtime/gateway-metrics.ts'

const write = { kind: 'write', write: { entity: 'Invoice', operation: 'update' } } as const

const setup = setupGateway()

function lease() {
  return setup.db.database.realmSession.findUniqueOrThrow({ where: { realmId: setup.realm.realmId } })
}
function onlyWrite() {
  return setup.db.database.writeJournal.findFirstOrThrow({ where: { realmId: setup.realm.realmId } })
}

/** Returns the database with a first statement for a lease waiting to be released. */
function delayFirstLease(database: Database) {
  const events = new EventEmitter()
  const [isReached, isReleased] = [once(events, 'reached'), once(events, 'released')]
  let isFirst = true
  const slow = interceptedDatabase(database, '$queryRaw', (statement) => {
    if (!isFirst || !statement.includes('INSERT INTO realm_session')) return undefined
    isFirst = false
    events.emit('reached')
    return isReleased
  })
  return { database: slow, isReached, release: () => events.emit('released') }
}

/** Waits until the gateway has received what the socket has sent. */
async function pong(socket: ScriptedAgent['socket']): Promise<void> {
  if (socket.readyState !== socket.OPEN) await once(socket, 'open')
  socket.ping()
  await once(socket, 'pong')
}

describe('an upgrade at /agent', () => {
  it('an upgrade at /agent is refused with 503 for an agent that connects too often in a minute, and not for others', async () => {
    const limited = await startGateway(setup.db, { maxUpgradesPerMinute: 2 }, { clock: stopTime().now })
    for (let count = 0; count < 2; count += 1) await limited.connect(setup.realm)
    expect(await getUpgradeStatus(openAgentSocket(limited.url, setup.realm.token).socket)).toBe(503)
    await limited.connect(await createRealm(setup.db.database))
    await limited.close()
  })

  it('an upgrade at /agent is refused with 401 for any invalid token', async () => {
    const revoked = await createRealm(setup.db.database)
    await setup.db.database.agentToken.update({ where: { id: revoked.tokenId }, data: { revokedAt: new Date() } })
    const tokens = [mintSecret('svca_'), 'svca_short', revoked.token, '', `${setup.realm.token}x`, mintSecret('svc_')]
    const statuses = tokens.map((token) => getUpgradeStatus(openAgentSocket(setup.gateway.url, token).socket))

    expect(await Promise.all(statuses)).toEqual(tokens.map(() => 401))
  })

  it('echoes no subprotocol', async () => {
    const { origin } = new URL(setup.gateway.url)
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/agent`, ['bridge.v1', 'other'], {
      headers: { authorization: `Bearer ${setup.realm.token}` },
    })
    // This library's client ends a connection whose server chose no subprotocol.
    const [response] = await once(
      socket.on('error', () => undefined),
      'upgrade',
    )

    expect(response.headers['sec-websocket-protocol']).toBeUndefined()
    socket.terminate()
  })

  it('records the use of the token and the gateway of the realm', async () => {
    await setup.connect()

    expect(await lease()).toMatchObject({
      gatewayUrl: setup.gateway.url,
      epoch: 1n,
      phase: 'ready',
      agentVersion: 'scripted',
      companyFile: 'test.qbw',
      agentTokenId: setup.realm.tokenId,
    })
    await expect
      .poll(
        async () =>
          (await setup.db.database.agentToken.findUniqueOrThrow({ where: { id: setup.realm.tokenId } })).lastUsedAt,
      )
      .toBeInstanceOf(Date)
  })

  it('an upgrade at /agent is the only path apart from /healthz', async () => {
    const response = await fetch(`${setup.gateway.url}/nothing`)
    expect(response.status).toBe(404)
    expect(await (await fetch(`${setup.gateway.url}/healthz`)).json()).toEqual({ ok: true })
  })
})

describe('two sockets of one realm', () => {
  it('two sockets of one realm are resolved in favor of the newer one, and the older one is closed with 4001', async () => {
    const older = await setup.connect()
    const newer = await setup.connect()

    expect(await older.closed).toEqual({ code: 4001, reason: 'superseded by a newer socket' })
    newer.serve(() => '<newer/>')
    expect(await setup.exchange('<read/>', { kind: 'read' })).toMatchObject({
      response: '<newer/>',
    })
    expect((await lease()).epoch).toBe(2n)
  })

  it('two sockets of one realm are resolved in favor of the newer one even if the older one is slow to acquire the lease', async () => {
    const slow = delayFirstLease(setup.db.database)
    const gateway = await startGateway({ ...setup.db, database: slow.database })
    const [older, newer] = [0, 1].map(() => openAgentSocket(gateway.url, setup.realm.token)) as [
      ScriptedAgent,
      ScriptedAgent,
    ]
    const olderHello = older.sayHello()
    await slow.isReached
    const newerHello = newer.sayHello()
    await pong(newer.socket)
    slow.release()
    await Promise.all([olderHello, newerHello])

    const first = await Promise.race([older.closed.then(() => 'older'), newer.closed.then(() => 'newer')])
    expect(first).toBe('older')
    expect((await lease()).epoch).toBe(2n)
    await gateway.close()
  })

  it('an agent gets requests sent before its gateway knows about its lease', async () => {
    const slow = delayFirstLease(setup.db.database)
    const registry = new Registry()
    const metrics = createGatewayMetrics(registry)
    const gateway = await startGateway({ ...setup.db, database: slow.database }, {}, { metrics })
    await setup.connect()
    const agent = openAgentSocket(gateway.url, setup.realm.token)
    const hello = agent.sayHello()
    await slow.isReached
    await setup.db.database.realmSession.update({
      where: { realmId: setup.realm.realmId },
      data: { gatewayUrl: gateway.url },
    })
    const exchanges = [setup.exchange('<read/>', { kind: 'read' }), setup.exchange('<write/>', write)]
    const countRequests = async () =>
      (await registry.getSingleMetric('bridge_gateway_requests')?.get())?.values[0]?.value
    await expect.poll(countRequests).toBe(2)
    slow.release()
    await hello
    agent.serve((text) => `${text} served`)

    expect(await Promise.all(exchanges)).toMatchObject([
      { response: '<read/> served' },
      { response: '<write/> served' },
    ])
    await gateway.close()
  })

  it('two sockets of one realm ignore responses of the superseded one', async () => {
    const older = await setup.connect()
    const result = setup.exchange('<write/>', write)
    const { id } = await older.accept()
    const newer = await setup.connect()
    if (older.socket.readyState === older.socket.OPEN) older.respond(id, '<late/>')

    expect(await result).toEqual({ sent: true, lost: true, reason: 'connection' })
    await older.closed
    expect(await onlyWrite()).toMatchObject({ state: 'sending', response: null })
    newer.socket.close()
  })

  it('two sockets of one realm are resolved the same way on two gateways', async () => {
    const other = await startGateway(setup.db)
    const older = await setup.connect()
    const newer = await other.connect(setup.realm)

    expect(await older.closed).toMatchObject({ code: 4001 })
    newer.serve(() => '<other gateway/>')
    expect(await setup.exchange('<read/>', { kind: 'read' })).toMatchObject({
      response: '<other gateway/>',
    })
    await other.close()
  })

  it('two sockets of one realm route a read to the new gateway although the cached lease names the old one', async () => {
    const older = await setup.connect()
    older.serve(() => '<first/>')
    await setup.exchange('<read/>', { kind: 'read' })
    const other = await startGateway(setup.db)
    const newer = await other.connect(setup.realm)
    await older.closed
    newer.serve(() => '<second/>')

    expect(await setup.exchange('<read/>', { kind: 'read' })).toMatchObject({
      response: '<second/>',
    })
    await other.close()
  })

  it('two sockets of one realm route a write to the new gateway although the old one was not notified', async () => {
    // Without a heartbeat, in which the old gateway would find out.
    const unnotified = await startGateway(setup.db, { heartbeatMs: 3_600_000 }, { isNotified: false })
    const other = await startGateway(setup.db)
    const older = await unnotified.connect(setup.realm)
    older.serve(() => '<older/>')
    await setup.exchange('<read/>', { kind: 'read' })
    const newer = await other.connect(setup.realm)
    newer.serve(() => '<newer/>')

    expect(await setup.exchange('<write/>', write)).toMatchObject({ response: '<newer/>' })
    expect(await onlyWrite()).toMatchObject({ state: 'completed', epoch: 2n })
    expect(older.received.filter((message) => message.type === 'request' && message.kind === 'write')).toEqual([])
    expect(older.socket.readyState).toBe(older.socket.OPEN)
    await Promise.all([unnotified.close(), other.close()])
  })

  it.each(['on the same gateway', 'on another one'])(
    'two sockets of one realm pass waiting requests to the newer socket %s',
    async (where) => {
      const other = where === 'on another one' ? await startGateway(setup.db) : setup.gateway
      const older = await setup.connect()
      const current = setup.exchange('<current/>', { kind: 'read' })
      await older.accept()
      const waiting = [setup.exchange('<waiting/>', { kind: 'read' }), setup.exchange('<waiting write/>', write)]
      await expect.poll(() => setup.db.database.writeJournal.count({ where: { realmId: setup.realm.realmId } })).toBe(1)
      // The link keeps the order of calls: after the response to a later one, these are at the gateway.
      const neighbour = await createRealm(setup.db.database)
      ;(await setup.gateway.connect(neighbour)).serve(() => '<neighbour/>')
      await setup.desktop.exchange(neighbour.realmId, '<read/>', { kind: 'read' })
      const newer = await other.connect(setup.realm)
      newer.serve((text) => `${text} by the newer`)

      expect(await current).toEqual({ sent: true, lost: true, reason: 'connection' })
      expect(await Promise.all(waiting)).toMatchObject([
        { response: '<waiting/> by the newer' },
        { response: '<waiting write/> by the newer' },
      ])
      if (other !== setup.gateway) await other.close()
    },
  )
})

describe('the end of a realm or token', () => {
  it('closes the socket with 4004 after the token was revoked [cp-3:1]', async () => {
    const agent = await setup.connect()
    await setup.db.database.agentToken.update({ where: { id: setup.realm.tokenId }, data: { revokedAt: new Date() } })
    await setup.db.database.$executeRaw`NOTIFY bridge_agents`

    expect(await agent.closed).toEqual({ code: 4004, reason: 'agent token revoked' })
  })

  it('closes the socket with 4003 after the realm was deleted [cp-3:5]', async () => {
    const agent = await setup.connect()
    await setup.db.database.realm.delete({ where: { id: setup.realm.realmId } })
    await setup.db.database.$executeRaw`NOTIFY bridge_agents`

    expect(await agent.closed).toEqual({ code: 4003, reason: 'realm deleted' })
  })

  it('closes the socket at the next heartbeat without a notification', async () => {
    const quick = await startGateway(setup.db, { heartbeatMs: 50 })
    const agent = await quick.connect(setup.realm)
    await setup.db.database.realm.delete({ where: { id: setup.realm.realmId } })

    expect(await agent.closed).toMatchObject({ code: 4003 })
    await quick.close()
  })
})

describe('an invalid message', () => {
  const messages: Record<string, { send: (agent: ScriptedAgent) => void; code: number }> = {
    'text that is not JSON': { send: ({ socket }) => socket.send('hello?'), code: 4008 },
    'a message of an unknown type': { send: ({ socket }) => socket.send('{"type":"exec"}'), code: 4008 },
    'a message with a field of the wrong type': {
      send: ({ socket }) => socket.send('{"type":"pong","n":"1"}'),
      code: 4008,
    },
    'a binary frame without a header': { send: ({ socket }) => socket.send(Buffer.from([1, 2])), code: 4008 },
    'a header length beyond the frame': {
      send: ({ socket }) => socket.send(Buffer.from([0, 0, 255, 255, 123])),
      code: 4008,
    },
    'a header that is not UTF-8': {
      send: ({ socket }) => socket.send(Buffer.from([0, 0, 0, 2, 255, 254])),
      code: 4008,
    },
    'a response without a request': {
      send: (agent) => agent.respond('00000000-0000-4000-8000-000000000000', '<x/>'),
      code: 4008,
    },
    'a status with NUL': {
      send: (agent) => agent.send({ type: 'status', desktop: { phase: 'ready', companyFile: 'a\0b.qbw' } }),
      code: 4008,
    },
    'a second hello': {
      send: (agent) =>
        agent.send({ type: 'hello', protocol: 1, agentVersion: '', desktop: { phase: 'ready' }, completed: [] }),
      code: 4008,
    },
    'a control message over its limit': { send: ({ socket }) => socket.send(`"${'x'.repeat(70_000)}"`), code: 1009 },
    'text that is not UTF-8': { send: ({ socket }) => socket.send(Buffer.from([0xff]), { binary: false }), code: 1007 },
  }

  it.each(Object.entries(messages))('closes only its own socket: %s', async (_name, { send, code }) => {
    const bystander = await setup.gateway.connect(await createRealm(setup.db.database))
    const agent = await setup.connect()
    send(agent)

    expect((await agent.closed).code).toBe(code)
    expect(bystander.socket.readyState).toBe(bystander.socket.OPEN)
    expect(await setup.exchange('<read/>', { kind: 'read' })).toMatchObject({
      sent: false,
    })
  })

  it.each([{ agentVersion: '1\0' }, { desktop: { phase: 'ready', companyFile: '\0' } as const }])(
    'closes the socket with 4008 if it is a hello with NUL: %o',
    async (hello) => {
      const agent = openAgentSocket(setup.gateway.url, setup.realm.token)
      agent.sayHello(hello).catch(() => undefined)

      expect(await agent.closed).toMatchObject({ code: 4008, reason: expect.stringContaining('contains NUL') })
    },
  )

  it('closes the socket with 4008 if it fails a request with an error text that has NUL', async () => {
    const agent = await setup.connect()
    const result = setup.exchange('<read/>', { kind: 'read' })
    const { id } = await agent.accept()
    const error = { hresult: '0x80040414', message: 'a\0b' }
    agent.send({ type: 'failed', id, outcome: { sent: false, reason: 'execution-error', error } })

    expect(await agent.closed).toMatchObject({ code: 4008 })
    expect(await result).toEqual({ sent: true, lost: true, reason: 'connection' })
  })

  it('closes the socket if it precedes the hello', async () => {
    const { socket, closed } = openAgentSocket(setup.gateway.url, setup.realm.token)
    socket.on('open', () => socket.send('{"type":"pong","n":1}'))

    expect(await closed).toMatchObject({ code: 4008 })
  })

  it('closes the socket with 4006 if it is a hello with another protocol version', async () => {
    const agent = openAgentSocket(setup.gateway.url, setup.realm.token)
    agent.sayHello({ protocol: 99 }).catch(() => undefined)

    expect(await agent.closed).toMatchObject({ code: 4006 })
  })

  it('loses the response in a frame over the limit', async () => {
    const small = await startGateway(setup.db, { limits: { ...defaultProtocolLimits, frameBytesMax: 100_000 } })
    const agent = await small.connect(setup.realm)
    const result = setup.exchange('<write/>', write)
    const { id } = await agent.accept()
    agent.socket.send(encodeFrame({ type: 'response', id }, new Uint8Array(200_000)))

    expect(await agent.closed).toMatchObject({ code: 1009 })
    expect(await result).toEqual({ sent: true, lost: true, reason: 'connection' })
    await small.close()
  })

  it('loses a response that does not inflate', async () => {
    const agent = await setup.connect()
    const result = setup.exchange('<write/>', write)
    const { id } = await agent.accept()
    agent.socket.send(encodeFrame({ type: 'response', id }, Uint8Array.of(0x1f, 0x8b, 1, 2, 3)))

    expect(await result).toEqual({ sent: true, lost: true, reason: 'connection' })
  })
})

describe('the largest message of an agent', () => {
  /** Sends the beginning of a text frame claiming this length. */
  function startFrame({ socket }: ScriptedAgent, bytes: number): void {
    const head = Buffer.alloc(14)
    head[0] = 0x81
    head[1] = 0xff
    head.writeBigUInt64BE(BigInt(bytes), 2)
    const stream = Reflect.get(socket, '_socket') as import('node:net').Socket
    stream.write(head)
  }
  const maxIdleBytes = 64 * 1024

  it('the largest message of an agent is 64 KiB before the hello', async () => {
    const agent = openAgentSocket(setup.gateway.url, setup.realm.token)
    await once(agent.socket, 'open')
    startFrame(agent, maxIdleBytes + 1)

    expect((await agent.closed).code).toBe(1009)
  })

  it('the largest message of an agent is 64 KiB while no request is due', async () => {
    const agent = await setup.connect()
    const served = setup.exchange('<read/>', { kind: 'read' })
    agent.respond((await agent.accept()).id, 'x'.repeat(200_000))
    await served
    startFrame(agent, maxIdleBytes + 1)

    expect((await agent.closed).code).toBe(1009)
  })

  it.each([
    ['a read', { kind: 'read' } as const, 16 * 1024 * 1024],
    ['a write', write, 1024 * 1024],
    ['a report', { kind: 'read', responseBytesMax: 100_000 } as const, 100_000],
  ])('the largest message of an agent is that of the response while %s is due', async (_name, options, bytes) => {
    const agent = await setup.connect()
    const within = setup.exchange('<within/>', options)
    const request = await agent.accept()
    agent.respond(request.id, 'x'.repeat(bytes))
    expect(request.responseBytesMax).toBe(bytes)
    expect(await within).toMatchObject({ lost: false })
    const beyond = setup.exchange('<beyond/>', options)
    await agent.accept()
    startFrame(agent, maxIdleBytes + bytes + 1)

    expect((await agent.closed).code).toBe(1009)
    expect(await beyond).toEqual({ sent: true, lost: true, reason: 'connection' })
  })

  it('the largest message of an agent is that of a write while a recalled response is due', async () => {
    const first = await setup.connect()
    const result = setup.exchange('<write/>', write)
    const { id } = await first.accept()
    first.socket.terminate()
    await result
    const again = openAgentSocket(setup.gateway.url, setup.realm.token)
    await again.sayHello({ completed: [id] })
    await again.next('recall')
    again.respond(id, 'x'.repeat(500_000))
    await again.next('acknowledged')
    startFrame(again, maxIdleBytes + 1)

    expect((await again.closed).code).toBe(1009)
  })
})

describe('sockets of a realm without a hello', () => {
  it('sockets of a realm without a hello are at most two, the newest ones, which can still say hello', async () => {
    const sockets: ScriptedAgent[] = []
    for (let index = 0; index < 4; index += 1) {
      const agent = openAgentSocket(setup.gateway.url, setup.realm.token)
      await once(agent.socket, 'open')
      sockets.push(agent)
    }
    const [first, second, third, fourth] = sockets as [ScriptedAgent, ScriptedAgent, ScriptedAgent, ScriptedAgent]

    expect([(await first.closed).code, (await second.closed).code]).toEqual([4001, 4001])
    await third.sayHello()
    await fourth.sayHello()
    expect((await third.closed).code).toBe(4001)
    fourth.serve(() => '<done/>')
    expect(await setup.exchange('<read/>', { kind: 'read' })).toMatchObject({ response: '<done/>' })
  })
})

describe('the heartbeat', () => {
  const silence = { heartbeatMs: 5_000, checkMs: 1_000, deadAfterMs: 15_000, helloTimeoutMs: 10_000 }

  it('closes a socket that is silent for too long', async () => {
    const time = stopTime()
    const watched = await startGateway(setup.db, silence, { clock: time.now })
    const agent = await watched.connect(setup.realm)
    agent.socket.pause()
    time.pass(14_000)
    expect(await lease()).toMatchObject({ epoch: 1n, phase: 'ready' })
    time.pass(2_000)

    await expect.poll(async () => (await lease()).phase).toBe('draining')
    agent.socket.terminate()
    await watched.close()
  })

  it('the heartbeat does not decide when silence ends a socket', async () => {
    const time = stopTime()
    const watched = await startGateway(setup.db, { ...silence, heartbeatMs: 3_600_000 }, { clock: time.now })
    const other = await createRealm(setup.db.database)
    const silent = await watched.connect(setup.realm)
    const newcomer = openAgentSocket(watched.url, other.token)
    await once(newcomer.socket, 'open')
    time.pass(17_000)

    // The gateway does not wait for a silent peer to receive the code.
    expect([4005, 1006]).toContain((await silent.closed).code)
    expect((await newcomer.closed).code).toBe(4008)
    await watched.close()
  })

  it('leaves a socket whose messages arrived during a pause of the gateway', async () => {
    const time = stopTime()
    const paused = await startGateway(setup.db, silence, { clock: time.now })
    const agent = await paused.connect(setup.realm)
    agent.send({ type: 'pong', n: 1 })
    time.pause(60_000)
    await pong(agent.socket)
    time.pass(14_000)
    await pong(agent.socket)

    expect(agent.socket.readyState).toBe(agent.socket.OPEN)
    await paused.close()
  })

  it('closes a socket that never says hello', async () => {
    const time = stopTime()
    const watched = await startGateway(setup.db, silence, { clock: time.now })
    const agent = openAgentSocket(watched.url, setup.realm.token)
    await once(agent.socket, 'open')
    time.pass(12_000)

    expect(await agent.closed).toEqual({ code: 4008, reason: 'protocol error: no hello in time' })
    await watched.close()
  })

  it('pings the agent and renews the lease', async () => {
    const quick = await startGateway(setup.db, { heartbeatMs: 50 })
    const agent = await quick.connect(setup.realm)
    const { lastSeenAt } = await lease()
    const { n } = await agent.next('ping')
    agent.send({ type: 'pong', n })

    await expect.poll(async () => (await lease()).lastSeenAt.getTime()).toBeGreaterThan(lastSeenAt.getTime())
    await quick.close()
  })
})

describe('a drain', () => {
  it('waits for the current request, sends no other, and closes with 1012', async () => {
    const agent = await setup.connect()
    const current = setup.exchange('<current/>', write)
    const { id } = await agent.accept()
    const drained = setup.gateway.gateway.drain()
    await agent.next('drain')

    expect(await setup.exchange('<next/>', write)).toEqual({ sent: false, reason: 'offline' })
    agent.respond(id, '<done/>')
    expect(await current).toMatchObject({ sent: true, lost: false, response: '<done/>' })
    expect(await agent.closed).toEqual({ code: 1012, reason: 'gateway restarts' })
    await drained
  })

  it.each(['before the agent is gone', 'while the agent is away'])(
    'passes a read and a write that arrive %s to the gateway that the agent connects to next',
    async (time) => {
      const [draining, next] = [await startGateway(setup.db), await startGateway(setup.db)]
      const older = await draining.connect(setup.realm)
      const current = setup.exchange('<current/>', { kind: 'read' })
      const { id } = await older.accept()
      const drained = draining.gateway.drain()
      await older.next('drain')
      const end = async () => {
        older.respond(id, '<done/>')
        await Promise.all([current, drained])
      }
      if (time === 'while the agent is away') await end()
      const exchanges = [setup.exchange('<read/>', { kind: 'read' }), setup.exchange('<write/>', write)]
      if (time === 'before the agent is gone') {
        await expect.poll(onlyWrite).toMatchObject({ state: 'queued' })
        await end()
      }
      const newer = await next.connect(setup.realm)
      newer.serve((text) => `${text} by the newer`)

      expect(await Promise.all(exchanges)).toMatchObject([
        { response: '<read/> by the newer' },
        { response: '<write/> by the newer' },
      ])
      expect(older.received.filter(({ type }) => type === 'request')).toHaveLength(1)
      await Promise.all([draining.close(), next.close()])
    },
  )

  it('lets agents leave a few at a time, and serves the others until their turn', async () => {
    const draining = await startGateway(setup.db)
    const realms = await Promise.all(Array.from({ length: 60 }, () => createRealm(setup.db.database)))
    const agents: ScriptedAgent[] = []
    for (const realm of realms) agents.push(await draining.connect(realm))
    const [first, last] = [agents.at(0), agents.at(-1)]
    last?.serve(() => '<served/>')
    const drained = draining.gateway.drain()
    await first?.next('drain')

    expect(
      await setup.desktop.exchange(realms.at(-1)?.realmId ?? setup.realm.realmId, '<read/>', { kind: 'read' }),
    ).toMatchObject({
      response: '<served/>',
    })
    await drained
    expect(await last?.closed).toEqual({ code: 1012, reason: 'gateway restarts' })
    await draining.close()
  })

  it('fails requests if the agent does not connect again', async () => {
    const draining = await startGateway(setup.db)
    await draining.connect(setup.realm)
    await draining.gateway.drain()

    expect(await setup.exchange('<read/>', { kind: 'read' })).toEqual({ sent: false, reason: 'offline' })
    expect(await setup.exchange('<write/>', write)).toEqual({ sent: false, reason: 'offline' })
    await draining.close()
  })
})

describe('a response whose connection was lost', () => {
  it('a response whose connection was lost is recalled from the agent', async () => {
    const first = await setup.connect()
    const result = setup.exchange('<write/>', write)
    const { id } = await first.accept()
    first.socket.terminate()
    expect(await result).toMatchObject({ lost: true })

    const again = openAgentSocket(setup.gateway.url, setup.realm.token)
    await again.sayHello({ completed: [id] })
    expect(await again.next('recall')).toMatchObject({ type: 'recall', id })
    again.respond(id, '<it was done/>')
    await again.next('acknowledged')

    const { state, response } = await onlyWrite()
    expect({ state, response: Buffer.from(response ?? []).toString() }).toEqual({
      state: 'completed',
      response: '<it was done/>',
    })
  })

  it('a response whose connection was lost is acknowledged without a recall for another realm', async () => {
    const foreign = await createRealm(setup.db.database)
    const agent = await setup.connect()
    const result = setup.exchange('<write/>', write)
    const { id } = await agent.accept()
    const intruder = openAgentSocket(setup.gateway.url, foreign.token)
    await intruder.sayHello({ completed: [id] })

    expect(await intruder.next('acknowledged')).toEqual({ type: 'acknowledged', ids: [id] })
    agent.respond(id, '<done/>')
    expect(await result).toMatchObject({ response: '<done/>' })
  })
})
