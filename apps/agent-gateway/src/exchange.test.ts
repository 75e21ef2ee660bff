import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ScriptedAgent } from './testing/scripted-agent.ts'
import {
  createRealm,
  type RealmId,
  serverDesktop,
  startGateway,
  type TestGateway,
  type TestRealm,
} from './testing/test-gateway.ts'

const read = { kind: 'read' } as const
const write = { kind: 'write', write: { entity: 'Customer', operation: 'create' } } as const

let db: TestDatabase
let gateway: TestGateway
let desktop: ReturnType<typeof serverDesktop>
let realm: TestRealm

beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

beforeEach(async () => {
  gateway = await startGateway(db)
  desktop = serverDesktop(db.database)
  realm = await createRealm(db.database)
})
afterEach(async () => {
  await desktop.close()
  await gateway.close()
})

const journal = (realmId: RealmId) => db.database.writeJournal.findMany({ where: { realmId } })
const states = async (realmId: RealmId) => (await journal(realmId)).map(({ state }) => state)

describe('an exchange with an agent', () => {
  it('hands over the message set and gives back the answer, as they were', async () => {
    const agent = await gateway.connect(realm)
    agent.serve((text) => `${text} ← ünïcödé ${'x'.repeat(5000)}`)

    const result = await desktop.exchange(realm.realmId, '<QBXML>?</QBXML>', read)

    expect(result).toMatchObject({ sent: true, lost: false, answer: `<QBXML>?</QBXML> ← ünïcödé ${'x'.repeat(5000)}` })
  })

  it('leaves no journal row for a read and an answered one for a write', async () => {
    const agent = await gateway.connect(realm)
    const reading = desktop.exchange(realm.realmId, '<read/>', read)
    agent.answer((await agent.accept()).id, '<done/>')
    await reading
    expect(await journal(realm.realmId)).toEqual([])

    const writing = desktop.exchange(realm.realmId, '<write/>', write)
    const { id } = await agent.accept()
    expect(await states(realm.realmId)).toEqual(['sending'])
    agent.answer(id, '<done/>')
    expect(await writing).toMatchObject({ sent: true, lost: false, answer: '<done/>' })
    const [row] = await journal(realm.realmId)
    expect(row).toMatchObject({ state: 'answered', entity: 'Customer', operation: 'create', epoch: 1n })
    expect(Buffer.from(row?.answer ?? []).toString()).toBe('<done/>')
    expect(await agent.next('settled')).toEqual({ type: 'settled', ids: [row?.id] })
  })

  it('gives the agent one request at a time', async () => {
    const agent = await gateway.connect(realm)
    const results = ['<a/>', '<b/>', '<c/>'].map((text) => desktop.exchange(realm.realmId, text, read))
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

describe('[dp-7.2:AGENT_OFFLINE] nothing serves the realm, so nothing is sent', () => {
  it('when no agent ever connected', async () => {
    expect(await desktop.exchange(realm.realmId, '<write/>', write)).toEqual({ sent: false, why: 'offline' })
    expect(await journal(realm.realmId)).toEqual([])
  })

  it('when the agent left', async () => {
    const agent = await gateway.connect(realm)
    agent.serve(() => '<done/>')
    await desktop.exchange(realm.realmId, '<read/>', read)
    agent.socket.close()
    await agent.closed

    expect(await desktop.exchange(realm.realmId, '<write/>', write)).toEqual({ sent: false, why: 'offline' })
    expect(await states(realm.realmId)).not.toContain('sending')
  })

  it('when the gateway is gone', async () => {
    await gateway.connect(realm)
    await db.database.realmSession.update({
      where: { realmId: realm.realmId },
      data: { gatewayUrl: 'http://127.0.0.1:9' },
    })

    expect(await desktop.exchange(realm.realmId, '<write/>', write)).toEqual({ sent: false, why: 'offline' })
    expect(await states(realm.realmId)).toEqual(['cancelled'])
  })

  it('when the gateway did not renew its lease for 15 s; it is not even asked', async () => {
    let calls = 0
    const dead = createServer(() => {
      calls += 1
    }).listen(0, '127.0.0.1')
    await once(dead, 'listening')
    const gatewayUrl = `http://127.0.0.1:${(dead.address() as AddressInfo).port}`
    const at = new Date(Date.now() - 16_000)
    await db.database.realmSession.create({
      data: { realmId: realm.realmId, gatewayUrl, epoch: 1n, phase: 'ready', connectedAt: at, lastSeenAt: at },
    })

    expect(await desktop.exchange(realm.realmId, '<read/>', read)).toEqual({ sent: false, why: 'offline' })
    expect(calls).toBe(0)
    dead.close()
  })

  it('when the budget ends while the request still waits for its turn', async () => {
    const impatient = serverDesktop(db.database, 150)
    const agent = await gateway.connect(realm)
    const busy = desktop.exchange(realm.realmId, '<long/>', read)
    const long = await agent.accept()

    expect(await impatient.exchange(realm.realmId, '<write/>', write)).toEqual({ sent: false, why: 'offline' })
    expect(await states(realm.realmId)).toEqual(['cancelled'])
    agent.answer(long.id, '<done/>')
    expect(await busy).toMatchObject({ answer: '<done/>' })
    await impatient.close()
  })

  it('when too many requests wait', async () => {
    await gateway.close()
    gateway = await startGateway(db, { waitingMax: 1 })
    const agent = await gateway.connect(realm)
    const first = desktop.exchange(realm.realmId, '<1/>', read)
    const request = await agent.accept()
    const more = [desktop.exchange(realm.realmId, '<2/>', read), desktop.exchange(realm.realmId, '<3/>', read)]

    expect(await Promise.race(more)).toEqual({ sent: false, why: 'offline' })
    agent.answer(request.id, '<done/>')
    agent.serve(() => '<done/>')
    const answers = [await first, ...(await Promise.all(more))]
    expect(answers.filter(({ sent }) => sent)).toHaveLength(2)
  })

  it('when the agent is busy with what a lost connection brought it', async () => {
    const agent = await gateway.connect(realm)
    const result = desktop.exchange(realm.realmId, '<write/>', write)
    const { id } = await agent.next('request')
    agent.say({ type: 'refused', id, why: 'busy' })

    expect(await result).toEqual({ sent: false, why: 'offline' })
    expect(await states(realm.realmId)).toEqual(['cancelled'])
  })
})

describe('a write whose gateway is stopped while it waits for its turn', () => {
  it('is cancelled, and what the agent works on is lost', async () => {
    const agent = await gateway.connect(realm)
    const current = desktop.exchange(realm.realmId, '<current/>', write)
    await agent.accept()
    const waiting = desktop.exchange(realm.realmId, '<waiting/>', write)
    await expect.poll(() => states(realm.realmId)).toContain('queued')
    await gateway.close()

    expect(await waiting).toEqual({ sent: false, why: 'offline' })
    expect(await current).toMatchObject({ sent: true, lost: true })
    expect((await states(realm.realmId)).sort()).toEqual(['cancelled', 'sending'])
  })
})

describe('[dp-7.2:APP_NOT_OPEN] the agent is there and QuickBooks is not', () => {
  it('is known from the hello, and nothing reaches the agent', async () => {
    const agent = await gateway.connect(realm)
    agent.say({ type: 'status', desktop: { phase: 'app-not-open' } })
    agent.say({ type: 'pong', n: 0 })
    await expect.poll(() => gatewayPhase(realm)).toBe('app_not_open')

    expect(await desktop.exchange(realm.realmId, '<write/>', write)).toEqual({ sent: false, why: 'app-not-open' })
    expect(await states(realm.realmId)).toEqual(['cancelled'])
  })

  it('is what the agent says when it is given a request', async () => {
    const agent = await gateway.connect(realm)
    const result = desktop.exchange(realm.realmId, '<write/>', write)
    const { id } = await agent.next('request')
    agent.say({ type: 'refused', id, why: 'app-not-open' })

    expect(await result).toEqual({ sent: false, why: 'app-not-open' })
    expect(await states(realm.realmId)).toEqual(['cancelled'])
  })
})

describe('[dp-7.2:AGENT_EXECUTION_ERROR] the desktop layer failed before QuickBooks worked on it', () => {
  it('tells the HRESULT and the message', async () => {
    const agent = await gateway.connect(realm)
    const result = desktop.exchange(realm.realmId, '<write/>', write)
    const { id } = await agent.accept()
    const message = 'A modal dialog is open in QuickBooks.'
    agent.say({ type: 'failed', id, hresult: '0x80040414', message, handedOver: false })

    expect(await result).toEqual({ sent: false, why: 'execution-error', hresult: '0x80040414', message })
    expect(await states(realm.realmId)).toEqual(['cancelled'])
  })
})

describe('[dp-7.2:AGENT_TIMEOUT] sent, and no answer came', () => {
  const lostBy = async (kill: (agent: ScriptedAgent) => Promise<unknown>) => {
    const agent = await gateway.connect(realm)
    const result = desktop.exchange(realm.realmId, '<write/>', write)
    await kill(agent)
    return result
  }

  it('when the agent dies before it acknowledges', async () => {
    const result = await lostBy(async (agent) => {
      await agent.next('request')
      agent.socket.terminate()
    })
    expect(result).toEqual({ sent: true, lost: true, why: 'connection' })
    expect(await states(realm.realmId)).toEqual(['sending'])
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
    expect(await states(realm.realmId)).toEqual(['sending'])
  })

  it('when the budget ends; the answer that still comes is kept and the agent is free again', async () => {
    const impatient = serverDesktop(db.database, 150)
    const agent = await gateway.connect(realm)
    const result = impatient.exchange(realm.realmId, '<write/>', write)
    const { id } = await agent.accept()
    expect(await result).toEqual({ sent: true, lost: true, why: 'timeout' })
    expect(await states(realm.realmId)).toEqual(['sending'])

    agent.answer(id, '<late/>')
    await agent.next('settled')
    expect(await states(realm.realmId)).toEqual(['answered'])
    agent.serve(() => '<next/>')
    expect(await desktop.exchange(realm.realmId, '<read/>', read)).toMatchObject({ answer: '<next/>' })
    await impatient.close()
  })

  it('when the gateway dies while the agent works', async () => {
    const agent = await gateway.connect(realm)
    const result = desktop.exchange(realm.realmId, '<write/>', write)
    await agent.accept()
    await gateway.close()

    expect(await result).toMatchObject({ sent: true, lost: true })
    expect(await states(realm.realmId)).toEqual(['sending'])
  })
})

const gatewayPhase = async ({ realmId }: TestRealm) =>
  (await db.database.realmSession.findUniqueOrThrow({ where: { realmId } })).phase
