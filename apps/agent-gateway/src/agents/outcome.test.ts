import { randomUUID } from 'node:crypto'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { createSeededRandom } from '@bridge/emulator/testing/seeded-random'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Cut, type CutOffProxy, startCutOffProxy } from '../../test/cut-off-proxy.ts'
import { startGatewayProcess } from '../../test/gateway-process.ts'
import { openAgentSocket, type ScriptedAgent } from '../../test/scripted-agent.ts'
import {
  createRealm,
  createServerDesktop,
  machineSecret,
  startGateway,
  type TestGateway,
  type TestRealm,
} from '../../test/test-gateway.ts'

type Result = Awaited<ReturnType<ReturnType<typeof createServerDesktop>['exchange']>>

const read = { kind: 'read' } as const

let db: TestDatabase
let proxy: CutOffProxy
let gateway: TestGateway
let desktop: ReturnType<typeof createServerDesktop>
let realm: TestRealm
/** How often QuickBooks ran each message set. */
let executions: Map<string, number>

beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

beforeEach(async () => {
  executions = new Map()
  proxy = await startCutOffProxy(() => Number(new URL(`http://${getAddress(gateway)}`).port))
  gateway = await startGateway(db, { gatewayUrl: `http://127.0.0.1:${proxy.port}` })
  desktop = createServerDesktop(db.database)
  realm = await createRealm(db.database)
})
afterEach(async () => {
  await desktop.close()
  await proxy.close()
  await gateway.close()
})

/** Returns a gateway's address behind the proxy. */
function getAddress({ gateway: { server } }: TestGateway): string {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The gateway is not listening.')
  return `127.0.0.1:${address.port}`
}
async function connectAgent({ token }: TestRealm, to = gateway): Promise<ScriptedAgent> {
  const agent = openAgentSocket(`http://${getAddress(to)}`, token)
  await agent.sayHello()
  return agent
}

/** Runs a message set as QuickBooks does. */
function execute(text: string): string {
  executions.set(text, (executions.get(text) ?? 0) + 1)
  return responseTo(text)
}
function responseTo(text: string) {
  return `${text} done`
}

/** Sends a write with a unique text. */
function write(text = `<write id="${randomUUID()}"/>`, by = desktop, to = realm) {
  return {
    text,
    result: by.exchange(to.realmId, text, {
      kind: 'write',
      write: { entity: 'Customer', operation: 'create', requestId: text },
    }),
  }
}
function findRow(text: string) {
  return db.database.writeJournal.findFirstOrThrow({ where: { requestId: text } })
}
async function getState(text: string) {
  return (await findRow(text)).state
}

/** Checks what `sent` promises: compares the outcome with the journal row and the executions by QuickBooks. */
async function expectAgreement(text: string, result: Result): Promise<void> {
  const state = await getState(text)
  const executed = executions.get(text) ?? 0
  const outcome = !result.sent ? 'not sent' : result.lost ? 'lost' : result.response
  const allowed = [
    { outcome: 'not sent', state: 'cancelled', executed: 0 },
    { outcome: responseTo(text), state: 'completed', executed: 1 },
    { outcome: 'lost', state: 'completed', executed: 1 },
    { outcome: 'lost', state: 'sending', executed: 1 },
    { outcome: 'lost', state: 'sending', executed: 0 },
    { outcome: 'lost', state: 'cancelled', executed: 0 },
  ]
  expect(allowed).toContainEqual({ outcome, state, executed })
}

describe('a write that was not sent [dp-7.2:AGENT_OFFLINE]', () => {
  it.each<[string, Cut]>([
    ['during the upgrade', { at: 'upgrade' }],
    ['before the call', { at: 'call', passes: 0 }],
    ['in the middle of the call', { at: 'call', passes: 0.5 }],
  ])('a write that was not sent never reaches QuickBooks after the link was cut %s', async (_name, cut) => {
    const agent = await connectAgent(realm)
    agent.serve(execute)
    // Opens the link, except for a cut during its upgrade.
    if (cut.at !== 'upgrade') await desktop.exchange(realm.realmId, '<read/>', read)
    proxy.cutAt(cut)
    const { text, result } = write()

    expect(await result).toEqual({ sent: false, reason: 'offline' })
    expect(await desktop.exchange(realm.realmId, '<later/>', read)).toMatchObject({ lost: false })
    await expectAgreement(text, await result)
  })

  it('a write that was not sent never reaches QuickBooks after the link was cut while it waited', async () => {
    const agent = await connectAgent(realm)
    const current = write()
    const { id } = await agent.accept()
    const waiting = write()
    await expect.poll(() => db.database.writeJournal.count({ where: { realmId: realm.realmId } })).toBe(2)
    proxy.cut()

    expect(await waiting.result).toEqual({ sent: false, reason: 'offline' })
    expect(await current.result).toEqual({ sent: true, lost: true, reason: 'connection' })
    agent.respond(id, execute(current.text))
    await agent.next('acknowledged')
    agent.serve(execute)
    await desktop.exchange(realm.realmId, '<later/>', read)
    await expectAgreement(waiting.text, await waiting.result)
    await expectAgreement(current.text, await current.result)
  })

  it('a write that was not sent never reaches QuickBooks after its caller cancelled the row while it waited', async () => {
    const agent = await connectAgent(realm)
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
    agent.respond(id, execute(current.text))
    agent.serve(execute)

    expect(await waiting.result).toEqual({ sent: false, reason: 'offline' })
    await expectAgreement(waiting.text, await waiting.result)
    await expectAgreement(current.text, await current.result)
  })

  it('a write that was not sent never reaches QuickBooks after another socket acquired the lease', async () => {
    const agent = await connectAgent(realm)
    agent.serve(execute)
    await db.database.realmSession.update({ where: { realmId: realm.realmId }, data: { epoch: { increment: 1 } } })
    const { text, result } = write()

    expect(await result).toEqual({ sent: false, reason: 'offline' })
    await expectAgreement(text, await result)
  })

  it('a write that was not sent never reaches QuickBooks if the machine secret is wrong', async () => {
    const agent = await connectAgent(realm)
    agent.serve(execute)
    await gateway.close()
    gateway = await startGateway(db, { machineSecret: `another-${machineSecret}` })
    const { realmId } = realm
    await db.database.realmSession.update({ where: { realmId }, data: { phase: 'ready', lastSeenAt: new Date() } })
    const { text, result } = write()

    expect(await result).toEqual({ sent: false, reason: 'offline' })
    await expectAgreement(text, await result)
  })

  it('a write that was not sent never reaches QuickBooks if the gateway was restarted and the lease is stale', async () => {
    const agent = await connectAgent(realm)
    agent.serve(execute)
    await desktop.exchange(realm.realmId, '<read/>', read)
    const { gatewayUrl } = await db.database.realmSession.findUniqueOrThrow({ where: { realmId: realm.realmId } })
    await gateway.close()
    gateway = await startGateway(db, { gatewayUrl })
    const early = write()
    expect(await early.result).toEqual({ sent: false, reason: 'offline' })
    await expectAgreement(early.text, await early.result)

    const again = await connectAgent(realm)
    again.serve(execute)
    const late = write()
    expect(await late.result).toMatchObject({ response: responseTo(late.text) })
    await expectAgreement(late.text, await late.result)
  })

  it('a write that was not sent never reaches QuickBooks if neither the gateway nor the lease can be reached', async () => {
    const agent = await connectAgent(realm)
    agent.serve(execute)
    // The lease is cached from here on; reading it again fails.
    await desktop.exchange(realm.realmId, '<read/>', read)
    await proxy.close()
    await db.database.$executeRaw`ALTER TABLE realm_session RENAME TO realm_session_away`
    const { text, result } = write()
    const outcome = await result.finally(
      () => db.database.$executeRaw`ALTER TABLE realm_session_away RENAME TO realm_session`,
    )
    proxy = await startCutOffProxy(() => 0)

    expect(outcome).toMatchObject({ sent: false, reason: 'offline' })
    await expectAgreement(text, outcome)
  })
})

describe('a write that QuickBooks may have run [dp-7.2:AGENT_TIMEOUT]', () => {
  it.each([
    ['before the agent accepted it', 'next'],
    ['after the agent accepted it', 'accept'],
  ] as const)(
    'a write that QuickBooks may have run is lost after the link was cut %s, and its response is stored',
    async (_name, stage) => {
      const agent = await connectAgent(realm)
      const { text, result } = write()
      const request = stage === 'accept' ? await agent.accept() : await agent.next('request')
      proxy.cut()

      expect(await result).toEqual({ sent: true, lost: true, reason: 'connection' })
      if (stage === 'next') agent.send({ type: 'accepted', id: request.id })
      agent.respond(request.id, execute(text))
      await agent.next('acknowledged')
      await expectAgreement(text, await result)
      expect(await getState(text)).toBe('completed')
    },
  )

  it('completes if its row has the response that the link lost', async () => {
    const agent = await connectAgent(realm)
    const { text, result } = write()
    const { id } = await agent.accept()
    proxy.cutAt({ at: 'reply', passes: 0.5 })
    agent.respond(id, execute(text))

    expect(await result).toMatchObject({ sent: true, lost: false, response: responseTo(text) })
    await expectAgreement(text, await result)
  })

  it('a write that QuickBooks may have run is lost and not repeated after the agent died with the response, which is recalled', async () => {
    const agent = await connectAgent(realm)
    const { text, result } = write()
    const { id } = await agent.accept()
    const response = execute(text)
    agent.socket.terminate()
    expect(await result).toEqual({ sent: true, lost: true, reason: 'connection' })

    const again = openAgentSocket(`http://${getAddress(gateway)}`, realm.token)
    await again.sayHello({ completed: [id] })
    await again.next('recall')
    again.respond(id, response)
    await again.next('acknowledged')
    await expectAgreement(text, await result)
    expect(Buffer.from((await findRow(text)).response ?? []).toString()).toBe(response)
    expect(again.received.filter(({ type }) => type === 'request')).toEqual([])
  })

  it('a write that QuickBooks may have run is lost after a newer agent took over, which does not receive it, and the older agent is ignored', async () => {
    const older = await connectAgent(realm)
    const { text, result } = write()
    const { id } = await older.accept()
    const newer = await connectAgent(realm)
    older.respond(id, execute(text))

    expect(await result).toEqual({ sent: true, lost: true, reason: 'connection' })
    newer.serve(execute)
    const next = write()
    expect(await next.result).toMatchObject({ response: responseTo(next.text) })
    expect(await getState(text)).toBe('sending')
    expect(executions.get(text)).toBe(1)
    expect((await findRow(next.text)).epoch).toBe(2n)
  })

  it('completes if the gateway drains and the response arrives in time, while waiting writes are not sent', async () => {
    const agent = await connectAgent(realm)
    const current = write()
    const { id } = await agent.accept()
    const waiting = write()
    await expect.poll(() => db.database.writeJournal.count({ where: { realmId: realm.realmId } })).toBe(2)
    const drained = gateway.gateway.drain()
    await agent.next('drain')
    agent.respond(id, execute(current.text))
    await drained

    expect(await current.result).toMatchObject({ response: responseTo(current.text) })
    expect(await waiting.result).toEqual({ sent: false, reason: 'offline' })
    await expectAgreement(current.text, await current.result)
    await expectAgreement(waiting.text, await waiting.result)
  })

  it('a write that QuickBooks may have run is lost after the gateway was killed, and the write behind it is not sent', async () => {
    const killed = await startGatewayProcess(db.url)
    const agent = openAgentSocket(killed.url, realm.token)
    await agent.sayHello()
    const current = write()
    await agent.accept()
    execute(current.text)
    const waiting = write()
    await expect.poll(() => db.database.writeJournal.count({ where: { realmId: realm.realmId } })).toBe(2)
    killed.kill('SIGKILL')

    expect(await current.result).toEqual({ sent: true, lost: true, reason: 'connection' })
    expect(await waiting.result).toEqual({ sent: false, reason: 'offline' })
    await expectAgreement(current.text, await current.result)
    await expectAgreement(waiting.text, await waiting.result)
  })
})

it('reports the right outcome of 200 writes while callers give up and links break [dp-7.2:AGENT_OFFLINE] [dp-7.2:AGENT_TIMEOUT]', async () => {
  const realms = await Promise.all([1, 2, 3, 4, 5].map(() => createRealm(db.database)))
  const agents = await Promise.all(realms.map((each) => connectAgent(each)))
  for (const agent of agents) agent.serve(execute)
  const hasty = [1, 2, 4, 8].map((ms) => createServerDesktop(db.database, ms))
  const random = createSeededRandom(20_261_121)
  for (let round = 0; round < 20; round += 1) {
    const writes = Array.from({ length: 10 }, (_, n) =>
      write(`<write id="${randomUUID()}"/>`, hasty[random.below(5)] ?? desktop, realms[n % 5]),
    )
    for (let ticks = random.below(60); ticks > 0; ticks -= 1) await new Promise((resolve) => setImmediate(resolve))
    if (round % 2 === 0) proxy.cut()
    const results = await Promise.all(writes.map(({ result }) => result))

    // Leftover requests run before any later one.
    await Promise.all(realms.map(({ realmId }) => desktop.exchange(realmId, '<later/>', read)))
    for (const [n, { text }] of writes.entries()) {
      const result = results[n]
      if (result === undefined) throw new Error('A write has no outcome.')
      await expectAgreement(text, result)
    }
  }
  await Promise.all(hasty.map((each) => each.close()))
})
