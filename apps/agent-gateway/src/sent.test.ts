import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Cut, type CutOffProxy, freePort, startCutOffProxy } from './testing/cut-off-proxy.ts'
import { dialAgent, type ScriptedAgent } from './testing/scripted-agent.ts'
import {
  createRealm,
  machineSecret,
  serverDesktop,
  startGateway,
  type TestGateway,
  type TestRealm,
} from './testing/test-gateway.ts'

type Result = Awaited<ReturnType<ReturnType<typeof serverDesktop>['exchange']>>

const read = { kind: 'read' } as const

let db: TestDatabase
let proxy: CutOffProxy
let gateway: TestGateway
let desktop: ReturnType<typeof serverDesktop>
let realm: TestRealm
let killed: ChildProcess | undefined
/** How often QuickBooks carried out each message set. */
let executions: Map<string, number>

beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

beforeEach(async () => {
  executions = new Map()
  const port = await freePort()
  proxy = await startCutOffProxy(port, () => Number(new URL(`http://${listening(gateway)}`).port))
  gateway = await startGateway(db, { gatewayUrl: `http://127.0.0.1:${port}` })
  desktop = serverDesktop(db.database)
  realm = await createRealm(db.database)
})
afterEach(async () => {
  killed?.kill('SIGKILL')
  await desktop.close()
  await proxy.close()
  await gateway.close()
})

/** Where a gateway itself listens, behind the proxy. */
function listening({ gateway: { server } }: TestGateway): string {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The gateway does not listen.')
  return `127.0.0.1:${address.port}`
}
async function dial({ token }: TestRealm, to = gateway): Promise<ScriptedAgent> {
  const agent = dialAgent(`http://${listening(to)}`, token)
  await agent.greet()
  return agent
}

/** What QuickBooks does with a message set. */
function execute(text: string): string {
  executions.set(text, (executions.get(text) ?? 0) + 1)
  return answerTo(text)
}
function answerTo(text: string) {
  return `${text} done`
}

/** Sends a write with a text of its own. */
function write(text = `<write id="${randomUUID()}"/>`, by = desktop, to = realm) {
  return {
    text,
    result: by.exchange(to.realmId, text, {
      kind: 'write',
      write: { entity: 'Customer', operation: 'create', requestId: text },
    }),
  }
}
function rowOf(text: string) {
  return db.database.writeJournal.findFirstOrThrow({ where: { requestId: text } })
}
async function stateOf(text: string) {
  return (await rowOf(text)).state
}

/** The promise of `sent`: what the caller was told, what the row says and what QuickBooks did, side by side. */
async function expectAgreement(text: string, result: Result): Promise<void> {
  const state = await stateOf(text)
  const executed = executions.get(text) ?? 0
  const told = !result.sent ? 'not sent' : result.lost ? 'lost' : result.answer
  const allowed = [
    { told: 'not sent', state: 'cancelled', executed: 0 },
    { told: answerTo(text), state: 'answered', executed: 1 },
    { told: 'lost', state: 'answered', executed: 1 },
    { told: 'lost', state: 'sending', executed: 1 },
    { told: 'lost', state: 'sending', executed: 0 },
    { told: 'lost', state: 'cancelled', executed: 0 },
  ]
  expect(allowed).toContainEqual({ told, state, executed })
}

describe('a write that is told as not sent was not executed and never will be [dp-7.2:AGENT_OFFLINE]', () => {
  it.each<[string, Cut]>([
    ['while it is dialled', { at: 'dialling' }],
    ['before any of the call passed', { at: 'call', passes: 0 }],
    ['in the middle of the call', { at: 'call', passes: 0.5 }],
  ])('when the link is cut %s', async (_name, cut) => {
    const agent = await dial(realm)
    agent.serve(execute)
    // The link stands, unless it is to break while it is made.
    if (cut.at !== 'dialling') await desktop.exchange(realm.realmId, '<read/>', read)
    proxy.cutAt(cut)
    const { text, result } = write()

    expect(await result).toEqual({ sent: false, why: 'offline' })
    expect(await desktop.exchange(realm.realmId, '<later/>', read)).toMatchObject({ lost: false })
    await expectAgreement(text, await result)
  })

  it('when the link is cut while it waits for its turn', async () => {
    const agent = await dial(realm)
    const current = write()
    const { id } = await agent.accept()
    const waiting = write()
    await expect.poll(() => db.database.writeJournal.count({ where: { realmId: realm.realmId } })).toBe(2)
    proxy.cut()

    expect(await waiting.result).toEqual({ sent: false, why: 'offline' })
    expect(await current.result).toEqual({ sent: true, lost: true, why: 'connection' })
    agent.answer(id, execute(current.text))
    await agent.next('settled')
    agent.serve(execute)
    await desktop.exchange(realm.realmId, '<later/>', read)
    await expectAgreement(waiting.text, await waiting.result)
    await expectAgreement(current.text, await current.result)
  })

  it('when the caller cancelled its row while it waited for its turn, though the link holds', async () => {
    const agent = await dial(realm)
    const current = write()
    const { id } = await agent.accept()
    const waiting = write()
    const cancel = async () => {
      const { count } = await db.database.writeJournal.updateMany({
        where: { requestId: waiting.text, state: 'queued' },
        data: { state: 'cancelled' },
      })
      return count
    }
    await expect.poll(cancel).toBe(1)
    agent.answer(id, execute(current.text))
    agent.serve(execute)

    expect(await waiting.result).toEqual({ sent: false, why: 'offline' })
    await expectAgreement(waiting.text, await waiting.result)
    await expectAgreement(current.text, await current.result)
  })

  it('when another socket took the lease before its row was moved', async () => {
    const agent = await dial(realm)
    agent.serve(execute)
    await db.database.realmSession.update({ where: { realmId: realm.realmId }, data: { epoch: { increment: 1 } } })
    const { text, result } = write()

    expect(await result).toEqual({ sent: false, why: 'offline' })
    await expectAgreement(text, await result)
  })

  it('when the machine secret is wrong', async () => {
    const agent = await dial(realm)
    agent.serve(execute)
    await gateway.close()
    gateway = await startGateway(db, { machineSecret: `another-${machineSecret}` })
    const { realmId } = realm
    await db.database.realmSession.update({ where: { realmId }, data: { phase: 'ready', lastSeenAt: new Date() } })
    const { text, result } = write()

    expect(await result).toEqual({ sent: false, why: 'offline' })
    await expectAgreement(text, await result)
  })

  it('when the gateway was started again, and its lease is an old one', async () => {
    const agent = await dial(realm)
    agent.serve(execute)
    await desktop.exchange(realm.realmId, '<read/>', read)
    const { gatewayUrl } = await db.database.realmSession.findUniqueOrThrow({ where: { realmId: realm.realmId } })
    await gateway.close()
    gateway = await startGateway(db, { gatewayUrl })
    const early = write()
    expect(await early.result).toEqual({ sent: false, why: 'offline' })
    await expectAgreement(early.text, await early.result)

    const again = await dial(realm)
    again.serve(execute)
    const late = write()
    expect(await late.result).toMatchObject({ answer: answerTo(late.text) })
    await expectAgreement(late.text, await late.result)
  })

  it('when the gateway cannot be reached and the lease cannot be read anew', async () => {
    const agent = await dial(realm)
    agent.serve(execute)
    // The lease is known from here on; only the second look at it is one too many.
    await desktop.exchange(realm.realmId, '<read/>', read)
    await proxy.close()
    await db.database.$executeRaw`ALTER TABLE realm_session RENAME TO realm_session_away`
    const { text, result } = write()
    const told = await result.finally(
      () => db.database.$executeRaw`ALTER TABLE realm_session_away RENAME TO realm_session`,
    )
    proxy = await startCutOffProxy(0, () => 0)

    expect(told).toMatchObject({ sent: false, why: 'offline' })
    await expectAgreement(text, told)
  })
})

describe('a write that may have been executed is told as lost, and not sent again [dp-7.2:AGENT_TIMEOUT]', () => {
  it.each([
    ['before the agent acknowledged it', 'next'],
    ['after the agent acknowledged it', 'accept'],
  ] as const)('when the link is cut %s; the answer is kept', async (_name, stage) => {
    const agent = await dial(realm)
    const { text, result } = write()
    const request = stage === 'accept' ? await agent.accept() : await agent.next('request')
    proxy.cut()

    expect(await result).toEqual({ sent: true, lost: true, why: 'connection' })
    if (stage === 'next') agent.say({ type: 'accepted', id: request.id })
    agent.answer(request.id, execute(text))
    await agent.next('settled')
    await expectAgreement(text, await result)
    expect(await stateOf(text)).toBe('answered')
  })

  it('unless it was answered before the link was cut in the middle of its answer: that is in the row', async () => {
    const agent = await dial(realm)
    const { text, result } = write()
    const { id } = await agent.accept()
    proxy.cutAt({ at: 'answer', passes: 0.5 })
    agent.answer(id, execute(text))

    expect(await result).toMatchObject({ sent: true, lost: false, answer: answerTo(text) })
    await expectAgreement(text, await result)
  })

  it('when the agent dies after it executed it; what it has on record is stored and the write not repeated', async () => {
    const agent = await dial(realm)
    const { text, result } = write()
    const { id } = await agent.accept()
    const answer = execute(text)
    agent.socket.terminate()
    expect(await result).toEqual({ sent: true, lost: true, why: 'connection' })

    const again = dialAgent(`http://${listening(gateway)}`, realm.token)
    await again.greet({ answered: [id] })
    await again.next('recall')
    again.answer(id, answer)
    await again.next('settled')
    await expectAgreement(text, await result)
    expect(Buffer.from((await rowOf(text)).answer ?? []).toString()).toBe(answer)
    expect(again.heard.filter(({ type }) => type === 'request')).toEqual([])
  })

  it('when a newer agent takes over; the older one is not heard and the newer one does not get it', async () => {
    const older = await dial(realm)
    const { text, result } = write()
    const { id } = await older.accept()
    const newer = await dial(realm)
    older.answer(id, execute(text))

    expect(await result).toEqual({ sent: true, lost: true, why: 'connection' })
    newer.serve(execute)
    const next = write()
    expect(await next.result).toMatchObject({ answer: answerTo(next.text) })
    expect(await stateOf(text)).toBe('sending')
    expect(executions.get(text)).toBe(1)
    expect((await rowOf(next.text)).epoch).toBe(2n)
  })

  it('unless the gateway drains and the answer comes in time; what waits is not sent', async () => {
    const agent = await dial(realm)
    const current = write()
    const { id } = await agent.accept()
    const waiting = write()
    await expect.poll(() => db.database.writeJournal.count({ where: { realmId: realm.realmId } })).toBe(2)
    const drained = gateway.gateway.drain()
    await agent.next('drain')
    agent.answer(id, execute(current.text))
    await drained

    expect(await current.result).toMatchObject({ answer: answerTo(current.text) })
    expect(await waiting.result).toEqual({ sent: false, why: 'offline' })
    await expectAgreement(current.text, await current.result)
    await expectAgreement(waiting.text, await waiting.result)
  })

  it('when the gateway is killed, which the write that waits behind it survives unsent', async () => {
    const port = await freePort()
    killed = startProcess(port)
    const gatewayUrl = `http://127.0.0.1:${port}`
    await expect
      .poll(
        () =>
          fetch(`${gatewayUrl}/healthz`).then(
            ({ ok }) => ok,
            () => false,
          ),
        { timeout: 20_000 },
      )
      .toBe(true)
    const agent = dialAgent(gatewayUrl, realm.token)
    await agent.greet()
    const current = write()
    await agent.accept()
    execute(current.text)
    const waiting = write()
    await expect.poll(() => db.database.writeJournal.count({ where: { realmId: realm.realmId } })).toBe(2)
    killed.kill('SIGKILL')

    expect(await current.result).toEqual({ sent: true, lost: true, why: 'connection' })
    expect(await waiting.result).toEqual({ sent: false, why: 'offline' })
    await expectAgreement(current.text, await current.result)
    await expectAgreement(waiting.text, await waiting.result)
  }, 30_000)
})

/** A gateway in a process of its own. */
function startProcess(port: number): ChildProcess {
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  return spawn(process.execPath, ['--import', 'tsx', main], {
    env: {
      NODE_ENV: 'test',
      DATABASE_URL: db.url,
      MACHINE_SECRET: machineSecret,
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'fatal',
    },
    stdio: 'ignore',
  })
}

it('tells what happened to 200 writes while callers give up and links break [dp-7.2:AGENT_OFFLINE] [dp-7.2:AGENT_TIMEOUT]', async () => {
  const realms = await Promise.all([1, 2, 3, 4, 5].map(() => createRealm(db.database)))
  const agents = await Promise.all(realms.map((each) => dial(each)))
  for (const agent of agents) agent.serve(execute)
  const impatient = [1, 2, 4, 8].map((ms) => serverDesktop(db.database, ms))
  const random = seeded(20_261_121)
  for (let round = 0; round < 20; round += 1) {
    const writes = Array.from({ length: 10 }, (_, n) =>
      write(`<write id="${randomUUID()}"/>`, impatient[random(5)] ?? desktop, realms[n % 5]),
    )
    for (let turn = random(60); turn > 0; turn -= 1) await new Promise((resolve) => setImmediate(resolve))
    if (round % 2 === 0) proxy.cut()
    const results = await Promise.all(writes.map(({ result }) => result))

    // Whatever was left behind is worked off before anything that comes later.
    await Promise.all(realms.map(({ realmId }) => desktop.exchange(realmId, '<later/>', read)))
    for (const [n, { text }] of writes.entries()) {
      const result = results[n]
      if (result === undefined) throw new Error('A write has no result.')
      await expectAgreement(text, result)
    }
  }
  await Promise.all(impatient.map((each) => each.close()))
}, 30_000)

/** Numbers below a bound, the same ones for the same seed. */
function seeded(seed: number) {
  let state = seed
  return (bound: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
}
