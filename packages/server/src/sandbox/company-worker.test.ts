import { branch, leaf, parseMessageSetResponse, serializeMessageSet } from '@bridge/qbxml'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sandboxRealmId, startBridge, type TestBridge } from '../../test/bridge.fixture.ts'
import { payloadCodec } from '../desktop/gateway-desktop-payload.ts'
import { createProcessorShare } from '../workers/processor-share.ts'
import { type CompanyReply, type CompanyThread, startCompanyThread } from './company-thread.ts'
import { type CompanyThreads, createCompanyThreads } from './company-threads.ts'
import { sandboxFaultsSchema } from './faults.ts'

let bridge: TestBridge
let files: CompanyThreads
/** The threads that were started: for calls, and for resets. */
const started: CompanyThread[] = []
const closes: (() => Promise<void>)[] = []

beforeAll(async () => {
  bridge = await startBridge({ sandboxBooks: 'empty' })
  files = createCompanyThreads({
    processors: createProcessorShare({ atOnceMax: 1 }),
    databaseUrl: bridge.url,
    recordsMax: 10_000,
    logger: pino({ level: 'silent' }),
    threads: 1,
    start: (data, events) => {
      const thread = startCompanyThread(data, events)
      started.push(thread)
      return thread
    },
  })
})
afterAll(async () => {
  await Promise.all(closes.map((close) => close()))
  await files.close()
  await bridge.stop()
})

function add(name: string): Promise<unknown> {
  const request = branch('CustomerAddRq', [branch('CustomerAdd', [leaf('Name', name)])])
  return files.exchange(sandboxRealmId, serializeMessageSet({ requests: [request], onError: 'stopOnError' }))
}

it('runs message sets in a thread, and stores the books for other servers', async () => {
  const before = await files.countRecords(sandboxRealmId)
  expect(await add('Of the thread')).toMatchObject({ sent: true, lost: false })
  expect(await files.countRecords(sandboxRealmId)).toBe(before + 1)
  const query = encodeURIComponent("select DisplayName from Customer where DisplayName = 'Of the thread'")
  expect((await bridge.call(`/query?query=${query}`)).body.QueryResponse.Customer).toHaveLength(1)
})

it('packs a long response, with the length of its text', async () => {
  const adds = Array.from({ length: 80 }, (_, index) =>
    branch('CustomerAddRq', [branch('CustomerAdd', [leaf('Name', `Long ${index}`), leaf('Notes', 'x'.repeat(4_000))])]),
  )
  const onError = 'stopOnError'
  await files.exchange(sandboxRealmId, serializeMessageSet({ requests: adds, onError }))
  const query = branch('CustomerQueryRq', [
    branch('NameFilter', [leaf('MatchCriterion', 'StartsWith'), leaf('Name', 'Long')]),
  ])
  const outcome = await files.exchange(sandboxRealmId, serializeMessageSet({ requests: [query], onError }))
  if (!outcome.sent || outcome.lost || typeof outcome.response === 'string') throw new TypeError('It is not packed.')
  const text = await payloadCodec.unpack(outcome.response)
  expect(parseMessageSetResponse(text).responses[0]?.elements).toHaveLength(80)
  expect(outcome.characters).toBe(text.length)
})

it('resets books with an event of the audit log, and fails as told', async () => {
  const { id: orgId } = bridge.org
  const event = {
    orgId,
    caller: { kind: 'system', userId: 'user' },
    action: 'sandbox.reset',
    resource: 'realm',
    resourceId: sandboxRealmId,
    at: new Date('2026-03-02T12:00:00Z'),
    details: { template: 'empty' },
  } as const
  const { records } = await files.reset(sandboxRealmId, 'empty', event)
  expect(await files.countRecords(sandboxRealmId)).toBe(records)
  const stored = await bridge.database.auditEvent.findMany({ where: { action: 'sandbox.reset' } })
  expect(stored).toMatchObject([{ orgId, createdAt: event.at, details: { template: 'empty' } }])
  await files.setFaults(sandboxRealmId, sandboxFaultsSchema.parse({ lostRequests: 1 }))
  expect(await files.faults(sandboxRealmId)).toMatchObject({ lostRequests: 1 })
  expect(await add('Never')).toMatchObject({ sent: true, lost: true, error: { hresult: '0x800706BE' } })
})

it('opens the books again in a new thread', async () => {
  expect(await add('Before')).toMatchObject({ lost: false })
  const before = await files.countRecords(sandboxRealmId)
  const lost = add('Meanwhile')
  started[0]?.kill()
  expect(await lost).toEqual({ sent: true, lost: true, reason: 'connection' })
  await files.reset(sandboxRealmId, 'empty')
  expect(await add('Before')).toMatchObject({ lost: false })
  expect(await files.countRecords(sandboxRealmId)).toBe(before)
})

it('runs two threads at a time', async () => {
  const runThread = (number: number) =>
    new Promise<CompanyReply>((resolve, reject) => {
      const thread = startCompanyThread(
        { databaseUrl: bridge.url, recordsMax: 10_000, isBackground: false },
        { onReady: () => undefined, onReply: resolve, onEnd: reject },
      )
      closes.push(thread.close)
      thread.post({ number, method: 'countRecords', realmId: sandboxRealmId, rest: [] })
    })
  expect(await Promise.all([1, 2].map(runThread))).toMatchObject([
    { number: 1, result: { value: expect.any(Number) } },
    { number: 2, result: { value: expect.any(Number) } },
  ])
})
