import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { gatewayScene } from './testing/gateway-scene.ts'
import type { ScriptedAgent } from './testing/scripted-agent.ts'
import { serverDesktop, startGateway } from './testing/test-gateway.ts'

const read = { kind: 'read' } as const
const write = { kind: 'write', write: { entity: 'Customer', operation: 'create' } } as const

const scene = gatewayScene()

function journal() {
  return scene.db.database.writeJournal.findMany({ where: { realmId: scene.realm.realmId } })
}
async function states() {
  return (await journal()).map(({ state }) => state)
}

describe('an exchange with an agent', () => {
  it('hands over the message set and gives back the answer, as they were', async () => {
    const agent = await scene.connect()
    agent.serve((text) => `${text} ← ünïcödé ${'x'.repeat(5000)}`)

    const result = await scene.exchange('<QBXML>?</QBXML>', read)

    expect(result).toMatchObject({ sent: true, lost: false, answer: `<QBXML>?</QBXML> ← ünïcödé ${'x'.repeat(5000)}` })
  })

  it('leaves no journal row for a read and an answered one for a write', async () => {
    const agent = await scene.connect()
    const reading = scene.exchange('<read/>', read)
    agent.answer((await agent.accept()).id, '<done/>')
    await reading
    expect(await journal()).toEqual([])

    const writing = scene.exchange('<write/>', write)
    const { id } = await agent.accept()
    expect(await states()).toEqual(['sending'])
    agent.answer(id, '<done/>')
    expect(await writing).toMatchObject({ sent: true, lost: false, answer: '<done/>' })
    const [row] = await journal()
    expect(row).toMatchObject({ state: 'answered', entity: 'Customer', operation: 'create', epoch: 1n })
    expect(Buffer.from(row?.answer ?? []).toString()).toBe('<done/>')
    expect(await agent.next('settled')).toEqual({ type: 'settled', ids: [row?.id] })
  })

  it('gives the agent one request at a time', async () => {
    const agent = await scene.connect()
    const results = ['<a/>', '<b/>', '<c/>'].map((text) => scene.exchange(text, read))
    for (const turn of [1, 2, 3]) {
      const { id, text } = await agent.accept()
      // Asked about a write it never heard of, the gateway says something: had it sent more, that would be there.
      agent.say({ type: 'answered', ids: [randomUUID()] })
      await agent.next('settled')
      expect(agent.heard.filter(({ type }) => type === 'request')).toHaveLength(turn)
      agent.answer(id, `${text} answered`)
    }
    expect(await Promise.all(results)).toMatchObject(
      ['<a/>', '<b/>', '<c/>'].map((text) => ({ answer: `${text} answered` })),
    )
  })
})

describe('nothing serves the realm, so nothing is sent [dp-7.2:AGENT_OFFLINE]', () => {
  it('when no agent ever connected', async () => {
    expect(await scene.exchange('<write/>', write)).toEqual({
      sent: false,
      why: 'offline',
    })
    expect(await journal()).toEqual([])
  })

  it('when the agent left', async () => {
    const agent = await scene.connect()
    agent.serve(() => '<done/>')
    await scene.exchange('<read/>', read)
    agent.socket.close()
    await agent.closed

    expect(await scene.exchange('<write/>', write)).toEqual({
      sent: false,
      why: 'offline',
    })
    expect(await states()).not.toContain('sending')
  })

  it('when the gateway is gone', async () => {
    await scene.connect()
    await scene.db.database.realmSession.update({
      where: { realmId: scene.realm.realmId },
      data: { gatewayUrl: 'http://127.0.0.1:9' },
    })

    expect(await scene.exchange('<write/>', write)).toEqual({
      sent: false,
      why: 'offline',
    })
    expect(await states()).toEqual(['cancelled'])
  })

  it('when the gateway did not renew its lease for 15 s; it is not even asked', async () => {
    let calls = 0
    const dead = createServer(() => {
      calls += 1
    }).listen(0, '127.0.0.1')
    await once(dead, 'listening')
    const gatewayUrl = `http://127.0.0.1:${(dead.address() as AddressInfo).port}`
    const at = new Date(Date.now() - 16_000)
    await scene.db.database.realmSession.create({
      data: { realmId: scene.realm.realmId, gatewayUrl, epoch: 1n, phase: 'ready', connectedAt: at, lastSeenAt: at },
    })

    expect(await scene.exchange('<read/>', read)).toEqual({ sent: false, why: 'offline' })
    expect(calls).toBe(0)
    dead.close()
  })

  it('when the budget ends while the request still waits for its turn', async () => {
    const impatient = serverDesktop(scene.db.database, 150)
    const agent = await scene.connect()
    const busy = scene.exchange('<long/>', read)
    const long = await agent.accept()

    expect(await impatient.exchange(scene.realm.realmId, '<write/>', write)).toEqual({ sent: false, why: 'offline' })
    expect(await states()).toEqual(['cancelled'])
    agent.answer(long.id, '<done/>')
    expect(await busy).toMatchObject({ answer: '<done/>' })
    await impatient.close()
  })

  it('when too many requests wait', async () => {
    await scene.gateway.close()
    scene.gateway = await startGateway(scene.db, { waitingMax: 1 })
    const agent = await scene.connect()
    const first = scene.exchange('<1/>', read)
    const request = await agent.accept()
    const more = [scene.exchange('<2/>', read), scene.exchange('<3/>', read)]

    expect(await Promise.race(more)).toEqual({ sent: false, why: 'offline' })
    agent.answer(request.id, '<done/>')
    agent.serve(() => '<done/>')
    const answers = [await first, ...(await Promise.all(more))]
    expect(answers.filter(({ sent }) => sent)).toHaveLength(2)
  })

  it('when the agent is busy with what a lost connection brought it', async () => {
    const agent = await scene.connect()
    const result = scene.exchange('<write/>', write)
    const { id } = await agent.next('request')
    agent.say({ type: 'refused', id, why: 'busy' })

    expect(await result).toEqual({ sent: false, why: 'offline' })
    expect(await states()).toEqual(['cancelled'])
  })
})

describe('a write whose gateway is stopped while it waits for its turn', () => {
  it('is cancelled, and what the agent works on is lost', async () => {
    const agent = await scene.connect()
    const current = scene.exchange('<current/>', write)
    await agent.accept()
    const waiting = scene.exchange('<waiting/>', write)
    await expect.poll(() => states()).toContain('queued')
    await scene.gateway.close()

    expect(await waiting).toEqual({ sent: false, why: 'offline' })
    expect(await current).toMatchObject({ sent: true, lost: true })
    expect((await states()).sort()).toEqual(['cancelled', 'sending'])
  })
})

describe('the agent is there and QuickBooks is not [dp-7.2:APP_NOT_OPEN]', () => {
  it('is known from the hello, and nothing reaches the agent', async () => {
    const agent = await scene.connect()
    agent.say({ type: 'status', desktop: { phase: 'app-not-open' } })
    agent.say({ type: 'pong', n: 0 })
    await expect.poll(() => gatewayPhase()).toBe('app_not_open')

    expect(await scene.exchange('<write/>', write)).toEqual({
      sent: false,
      why: 'app-not-open',
    })
    expect(await states()).toEqual(['cancelled'])
  })

  it('is what the agent says when it is given a request', async () => {
    const agent = await scene.connect()
    const result = scene.exchange('<write/>', write)
    const { id } = await agent.next('request')
    agent.say({ type: 'refused', id, why: 'app-not-open' })

    expect(await result).toEqual({ sent: false, why: 'app-not-open' })
    expect(await states()).toEqual(['cancelled'])
  })
})

describe('the desktop layer failed before QuickBooks worked on it [dp-7.2:AGENT_EXECUTION_ERROR]', () => {
  it('tells the HRESULT and the message', async () => {
    const agent = await scene.connect()
    const result = scene.exchange('<write/>', write)
    const { id } = await agent.accept()
    const message = 'A modal dialog is open in QuickBooks.'
    agent.say({ type: 'failed', id, hresult: '0x80040414', message, handedOver: false })

    expect(await result).toEqual({ sent: false, why: 'execution-error', hresult: '0x80040414', message })
    expect(await states()).toEqual(['cancelled'])
  })
})

describe('sent, and no answer came [dp-7.2:AGENT_TIMEOUT]', () => {
  const lostBy = async (kill: (agent: ScriptedAgent) => Promise<unknown>) => {
    const agent = await scene.connect()
    const result = scene.exchange('<write/>', write)
    await kill(agent)
    return result
  }

  it('when the agent dies before it acknowledges', async () => {
    const result = await lostBy(async (agent) => {
      await agent.next('request')
      agent.socket.terminate()
    })
    expect(result).toEqual({ sent: true, lost: true, why: 'connection' })
    expect(await states()).toEqual(['sending'])
  })

  it('when the agent dies after it acknowledged', async () => {
    const result = await lostBy(async (agent) => {
      await agent.accept()
      agent.socket.terminate()
    })
    expect(result).toEqual({ sent: true, lost: true, why: 'connection' })
  })

  it('when the agent dies in the middle of its answer', async () => {
    const result = await lostBy(async (agent) => {
      await agent.accept()
      // The head of a final, masked binary frame of 1,000 bytes, and only the mask and 4 bytes of it.
      const stream = Reflect.get(agent.socket, '_socket') as import('node:net').Socket
      stream.write(Buffer.from([0x82, 0xfe, 0x03, 0xe8, 1, 2, 3, 4, 5, 6, 7, 8]), () => agent.socket.terminate())
    })
    expect(result).toEqual({ sent: true, lost: true, why: 'connection' })
  })

  it('when QuickBooks broke off while it worked on it', async () => {
    const result = await lostBy(async (agent) => {
      const { id } = await agent.accept()
      agent.say({ type: 'failed', id, hresult: '0x800706BE', message: 'RPC failed', handedOver: true })
    })
    expect(result).toEqual({ sent: true, lost: true, why: 'connection' })
    expect(await states()).toEqual(['sending'])
  })

  it('when the budget ends; the answer that still comes is kept and the agent is free again', async () => {
    const impatient = serverDesktop(scene.db.database, 150)
    const agent = await scene.connect()
    const result = impatient.exchange(scene.realm.realmId, '<write/>', write)
    const { id } = await agent.accept()
    expect(await result).toEqual({ sent: true, lost: true, why: 'timeout' })
    expect(await states()).toEqual(['sending'])

    agent.answer(id, '<late/>')
    await agent.next('settled')
    expect(await states()).toEqual(['answered'])
    agent.serve(() => '<next/>')
    expect(await scene.exchange('<read/>', read)).toMatchObject({ answer: '<next/>' })
    await impatient.close()
  })

  it('when the gateway dies while the agent works', async () => {
    const agent = await scene.connect()
    const result = scene.exchange('<write/>', write)
    await agent.accept()
    await scene.gateway.close()

    expect(await result).toMatchObject({ sent: true, lost: true })
    expect(await states()).toEqual(['sending'])
  })
})

async function gatewayPhase() {
  return (await scene.db.database.realmSession.findUniqueOrThrow({ where: { realmId: scene.realm.realmId } })).phase
}
