import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { setupGateway } from '../../test/gateway-setup.ts'
import type { ScriptedAgent } from '../../test/scripted-agent.ts'
import { createServerDesktop, startGateway } from '../../test/test-gateway.ts'

const read = { kind: 'read' } as const
const write = { kind: 'write', write: { entity: 'Customer', operation: 'create' } } as const

const setup = setupGateway()

function journal() {
  return setup.db.database.writeJournal.findMany({ where: { realmId: setup.realm.realmId } })
}

/** A server whose calls have less time than those of the others. */
function startHastyDesktop() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const desktop = createServerDesktop(setup.db.database, 100)
  return {
    exchange: desktop.exchange.bind(desktop),
    close: () => desktop.close(),
    /** Ends the time of calls that have reached the gateway. */
    expire: () => vi.advanceTimersByTime(100),
  }
}
async function states() {
  return (await journal()).map(({ state }) => state)
}

describe('an exchange with an agent', () => {
  it('carries the message set and the response unchanged', async () => {
    const agent = await setup.connect()
    agent.serve((text) => `${text} ← ünïcödé ${'x'.repeat(5000)}`)

    const result = await setup.exchange('<QBXML>?</QBXML>', read)

    expect(result).toMatchObject({
      sent: true,
      lost: false,
      response: `<QBXML>?</QBXML> ← ünïcödé ${'x'.repeat(5000)}`,
    })
  })

  it('leaves no journal row for a read and a completed one for a write', async () => {
    const agent = await setup.connect()
    const reading = setup.exchange('<read/>', read)
    agent.respond((await agent.accept()).id, '<done/>')
    await reading
    expect(await journal()).toEqual([])

    const writing = setup.exchange('<write/>', write)
    const { id } = await agent.accept()
    expect(await states()).toEqual(['sending'])
    agent.respond(id, '<done/>')
    expect(await writing).toMatchObject({ sent: true, lost: false, response: '<done/>' })
    const [row] = await journal()
    expect(row).toMatchObject({ state: 'completed', entity: 'Customer', operation: 'create', epoch: 1n })
    expect(Buffer.from(row?.response ?? []).toString()).toBe('<done/>')
    expect(await agent.next('acknowledged')).toEqual({ type: 'acknowledged', ids: [row?.id] })
  })

  it('sends the agent one request at a time', async () => {
    const agent = await setup.connect()
    const results = ['<a/>', '<b/>', '<c/>'].map((text) => setup.exchange(text, read))
    for (const count of [1, 2, 3]) {
      const { id, text } = await agent.accept()
      // The gateway acknowledges an unknown write. A second request would have been received before that.
      agent.send({ type: 'completed', ids: [randomUUID()] })
      await agent.next('acknowledged')
      expect(agent.received.filter(({ type }) => type === 'request')).toHaveLength(count)
      agent.respond(id, `${text} done`)
    }
    expect(await Promise.all(results)).toMatchObject(
      ['<a/>', '<b/>', '<c/>'].map((text) => ({ response: `${text} done` })),
    )
  })
})

describe('a request that is not sent [dp-7.2:AGENT_OFFLINE]', () => {
  it('fails without an agent', async () => {
    expect(await setup.exchange('<write/>', write)).toEqual({
      sent: false,
      reason: 'offline',
    })
    expect(await journal()).toEqual([])
  })

  it('fails after the agent disconnected', async () => {
    const agent = await setup.connect()
    agent.serve(() => '<done/>')
    await setup.exchange('<read/>', read)
    agent.socket.close()
    await agent.closed

    expect(await setup.exchange('<write/>', write)).toEqual({
      sent: false,
      reason: 'offline',
    })
    expect(await states()).not.toContain('sending')
  })

  it('fails if the gateway cannot be reached', async () => {
    await setup.connect()
    await setup.db.database.realmSession.update({
      where: { realmId: setup.realm.realmId },
      data: { gatewayUrl: 'http://127.0.0.1:9' },
    })

    expect(await setup.exchange('<write/>', write)).toEqual({
      sent: false,
      reason: 'offline',
    })
    expect(await states()).toEqual(['cancelled'])
  })

  it('fails without a call if the gateway did not renew its lease for 15 s', async () => {
    let calls = 0
    const dead = createServer(() => {
      calls += 1
    }).listen(0, '127.0.0.1')
    await once(dead, 'listening')
    const gatewayUrl = `http://127.0.0.1:${(dead.address() as AddressInfo).port}`
    const at = new Date(Date.now() - 16_000)
    await setup.db.database.realmSession.create({
      data: { realmId: setup.realm.realmId, gatewayUrl, epoch: 1n, phase: 'ready', connectedAt: at, lastSeenAt: at },
    })

    expect(await setup.exchange('<read/>', read)).toEqual({ sent: false, reason: 'offline' })
    expect(calls).toBe(0)
    dead.close()
  })
})

describe('a request behind others [dp-7.2:AGENT_BUSY]', () => {
  const busy = { sent: false, reason: 'busy', busySince: expect.stringMatching(/^\d{4}-.*Z$/) }

  it('a request behind others is not sent if its time runs out while it waits', async () => {
    const hasty = startHastyDesktop()
    const patient = createServerDesktop(setup.db.database, 3_600_000)
    const agent = await setup.connect()
    const { realmId } = setup.realm
    const current = patient.exchange(realmId, '<long/>', read)
    const long = await agent.accept()
    const waiting = hasty.exchange(realmId, '<write/>', write)
    const settled = vi.fn()
    waiting.finally(settled)
    // In steps: its time starts when it reaches the gateway, whose reply the server expects within a second after it.
    await expect.poll(() => vi.advanceTimersByTime(10) && settled.mock.calls.length).toBe(1)

    expect(await waiting).toEqual(busy)
    expect(await states()).toEqual(['cancelled'])
    agent.respond(long.id, '<done/>')
    expect(await current).toMatchObject({ response: '<done/>' })
    await Promise.all([hasty.close(), patient.close()])
  })

  it('a request behind others is not sent if too many requests are waiting', async () => {
    await setup.gateway.close()
    setup.gateway = await startGateway(setup.db, { maxWaiting: 1 })
    const agent = await setup.connect()
    const first = setup.exchange('<1/>', read)
    const request = await agent.accept()
    const more = [setup.exchange('<2/>', read), setup.exchange('<3/>', read)]

    expect(await Promise.race(more)).toEqual(busy)
    agent.respond(request.id, '<done/>')
    agent.serve(() => '<done/>')
    const outcomes = [await first, ...(await Promise.all(more))]
    expect(outcomes.filter(({ sent }) => sent)).toHaveLength(2)
  })

  it('a request behind others is not sent if the agent is still working on a request of a lost connection', async () => {
    const agent = await setup.connect()
    const result = setup.exchange('<write/>', write)
    const { id } = await agent.next('request')
    agent.send({ type: 'failed', id, outcome: { sent: false, reason: 'busy' } })

    expect(await result).toEqual({ sent: false, reason: 'busy' })
    expect(await states()).toEqual(['cancelled'])
  })

  it.each([
    ['read', read],
    ['write', write],
  ] as const)(
    'a request behind others is not sent, and fails at once, while the agent works on a %s whose time ran out',
    async (_kind, options) => {
      const hasty = startHastyDesktop()
      const agent = await setup.connect()
      const lost = hasty.exchange(setup.realm.realmId, '<hangs/>', options)
      const { id } = await agent.accept()
      // These would wait for 20 s.
      const waiting = [setup.exchange('<waits/>', read), setup.exchange('<waits/>', write)]
      hasty.expire()

      expect(await lost).toEqual({ sent: true, lost: true, reason: 'timeout' })
      expect(await Promise.all(waiting)).toEqual([busy, busy])
      expect(await setup.exchange('<later/>', read)).toEqual(busy)
      expect(await setup.exchange('<later/>', write)).toEqual(busy)
      expect(agent.received.filter(({ type }) => type === 'request')).toHaveLength(1)
      expect((await states()).filter((state) => state === 'queued')).toEqual([])

      agent.respond(id, '<late/>')
      agent.serve(() => '<next/>')
      await expect.poll(() => setup.exchange('<next/>', read)).toMatchObject({ response: '<next/>' })
      await hasty.close()
    },
  )

  it('a request behind others is sent to a new agent at once', async () => {
    const hasty = startHastyDesktop()
    const hanging = await setup.connect()
    const lost = hasty.exchange(setup.realm.realmId, '<hangs/>', read)
    await hanging.accept()
    hasty.expire()
    await lost
    const next = await setup.connect()
    next.serve(() => '<next/>')

    expect(await setup.exchange('<read/>', read)).toMatchObject({ response: '<next/>' })
    await hasty.close()
  })
})

describe('a waiting write of a stopped gateway', () => {
  it('a waiting write of a stopped gateway is cancelled, and the current write is lost', async () => {
    const agent = await setup.connect()
    const current = setup.exchange('<current/>', write)
    await agent.accept()
    const waiting = setup.exchange('<waiting/>', write)
    await expect.poll(() => states()).toContain('queued')
    await setup.gateway.close()

    expect(await waiting).toEqual({ sent: false, reason: 'offline' })
    expect(await current).toMatchObject({ sent: true, lost: true })
    expect((await states()).sort()).toEqual(['cancelled', 'sending'])
  })
})

describe('a request while QuickBooks is not open [dp-7.2:APP_NOT_OPEN]', () => {
  it('a request while QuickBooks is not open is not sent to an agent with that status', async () => {
    const agent = await setup.connect()
    agent.send({ type: 'status', desktop: { phase: 'app-not-open' } })
    agent.send({ type: 'pong', n: 0 })
    await expect.poll(() => leasePhase()).toBe('app_not_open')

    expect(await setup.exchange('<write/>', write)).toEqual({
      sent: false,
      reason: 'app-not-open',
    })
    expect(await states()).toEqual(['cancelled'])
  })

  it('fails if the agent rejects it', async () => {
    const agent = await setup.connect()
    const result = setup.exchange('<write/>', write)
    const { id } = await agent.next('request')
    agent.send({ type: 'failed', id, outcome: { sent: false, reason: 'app-not-open' } })

    expect(await result).toEqual({ sent: false, reason: 'app-not-open' })
    expect(await states()).toEqual(['cancelled'])
  })
})

it('reports a request to a paused agent as offline, and sends requests again after that [dp-7.2:AGENT_OFFLINE]', async () => {
  const agent = await setup.connect()
  agent.send({ type: 'status', desktop: { phase: 'app-not-open', notice: 'paused' } })
  await expect.poll(() => leasePhase()).toBe('app_not_open')
  expect(await setup.exchange('<write/>', write)).toEqual({ sent: false, reason: 'offline' })
  expect(await states()).toEqual(['cancelled'])

  agent.send({ type: 'status', desktop: { phase: 'ready', companyFile: 'test.qbw' } })
  await expect.poll(() => leasePhase()).toBe('ready')
  const result = setup.exchange('<read/>', read)
  agent.respond((await agent.accept()).id, '<done/>')
  expect(await result).toMatchObject({ sent: true, lost: false })
})

describe('a request that QuickBooks rejects before running it [dp-7.2:AGENT_EXECUTION_ERROR]', () => {
  it('fails with the HRESULT and the message', async () => {
    const agent = await setup.connect()
    const result = setup.exchange('<write/>', write)
    const { id } = await agent.accept()
    const error = { hresult: '0x80040414', message: 'A modal dialog is open in QuickBooks.' }
    agent.send({ type: 'failed', id, outcome: { sent: false, reason: 'execution-error', error } })

    expect(await result).toEqual({ sent: false, reason: 'execution-error', error })
    expect(await states()).toEqual(['cancelled'])
  })
})

describe('a request without a response [dp-7.2:AGENT_TIMEOUT]', () => {
  const exchangeAndKill = async (kill: (agent: ScriptedAgent) => Promise<unknown>) => {
    const agent = await setup.connect()
    const result = setup.exchange('<write/>', write)
    await kill(agent)
    return result
  }

  it('a request without a response is lost if the agent dies before accepting it', async () => {
    const result = await exchangeAndKill(async (agent) => {
      await agent.next('request')
      agent.socket.terminate()
    })
    expect(result).toEqual({ sent: true, lost: true, reason: 'connection' })
    expect(await states()).toEqual(['sending'])
  })

  it('a request without a response is lost if the agent dies after accepting it', async () => {
    const result = await exchangeAndKill(async (agent) => {
      await agent.accept()
      agent.socket.terminate()
    })
    expect(result).toEqual({ sent: true, lost: true, reason: 'connection' })
  })

  it('a request without a response is lost if the agent dies in the middle of the response', async () => {
    const result = await exchangeAndKill(async (agent) => {
      await agent.accept()
      // A final, masked binary frame of 1,000 bytes: its header, the mask, and 4 bytes.
      const stream = Reflect.get(agent.socket, '_socket') as import('node:net').Socket
      stream.write(Buffer.from([0x82, 0xfe, 0x03, 0xe8, 1, 2, 3, 4, 5, 6, 7, 8]), () => agent.socket.terminate())
    })
    expect(result).toEqual({ sent: true, lost: true, reason: 'connection' })
  })

  it('a request without a response is lost if QuickBooks ended while working on it', async () => {
    const error = { hresult: '0x800706BE', message: 'RPC failed' }
    const result = await exchangeAndKill(async (agent) => {
      const { id } = await agent.accept()
      agent.send({ type: 'failed', id, outcome: { sent: true, lost: true, reason: 'connection', error } })
    })
    expect(result).toEqual({ sent: true, lost: true, reason: 'connection', error })
    expect(await states()).toEqual(['sending'])
  })

  it('a request without a response is lost if its time runs out; the late response is stored and the agent is free again', async () => {
    const hasty = startHastyDesktop()
    const agent = await setup.connect()
    const result = hasty.exchange(setup.realm.realmId, '<write/>', write)
    const { id } = await agent.accept()
    hasty.expire()
    expect(await result).toEqual({ sent: true, lost: true, reason: 'timeout' })
    expect(await states()).toEqual(['sending'])

    agent.respond(id, '<late/>')
    await agent.next('acknowledged')
    expect(await states()).toEqual(['completed'])
    agent.serve(() => '<next/>')
    expect(await setup.exchange('<read/>', read)).toMatchObject({ response: '<next/>' })
    await hasty.close()
  })

  it('a request without a response is lost if the gateway dies while the agent is working', async () => {
    const agent = await setup.connect()
    const result = setup.exchange('<write/>', write)
    await agent.accept()
    await setup.gateway.close()

    expect(await result).toMatchObject({ sent: true, lost: true })
    expect(await states()).toEqual(['sending'])
  })
})

async function leasePhase() {
  return (await setup.db.database.realmSession.findUniqueOrThrow({ where: { realmId: setup.realm.realmId } })).phase
}
