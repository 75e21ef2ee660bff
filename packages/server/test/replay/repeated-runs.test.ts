import { toWriteOperation } from '@bridge/data-plane/call/parse-write'
import { openCompanyFile } from '@bridge/data-plane/operations/company-file'
import { requireSupportedEntity } from '@bridge/data-plane/operations/find-entity'
import type { Result } from '@bridge/data-plane/operations/operation'
import { runOperation } from '@bridge/data-plane/operations/run-operation'
import { createReplay, type Replay } from '@bridge/data-plane/replay/replay'
import { createFaultyDesktop, type Failure, type FaultyDesktop } from '@bridge/data-plane/testing/faulty-desktop'
import { Fault } from '@bridge/faults'
import { serverDefaults } from '@bridge/platform/server-config'
import fc from 'fast-check'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { productionRealmId, startBridge, type TestBridge } from '../bridge.fixture.ts'

let bridge: TestBridge
let desktop: FaultyDesktop
let servers: readonly [Replay, Replay]
let now: number
let waitedMs: number
let names = 0

beforeAll(async () => {
  bridge = await startBridge({ sandboxBooks: 'empty' })
  const options = {
    database: bridge.database,
    clock: () => new Date(now),
    logger: pino({ level: 'silent' }),
    config: serverDefaults,
    recorder: { store: async () => undefined, publish: () => undefined },
    wait: async (ms: number) => {
      now += ms
      waitedMs += ms
    },
  }
  servers = [createReplay(options), createReplay(options)]
})
afterAll(async () => {
  for (const server of servers) server.close()
  await bridge.stop()
})
beforeEach(() => {
  now = Date.UTC(2026, 2, 2, 12)
  waitedMs = 0
  desktop = createFaultyDesktop(() => new Date(now))
})

function newName(): string {
  names += 1
  return `Customer ${names}`
}
function countCustomers(name: string): Promise<number> {
  return desktop.count('Customer', `<Name>${name}</Name>`)
}
interface Sent {
  readonly server?: 0 | 1
  readonly client?: string | undefined
  readonly entity?: string
}
/** Sends a write without a requestid. Returns its result, or the fault thrown. */
async function send(body: object, sent: Sent = {}): Promise<Result['outcome']> {
  const { server = 0, client, entity = 'Customer' } = { client: 'client', ...sent }
  const company = openCompanyFile({ realmId: productionRealmId, desktop })
  const operation = toWriteOperation(requireSupportedEntity(entity), undefined, body, undefined)
  const work = (running: typeof company) => runOperation(running, operation)
  return servers[server].run(company, operation, client, work).then(
    ({ outcome }) => outcome,
    (error) => {
      if (error instanceof Fault) return error
      throw error
    },
  )
}
function getCode(outcome: Result['outcome']): string | undefined {
  return outcome instanceof Fault ? outcome.code : undefined
}

describe('an identical write within 5 minutes after AGENT_TIMEOUT', () => {
  it.each<[string, Failure]>([
    ['finds the record of the first, whose response was lost', 'lost after'],
    ['is sent once, because the first never reached QuickBooks', 'lost before'],
  ])('%s', async (_title, failure) => {
    const DisplayName = newName()
    desktop.fail('write', failure)
    expect(getCode(await send({ DisplayName }))).toBe('AGENT_TIMEOUT')
    now += 4 * 60_000
    expect(await send({ DisplayName }, { server: 1 })).toMatchObject({
      body: { Customer: { DisplayName } },
      warnings: [expect.stringContaining('identical write got no response')],
    })
    expect(await send({ DisplayName })).toMatchObject({ body: { Customer: { DisplayName } } })
    expect(await countCustomers(DisplayName)).toBe(1)
  })

  it('is held until the outcome of the first can be confirmed', async () => {
    const DisplayName = newName()
    desktop.fail('write', 'lost after')
    await send({ DisplayName })
    desktop.fail('read', 'offline', 'lost before', 'app-not-open')
    expect(await send({ DisplayName })).toMatchObject({ body: { Customer: { DisplayName } } })
    expect(waitedMs).toBe(3_000)
    expect(await countCustomers(DisplayName)).toBe(1)
  })

  it('is REQUEST_OUTCOME_UNKNOWN after 60 s, and still a repetition 5 minutes later', async () => {
    const DisplayName = newName()
    desktop.fail('write', 'lost after')
    await send({ DisplayName })
    desktop.fail('read', ...Array<Failure>(61).fill('offline'))
    now += 4.5 * 60_000
    expect(getCode(await send({ DisplayName }))).toBe('REQUEST_OUTCOME_UNKNOWN')
    expect(waitedMs).toBe(60_000)
    now += 4.5 * 60_000
    expect(await send({ DisplayName })).toMatchObject({ body: { Customer: { DisplayName } } })
    expect(await countCustomers(DisplayName)).toBe(1)
  })

  it('waits for another one that looks for the outcome', async () => {
    const DisplayName = newName()
    desktop.fail('write', 'lost before')
    await send({ DisplayName })
    const outcomes = await Promise.all(([0, 1, 0, 1] as const).map((server) => send({ DisplayName }, { server })))
    for (const outcome of outcomes) expect(getCode(outcome) ?? 'none').toMatch(/^(none|REQUEST_OUTCOME_UNKNOWN)$/)
    expect(outcomes.some((outcome) => !(outcome instanceof Fault))).toBe(true)
    expect(await countCustomers(DisplayName)).toBe(1)
  })

  it('finds an update', async () => {
    const DisplayName = newName()
    const created = await send({ DisplayName })
    if (created instanceof Fault) throw created
    const { Id, SyncToken } = created.body.Customer as { Id: string; SyncToken: string }
    const update = { Id, SyncToken, GivenName: 'Ann' }
    desktop.fail('write', 'lost after')
    expect(getCode(await send(update))).toBe('AGENT_TIMEOUT')
    expect(await send(update)).toMatchObject({ body: { Customer: { Id, GivenName: 'Ann' } } })
  })
})

describe('a write without requestid is written', () => {
  const lose = async (DisplayName: string) => {
    desktop.fail('write', 'lost after')
    expect(getCode(await send({ DisplayName }))).toBe('AGENT_TIMEOUT')
  }

  it('if the identical one before it got its response', async () => {
    const DisplayName = newName()
    expect(await send({ DisplayName })).toMatchObject({ warnings: [] })
    expect(getCode(await send({ DisplayName }))).toBe('6240')
  })

  it.each<[string, Sent | undefined]>([
    ['later than 5 minutes', {}],
    ['of another client', { client: 'other' }],
    ['in a realm that holds none', { client: undefined }],
    ['of another entity', { entity: 'Vendor' }],
  ])('if it is identical, but %s', async (title, sent) => {
    const DisplayName = newName()
    await lose(DisplayName)
    if (title.startsWith('later')) now += 5 * 60_000 + 1
    // QuickBooks rejects the second record with the name.
    expect(getCode(await send({ DisplayName }, sent))).toBe('6240')
  })

  it('with another body', async () => {
    const DisplayName = newName()
    await lose(DisplayName)
    expect(await send({ DisplayName: `${DisplayName} B` })).toMatchObject({ warnings: [] })
  })

  it('and stores nothing unless its outcome is open', async () => {
    await bridge.database.requestOutcome.deleteMany()
    await send({ DisplayName: newName() })
    desktop.fail('write', 'offline')
    await send({ DisplayName: newName() })
    expect(await bridge.database.requestOutcome.count()).toBe(0)
    await lose(newName())
    expect(await bridge.database.requestOutcome.count()).toBe(1)
    now += 61 * 60_000
    await servers[0].sweep()
    expect(await bridge.database.requestOutcome.count()).toBe(0)
  })
})

it('makes one record of a write that is repeated until it has an outcome, whatever is lost', async () => {
  const failures = fc.array(
    fc.constantFrom<Failure>('none', 'offline', 'app-not-open', 'lost before', 'lost after', 'dialog'),
    { maxLength: 6 },
  )
  const servers = fc.array(fc.constantFrom<0 | 1>(0, 1), { minLength: 20, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(failures, failures, servers, async (onWrites, onReads, order) => {
      const DisplayName = newName()
      desktop = createFaultyDesktop(() => new Date(now))
      desktop.fail('write', ...onWrites)
      desktop.fail('read', ...onReads)
      let last: Result['outcome'] | undefined
      for (const server of order) {
        last = await send({ DisplayName }, { server })
        if (!(last instanceof Fault)) break
      }
      expect(last).toMatchObject({ body: { Customer: { DisplayName } } })
      expect(await countCustomers(DisplayName)).toBe(1)
    }),
    { numRuns: 25 },
  )
})
