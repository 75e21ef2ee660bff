import { defaultProtocolLimits, encodeFrame } from '@bridge/agent-protocol'
import { mintSecret } from '@bridge/database/secrets'
import { describe, expect, it } from 'vitest'
import { gatewayScene } from './testing/gateway-scene.ts'
import { dialAgent, dialStatus, type ScriptedAgent } from './testing/scripted-agent.ts'
import { createRealm, startGateway } from './testing/test-gateway.ts'

const write = { kind: 'write', write: { entity: 'Invoice', operation: 'update' } } as const

const scene = gatewayScene()

function lease() {
  return scene.db.database.realmSession.findUniqueOrThrow({ where: { realmId: scene.realm.realmId } })
}
function onlyWrite() {
  return scene.db.database.writeJournal.findFirstOrThrow({ where: { realmId: scene.realm.realmId } })
}

describe('dialling', () => {
  it('answers an unknown, a malformed, a revoked and a missing token alike', async () => {
    const revoked = await createRealm(scene.db.database)
    await scene.db.database.agentToken.update({ where: { id: revoked.tokenId }, data: { revokedAt: new Date() } })
    const tokens = [mintSecret('svca_'), 'svca_short', revoked.token, '', `${scene.realm.token}x`, mintSecret('svc_')]
    const statuses = tokens.map((token) => dialStatus(dialAgent(scene.gateway.url, token).socket))

    expect(await Promise.all(statuses)).toEqual(tokens.map(() => 401))
  })

  it('notes when the token was used and which gateway holds the realm', async () => {
    await scene.connect()

    expect(await lease()).toMatchObject({
      gatewayUrl: scene.gateway.url,
      epoch: 1n,
      phase: 'ready',
      agentVersion: 'scripted',
      companyFile: 'test.qbw',
      agentTokenId: scene.realm.tokenId,
    })
    await expect
      .poll(
        async () =>
          (await scene.db.database.agentToken.findUniqueOrThrow({ where: { id: scene.realm.tokenId } })).lastUsedAt,
      )
      .toBeInstanceOf(Date)
  })

  it('serves agents at /agent alone', async () => {
    const response = await fetch(`${scene.gateway.url}/nothing`)
    expect(response.status).toBe(404)
    expect(await (await fetch(`${scene.gateway.url}/healthz`)).json()).toEqual({ ok: true })
  })
})

describe('two sockets of one realm', () => {
  it('lets the newest win and closes the other with its code', async () => {
    const older = await scene.connect()
    const newer = await scene.connect()

    expect(await older.closed).toEqual({ code: 4001, reason: 'superseded by a newer socket' })
    newer.serve(() => '<newer/>')
    expect(await scene.exchange('<read/>', { kind: 'read' })).toMatchObject({
      answer: '<newer/>',
    })
    expect((await lease()).epoch).toBe(2n)
  })

  it('does not hear what the superseded one still answers', async () => {
    const older = await scene.connect()
    const result = scene.exchange('<write/>', write)
    const { id } = await older.accept()
    const newer = await scene.connect()
    if (older.socket.readyState === older.socket.OPEN) older.answer(id, '<late/>')

    expect(await result).toEqual({ sent: true, lost: true, why: 'connection' })
    await older.closed
    expect(await onlyWrite()).toMatchObject({ state: 'sending', answer: null })
    newer.socket.close()
  })

  it('closes the older one on another gateway, too', async () => {
    const other = await startGateway(scene.db)
    const older = await scene.connect()
    const newer = await other.connect(scene.realm)

    expect(await older.closed).toMatchObject({ code: 4001 })
    newer.serve(() => '<other gateway/>')
    expect(await scene.exchange('<read/>', { kind: 'read' })).toMatchObject({
      answer: '<other gateway/>',
    })
    await other.close()
  })

  it('finds the realm at its new gateway although the lease it remembers names the old one', async () => {
    const older = await scene.connect()
    older.serve(() => '<first/>')
    await scene.exchange('<read/>', { kind: 'read' })
    const other = await startGateway(scene.db)
    const newer = await other.connect(scene.realm)
    await older.closed
    newer.serve(() => '<second/>')

    expect(await scene.exchange('<read/>', { kind: 'read' })).toMatchObject({
      answer: '<second/>',
    })
    await other.close()
  })

  it('sends a write through the gateway that took the realm over, which the older one has not heard of', async () => {
    const [deaf, other] = [await startGateway(scene.db, {}, false), await startGateway(scene.db)]
    const older = await deaf.connect(scene.realm)
    older.serve(() => '<older/>')
    await scene.exchange('<read/>', { kind: 'read' })
    const newer = await other.connect(scene.realm)
    newer.serve(() => '<newer/>')

    expect(await scene.exchange('<write/>', write)).toMatchObject({ answer: '<newer/>' })
    expect(await onlyWrite()).toMatchObject({ state: 'answered', epoch: 2n })
    expect(older.heard.filter((message) => message.type === 'request' && message.kind === 'write')).toEqual([])
    expect(older.socket.readyState).toBe(older.socket.OPEN)
    await Promise.all([deaf.close(), other.close()])
  })

  it.each(['on the same gateway', 'on another one'])(
    'gives what waits for the older one to the newer one %s',
    async (where) => {
      const other = where === 'on another one' ? await startGateway(scene.db) : scene.gateway
      const older = await scene.connect()
      const current = scene.exchange('<current/>', { kind: 'read' })
      await older.accept()
      const waiting = [scene.exchange('<waiting/>', { kind: 'read' }), scene.exchange('<waiting write/>', write)]
      await expect.poll(() => scene.db.database.writeJournal.count({ where: { realmId: scene.realm.realmId } })).toBe(1)
      // The link carries calls in their order: once one behind them is answered, they are at the gateway.
      const neighbour = await createRealm(scene.db.database)
      ;(await scene.gateway.connect(neighbour)).serve(() => '<neighbour/>')
      await scene.desktop.exchange(neighbour.realmId, '<read/>', { kind: 'read' })
      const newer = await other.connect(scene.realm)
      newer.serve((text) => `${text} by the newer`)

      expect(await current).toEqual({ sent: true, lost: true, why: 'connection' })
      expect(await Promise.all(waiting)).toMatchObject([
        { answer: '<waiting/> by the newer' },
        { answer: '<waiting write/> by the newer' },
      ])
      if (other !== scene.gateway) await other.close()
    },
  )
})

describe('the end of a right to connect', () => {
  it('closes the socket of a revoked token [cp-3:1]', async () => {
    const agent = await scene.connect()
    await scene.db.database.agentToken.update({ where: { id: scene.realm.tokenId }, data: { revokedAt: new Date() } })
    await scene.db.database.$executeRaw`NOTIFY bridge_agents`

    expect(await agent.closed).toEqual({ code: 4004, reason: 'agent token revoked' })
  })

  it('closes the socket of a deleted realm with 4003 [cp-3:5]', async () => {
    const agent = await scene.connect()
    await scene.db.database.realm.delete({ where: { id: scene.realm.realmId } })
    await scene.db.database.$executeRaw`NOTIFY bridge_agents`

    expect(await agent.closed).toEqual({ code: 4003, reason: 'realm deleted' })
  })

  it('is noticed at the next heartbeat when no notification comes', async () => {
    const quick = await startGateway(scene.db, { heartbeatMs: 50 })
    const agent = await quick.connect(scene.realm)
    await scene.db.database.realm.delete({ where: { id: scene.realm.realmId } })

    expect(await agent.closed).toMatchObject({ code: 4003 })
    await quick.close()
  })
})

describe('rubbish', () => {
  const rubbish: Record<string, { send: (agent: ScriptedAgent) => void; code: number }> = {
    'text that is not JSON': { send: ({ socket }) => socket.send('hello?'), code: 4008 },
    'a message of no known kind': { send: ({ socket }) => socket.send('{"type":"exec"}'), code: 4008 },
    'a known message with wrong members': { send: ({ socket }) => socket.send('{"type":"pong","n":"1"}'), code: 4008 },
    'a binary frame without a header': { send: ({ socket }) => socket.send(Buffer.from([1, 2])), code: 4008 },
    'a header length beyond the frame': {
      send: ({ socket }) => socket.send(Buffer.from([0, 0, 255, 255, 123])),
      code: 4008,
    },
    'a header that is not UTF-8': {
      send: ({ socket }) => socket.send(Buffer.from([0, 0, 0, 2, 255, 254])),
      code: 4008,
    },
    'an answer nobody asked for': {
      send: (agent) => agent.answer('00000000-0000-4000-8000-000000000000', '<x/>'),
      code: 4008,
    },
    'a second hello': {
      send: (agent) =>
        agent.say({ type: 'hello', protocol: 1, agentVersion: '', desktop: { phase: 'ready' }, answered: [] }),
      code: 4008,
    },
    'a control message over its limit': { send: ({ socket }) => socket.send(`"${'x'.repeat(70_000)}"`), code: 1009 },
    'text that is not UTF-8': { send: ({ socket }) => socket.send(Buffer.from([0xff]), { binary: false }), code: 1007 },
  }

  it.each(Object.entries(rubbish))('%s closes the socket and nothing else', async (_name, { send, code }) => {
    const bystander = await scene.gateway.connect(await createRealm(scene.db.database))
    const agent = await scene.connect()
    send(agent)

    expect((await agent.closed).code).toBe(code)
    expect(bystander.socket.readyState).toBe(bystander.socket.OPEN)
    expect(await scene.exchange('<read/>', { kind: 'read' })).toMatchObject({
      sent: false,
    })
  })

  it('a message before the hello closes the socket', async () => {
    const { socket, closed } = dialAgent(scene.gateway.url, scene.realm.token)
    socket.on('open', () => socket.send('{"type":"pong","n":1}'))

    expect(await closed).toMatchObject({ code: 4008 })
  })

  it('another protocol version is told so', async () => {
    const agent = dialAgent(scene.gateway.url, scene.realm.token)
    agent.greet({ protocol: 99 }).catch(() => undefined)

    expect(await agent.closed).toMatchObject({ code: 4006 })
  })

  it('a frame over the limit closes the socket, and the request that it answered is lost', async () => {
    const small = await startGateway(scene.db, { limits: { ...defaultProtocolLimits, frameBytesMax: 100_000 } })
    const agent = await small.connect(scene.realm)
    const result = scene.exchange('<write/>', write)
    const { id } = await agent.accept()
    agent.socket.send(encodeFrame({ type: 'answer', id }, new Uint8Array(200_000)))

    expect(await agent.closed).toMatchObject({ code: 1009 })
    expect(await result).toEqual({ sent: true, lost: true, why: 'connection' })
    await small.close()
  })

  it('an answer that does not inflate is as good as lost', async () => {
    const agent = await scene.connect()
    const result = scene.exchange('<write/>', write)
    const { id } = await agent.accept()
    agent.socket.send(encodeFrame({ type: 'answer', id }, Uint8Array.of(0x1f, 0x8b, 1, 2, 3)))

    expect(await result).toEqual({ sent: true, lost: true, why: 'connection' })
  })
})

describe('signs of life', () => {
  it('closes a socket that was silent for too long', async () => {
    const quick = await startGateway(scene.db, { heartbeatMs: 50, deadAfterMs: 20 })
    const agent = await quick.connect(scene.realm)
    agent.socket.pause()
    const ended = await scene.db.database.realmSession.findUniqueOrThrow({ where: { realmId: scene.realm.realmId } })
    expect(ended.epoch).toBe(1n)

    await expect.poll(async () => (await lease()).phase).toBe('draining')
    agent.socket.terminate()
    await quick.close()
  })

  it('closes a socket that never says hello', async () => {
    const quick = await startGateway(scene.db, { heartbeatMs: 50, helloTimeoutMs: 20 })

    expect(await dialAgent(quick.url, scene.realm.token).closed).toEqual({
      code: 4008,
      reason: 'protocol error: no hello in time',
    })
    await quick.close()
  })

  it('pings, and renews the lease', async () => {
    const quick = await startGateway(scene.db, { heartbeatMs: 50 })
    const agent = await quick.connect(scene.realm)
    const { lastSeenAt } = await lease()
    const { n } = await agent.next('ping')
    agent.say({ type: 'pong', n })

    await expect.poll(async () => (await lease()).lastSeenAt.getTime()).toBeGreaterThan(lastSeenAt.getTime())
    await quick.close()
  })
})

describe('drain', () => {
  it('lets the current request finish, sends nothing more, and tells the agent to dial again', async () => {
    const agent = await scene.connect()
    const current = scene.exchange('<current/>', write)
    const { id } = await agent.accept()
    const drained = scene.gateway.gateway.drain()
    await agent.next('drain')

    expect(await scene.exchange('<next/>', write)).toEqual({ sent: false, why: 'offline' })
    agent.answer(id, '<done/>')
    expect(await current).toMatchObject({ sent: true, lost: false, answer: '<done/>' })
    expect(await agent.closed).toEqual({ code: 1012, reason: 'gateway restarts' })
    await drained
  })
})

describe('an answer whose connection was lost', () => {
  it('is recalled from the agent that still has it', async () => {
    const first = await scene.connect()
    const result = scene.exchange('<write/>', write)
    const { id } = await first.accept()
    first.socket.terminate()
    expect(await result).toMatchObject({ lost: true })

    const again = dialAgent(scene.gateway.url, scene.realm.token)
    await again.greet({ answered: [id] })
    expect(await again.next('recall')).toEqual({ type: 'recall', id })
    again.answer(id, '<it was done/>')
    await again.next('settled')

    const { state, answer } = await onlyWrite()
    expect({ state, answer: Buffer.from(answer ?? []).toString() }).toEqual({
      state: 'answered',
      answer: '<it was done/>',
    })
  })

  it('of another realm is settled unheard', async () => {
    const foreign = await createRealm(scene.db.database)
    const agent = await scene.connect()
    const result = scene.exchange('<write/>', write)
    const { id } = await agent.accept()
    const intruder = dialAgent(scene.gateway.url, foreign.token)
    await intruder.greet({ answered: [id] })

    expect(await intruder.next('settled')).toEqual({ type: 'settled', ids: [id] })
    agent.answer(id, '<done/>')
    expect(await result).toMatchObject({ answer: '<done/>' })
  })
})
