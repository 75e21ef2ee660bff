import { createTestDatabase } from '@bridge/database/testing'
import { parseMessageSetResponse } from '@bridge/qbxml'
import type { Desktop } from '@bridge/server'
import { createAccessToken, createRealms } from './agent-realms.ts'
import { addInvoices, openFilledCompany } from './filled-company.ts'
import { collectGarbage } from './garbage.ts'
import type { Measurement } from './measurement.ts'
import { readPeakMemory, resetPeakMemory } from './peak-memory.ts'
import { serveBridge } from './served-app.ts'

const pageSize = 1_000
const directPageSize = 500
const changedInvoices = 500
const daysBefore = 60
/** The entities of the file. */
export const entities = ['Customer', 'Invoice'] as const

export interface ExtractionSize {
  readonly customers: number
  readonly invoices: number
}

/** One side's cost of reading a whole file. */
interface Cost {
  readonly ms: number
  /** The processor time of this thread, which is the time that it takes on a quiet machine. */
  readonly processorMs: number
  readonly records: number
  readonly roundTrips: number
  /** The process's growth, in bytes. */
  readonly memoryBytes: number
}

/**
 * Measures a mirror's work: the first extraction of a file in the order of its changes, and an hour of changes, against
 * the same extraction by a program next to QuickBooks, with iterators.
 */
export async function measureExtraction(size: ExtractionSize): Promise<Measurement[]> {
  let now = Date.now() - daysBefore * 86_400_000
  const company = await openFilledCompany(size, () => new Date(now))
  now = Date.now()
  let roundTrips = 0
  const exchange = async (messageSet: string): Promise<string> => {
    roundTrips++
    const exchanged = await company.exchange(messageSet)
    if (!exchanged.sent || exchanged.lost) throw new Error('The company file did not respond.')
    return exchanged.response
  }
  const productionDesktop: Desktop = {
    exchange: async (_realmId, messageSet) => ({ sent: true, lost: false, response: await exchange(messageSet) }),
  }
  const measure = async (extract: () => Promise<number>): Promise<Cost> => {
    collectGarbage()
    await resetPeakMemory(process.pid)
    const before = {
      memory: process.memoryUsage().rss,
      roundTrips,
      at: performance.now(),
      usage: process.threadCpuUsage(),
    }
    const records = await extract()
    const ms = performance.now() - before.at
    const { user, system } = process.threadCpuUsage(before.usage)
    const processorMs = (user + system) / 1_000
    const memoryBytes = Math.max(0, (await readPeakMemory(process.pid)) - before.memory)
    return { ms, processorMs, records, roundTrips: roundTrips - before.roundTrips, memoryBytes }
  }

  const db = await createTestDatabase()
  const requestLog = { add: () => undefined, flush: async () => undefined, close: async () => undefined }
  const bridge = await serveBridge(db, { productionDesktop, requestLog })
  try {
    const [realm] = await createRealms(db.database, 1)
    if (realm === undefined) throw new Error('There is no realm.')
    const base = `${bridge.origin}/v3/company/${realm.realmId}`
    const headers = {
      authorization: `Bearer ${await createAccessToken(db.database, realm.realmId)}`,
      accept: 'application/json',
    }
    const get = async (path: string): Promise<unknown> => {
      const response = await bridge.fetch(new Request(`${base}/${path}`, { headers }))
      if (!response.ok) throw new Error(`${path} returned ${response.status}: ${(await response.text()).slice(0, 300)}`)
      return response.json()
    }
    const direct = await measure(() => extractDirectly(exchange))
    const served = await measure(() => extract(get))
    if (served.records !== direct.records)
      throw new Error(`The service returned ${served.records} of ${direct.records} records.`)
    const since = new Date(now - 3_600_000).toISOString()
    await addInvoices(company, changedInvoices, size.customers)
    const changes = await measure(() => countChanges(get, since))
    if (changes.records !== changedInvoices) throw new Error(`There were ${changes.records} changes.`)
    const file = `a file of ${size.customers} customers and ${size.invoices} invoices`
    return [
      {
        name: `the first extraction of ${file}, ordered and in pages of ${pageSize}, against iterators next to QuickBooks`,
        ratio: served.processorMs / direct.processorMs,
        goal: { atMost: 1.5 },
        detail: `${describe(served)} against ${describe(direct)}`,
      },
      {
        name: `an hour of ${changedInvoices} changes of ${file}, against its first extraction, per record`,
        ratio: changes.processorMs / changes.records / (served.processorMs / served.records),
        goal: {},
        detail: describe(changes),
      },
    ]
  } finally {
    await bridge.stop()
    await db.drop()
  }
}

function describe({ ms, processorMs, records, roundTrips, memoryBytes }: Cost): string {
  const perSecond = Math.round((records / ms) * 1_000)
  return `${(ms / 1_000).toFixed(1)} s (${(processorMs / 1_000).toFixed(1)} s of processor time), ${perSecond} records a second, ${roundTrips} round trips, ${(memoryBytes / 1e6).toFixed(0)} MB more at most`
}

/** Reads all pages of all entities, and returns how many records they have. */
async function extract(get: (path: string) => Promise<unknown>): Promise<number> {
  let records = 0
  for (const entity of entities) {
    for (let start = 1, count = pageSize; count === pageSize; start += count) {
      const text = `SELECT * FROM ${entity} ORDERBY MetaData.LastUpdatedTime STARTPOSITION ${start} MAXRESULTS ${pageSize}`
      const { QueryResponse: page } = (await get(`query?query=${encodeURIComponent(text)}`)) as {
        readonly QueryResponse: { readonly maxResults?: number }
      }
      count = page.maxResults ?? 0
      records += count
    }
  }
  return records
}

async function countChanges(get: (path: string) => Promise<unknown>, since: string): Promise<number> {
  const { CDCResponse } = (await get(`cdc?entities=${entities.join(',')}&changedSince=${since}`)) as {
    readonly CDCResponse: readonly { readonly QueryResponse: readonly { readonly maxResults?: number }[] }[]
  }
  return CDCResponse.flatMap(({ QueryResponse }) => QueryResponse).reduce(
    (sum, { maxResults = 0 }) => sum + maxResults,
    0,
  )
}

/** Reads all records with iterators, as a program next to QuickBooks does. */
async function extractDirectly(exchange: (messageSet: string) => Promise<string>): Promise<number> {
  let records = 0
  for (const [entity, includes] of [
    ['Customer', '<OwnerID>0</OwnerID>'],
    [
      'Invoice',
      '<IncludeLineItems>true</IncludeLineItems><IncludeLinkedTxns>true</IncludeLinkedTxns><OwnerID>0</OwnerID>',
    ],
  ]) {
    for (let iterator: string | undefined = 'iterator="Start"'; iterator !== undefined; ) {
      const request = `<${entity}QueryRq ${iterator}><MaxReturned>${directPageSize}</MaxReturned>${includes}</${entity}QueryRq>`
      const { responses } = parseMessageSetResponse(
        await exchange(
          `<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${request}</QBXMLMsgsRq></QBXML>`,
        ),
      )
      const [page] = responses
      if (page === undefined) throw new Error('There is no response.')
      records += page.elements.length
      iterator = page.iteratorRemainingCount ? `iterator="Continue" iteratorID="${page.iteratorId}"` : undefined
    }
  }
  return records
}
