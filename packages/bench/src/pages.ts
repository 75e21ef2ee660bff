import { requireRealmId } from '@bridge/agent-protocol'
import { createTestDatabase } from '@bridge/database/testing'
import type { Company } from '@bridge/emulator'
import { parseMessageSetResponse, runAtOnce } from '@bridge/qbxml'
import type { Desktop } from '@bridge/server'
import { findEntity, readResponses } from '@bridge/translation'
import { createAccessToken, createRealms } from './agent-realms.ts'
import { openFilledCompany } from './filled-company.ts'
import { collectGarbage } from './garbage.ts'
import { getMedian, type Measurement } from './measurement.ts'
import { serveBridge } from './served-app.ts'

const counts = { customers: 20_000, invoices: 50_000 }
const pageSize = 100
const realmId = requireRealmId('1234567890123456')
const runs = 3
/** This many pages' times before a page, or of a first page read again, count as the page's time. */
const pagesOfTime = 15
const maxPageRatio = 1.5
const maxRunRatio = 2

/** A list read to its end by a client, and the request for all of it at once. */
interface List {
  readonly entity: string
  readonly request: string
  readonly count: number
}

const customers: List = {
  entity: 'Customer',
  request: '<CustomerQueryRq><OwnerID>0</OwnerID></CustomerQueryRq>',
  count: counts.customers,
}
const invoices: List = {
  entity: 'Invoice',
  request:
    '<InvoiceQueryRq><IncludeLineItems>true</IncludeLineItems><IncludeLinkedTxns>true</IncludeLinkedTxns><OwnerID>0</OwnerID></InvoiceQueryRq>',
  count: counts.invoices,
}

/** A list run's times, in milliseconds. */
interface PageRun {
  readonly pages: readonly number[]
  /** The times in which the first page was read again and again before the run. */
  readonly firstPages: readonly number[]
  readonly totalMs: number
  /** The time in which QuickBooks returned the whole list at once, and its response was read into records. */
  readonly atOnceMs: number
}

/** Measures runs through large lists: pages near the start against pages far from it, and the whole against one query. */
export async function measurePages(): Promise<Measurement[]> {
  const company = await openFilledCompany(counts)
  const db = await createTestDatabase()
  const productionDesktop: Desktop = {
    exchange: async (_realmId, messageSet) => ({
      sent: true,
      lost: false,
      response: await requestResponse(company, messageSet),
    }),
  }
  const requestLog = { add: () => undefined, flush: async () => undefined, close: async () => undefined }
  const bridge = await serveBridge(db, { productionDesktop, requestLog })
  try {
    const [realm] = await createRealms(db.database, 1)
    if (realm === undefined) throw new Error('There is no realm.')
    const headers = { authorization: `Bearer ${await createAccessToken(db.database, realm.realmId)}` }
    const readPage = async ({ entity }: List, page: number): Promise<number> => {
      const query = `SELECT * FROM ${entity} STARTPOSITION ${page * pageSize + 1} MAXRESULTS ${pageSize}`
      const url = `${bridge.origin}/v3/company/${realm.realmId}/query?query=${encodeURIComponent(query)}`
      const response = await bridge.fetch(new Request(url, { headers }))
      const text = await response.text()
      if (!response.ok) throw new Error(`Page ${page + 1} returned ${response.status}: ${text.slice(0, 300)}`)
      return Number(/"maxResults":(\d+)/.exec(text.slice(-200))?.[1] ?? 0)
    }
    const measureRun = async (list: List): Promise<PageRun> => {
      const atOnceMs = await measureAtOnce(company, list)
      collectGarbage()
      const firstPages: number[] = []
      for (let read = 0; read < pagesOfTime; read++) firstPages.push(await measureMs(() => readPage(list, 0)))
      return { ...(await runThrough(list, readPage)), firstPages, atOnceMs }
    }
    for (const list of [customers, invoices]) await runThrough(list, readPage)
    const ofCustomers: PageRun[] = []
    const ofInvoices: PageRun[] = []
    for (let run = 0; run < runs; run++) {
      ofCustomers.push(await measureRun(customers))
      ofInvoices.push(await measureRun(invoices))
    }
    return [
      comparePages(ofCustomers, ofInvoices),
      compareWithDesktop(customers, ofCustomers),
      compareWithDesktop(invoices, ofInvoices),
    ]
  } finally {
    await bridge.stop()
    await db.drop()
  }
}

/** Reads all list pages as clients do: until one is not full. */
async function runThrough(list: List, readPage: (list: List, page: number) => Promise<number>) {
  const pages: number[] = []
  let records = 0
  for (let rows = pageSize; rows === pageSize; records += rows) {
    const page = pages.length
    pages.push(
      await measureMs(async () => {
        rows = await readPage(list, page)
      }),
    )
  }
  if (records < list.count) throw new Error(`The run ended after ${records} records of ${list.entity}.`)
  return { pages, totalMs: pages.reduce((sum, ms) => sum + ms, 0) }
}

async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Reads a list without pages. */
async function measureAtOnce(company: Company, { entity, request }: List): Promise<number> {
  const found = findEntity(entity)
  if (found?.kind !== 'built') throw new Error(`${entity} is not built, so there is nothing to measure.`)
  const start = performance.now()
  const response = await requestResponse(
    company,
    `<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${request}</QBXMLMsgsRq></QBXML>`,
  )
  const { responses } = parseMessageSetResponse(response)
  const { records } = runAtOnce(readResponses(responses, found.table, { realmId }))
  for (const record of records) JSON.stringify(record)
  return performance.now() - start
}

async function requestResponse(company: Company, messageSet: string): Promise<string> {
  const exchanged = await company.exchange(messageSet)
  if (!exchanged.sent || exchanged.lost) throw new Error('The company file did not respond.')
  return exchanged.response
}

function comparePages(ofCustomers: readonly PageRun[], ofInvoices: readonly PageRun[]): Measurement {
  const getMs = (measured: readonly PageRun[], page: number): number =>
    getMedian(measured.flatMap(({ pages }) => pages.slice(page - pagesOfTime, page)))
  const times = [
    { name: 'page 1 of the customers', ms: getMedian(ofCustomers.flatMap(({ firstPages }) => firstPages)) },
    { name: 'page 200', ms: getMs(ofCustomers, 200) },
    { name: 'page 500 of the invoices', ms: getMs(ofInvoices, 500) },
  ]
  const all = times.map(({ ms }) => ms)
  return {
    name: `the slowest of three pages of ${pageSize} records of a file of ${counts.customers} customers and ${counts.invoices} invoices, against the fastest`,
    ratio: Math.max(...all) / Math.min(...all),
    goal: { atMost: maxPageRatio },
    detail: `${times.map(({ name, ms }) => `${name} ${ms.toFixed(1)} ms`).join(', ')}, medians of ${runs} runs`,
  }
}

function compareWithDesktop({ entity, count }: List, measured: readonly PageRun[]): Measurement {
  const [totalMs, atOnceMs] = [
    getMedian(measured.map((run) => run.totalMs)),
    getMedian(measured.map((run) => run.atOnceMs)),
  ]
  const slowest = Math.max(...measured.flatMap(({ pages }) => pages))
  return {
    name: `all ${count} records of ${entity} in pages of ${pageSize}, against reading all by one query`,
    ratio: totalMs / atOnceMs,
    goal: { atMost: maxRunRatio },
    detail: `${totalMs.toFixed(0)} ms against ${atOnceMs.toFixed(0)} ms, medians of ${runs} runs; the slowest page took ${slowest.toFixed(0)} ms`,
  }
}
