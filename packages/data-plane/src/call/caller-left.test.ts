import { registry } from '@bridge/translation'
import { beforeEach, expect, it } from 'vitest'
import { productionRealmId } from '../../test/realm-ids.fixture.ts'
import { createRecordingDesktop } from '../../test/recording-desktop.fixture.ts'
import { type CompanyFile, openCompanyFile } from '../operations/company-file.ts'
import type { Outcome } from '../operations/operation.ts'
import { query } from '../operations/query.ts'
import { CallerLeftError } from '../operations/require-caller.ts'
import type { Replay } from '../replay/replay.ts'
import { runBatch } from './batch.ts'
import { runChanges } from './changes.ts'
import { parseBatch } from './parse-batch.ts'

let desktop: ReturnType<typeof createRecordingDesktop>
let company: CompanyFile
/** The write outcomes to be stored. */
let stored: Outcome[]
/** The caller leaves after this many exchanges. */
let leavesAfter: number

const replay: Replay = {
  async run(file, _operation, _client, work) {
    const outcome = await work(file)
    stored.push(outcome)
    return { outcome, time: new Date(0) }
  },
  sweep: async () => undefined,
  close: () => undefined,
}

beforeEach(() => {
  const caller = new AbortController()
  stored = []
  leavesAfter = 1
  desktop = createRecordingDesktop()
  desktop.onResponse = () => {
    if (desktop.exchanged.length === leavesAfter) caller.abort()
    return undefined
  }
  company = openCompanyFile({
    realmId: productionRealmId,
    desktop,
    entities: registry,
    hasCallerLeft: () => caller.signal.aborted,
  })
})

function getContext() {
  return {
    company,
    replay,
    repeatsOf: undefined,
    docsUrl: '',
    toFault: (error: unknown) => {
      throw error
    },
  }
}
function getRequests() {
  return desktop.exchanged.map(({ requests }) => requests[0])
}
function runItems(...items: readonly object[]) {
  return runBatch(getContext(), parseBatch({ BatchItemRequest: items }, undefined))
}
const add = { bId: 'add', operation: 'create', Customer: { DisplayName: 'Later' } }

it('ends a query after its exchange, and releases its result', async () => {
  const more = `iteratorRemainingCount="9" iteratorID="{1}"><CustomerRet><ListID>1-1</ListID></CustomerRet>`
  desktop.exchange = async (_realmId, messageSet, options) => {
    desktop.exchanged.push({ ...options, messageSet, requests: [] })
    desktop.onResponse('', messageSet)
    const response = `<QBXML><QBXMLMsgsRs><CustomerQueryRs statusCode="0" ${more}</CustomerQueryRs></QBXMLMsgsRs></QBXML>`
    return { sent: true, lost: false, response }
  }
  await expect(query(company, { text: 'SELECT * FROM Customer ORDERBY Id' })).rejects.toThrow(CallerLeftError)
  expect(desktop.exchanged.map(({ messageSet }) => /iterator="\w+"/.exec(messageSet)?.[0])).toEqual([
    'iterator="Start"',
    'iterator="Stop"',
  ])
})

it('returns a query’s result that was complete when the caller left', async () => {
  const { body } = await query(company, { text: 'SELECT COUNT(*) FROM Customer' })
  expect(body.QueryResponse).toEqual({ totalCount: expect.any(Number) })
})

it('reads no further entity for changes [dp-4.5.5]', async () => {
  const changes = { kind: 'changes', entities: ['Customer', 'Vendor'], since: 0 } as const
  await expect(runChanges(getContext(), changes)).rejects.toThrow(CallerLeftError)
  expect(getRequests()).toEqual(['CustomerQueryRq'])
})

it('finishes a batch’s running write, and starts no later item', async () => {
  leavesAfter = 2
  const { body } = await query(company, { text: 'SELECT * FROM Invoice MAXRESULTS 1' })
  const [{ Id, SyncToken, Line }] = (body.QueryResponse as { Invoice: [Record<string, unknown>] }).Invoice
  const update = { bId: 'update', operation: 'update', Invoice: { Id, SyncToken, Line } }
  await expect(runItems(update, add)).rejects.toThrow(CallerLeftError)
  expect(getRequests()).toEqual(['InvoiceQueryRq', 'InvoiceQueryRq', 'InvoiceModRq'])
  expect(stored).toMatchObject([{ body: { Invoice: { Id } } }])
})

it('ends a batch’s query after its exchange, and starts no later item', async () => {
  await expect(runItems({ bId: 'query', Query: 'SELECT Id FROM Customer' }, add)).rejects.toThrow(CallerLeftError)
  expect(getRequests()).toEqual(['CustomerQueryRq'])
})
