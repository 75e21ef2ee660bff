import { requireRealmId } from '@bridge/agent-protocol'
import { type Company, memoryStorage, openCompany } from '@bridge/emulator'
import {
  parseMessageSetResponse,
  type QbxmlRequest,
  type QbxmlResponse,
  runAtOnce,
  serializeMessageSet,
} from '@bridge/qbxml'
import {
  createReadRequests,
  type EntityTable,
  findEntity,
  type JsonObject,
  parseQuery,
  planQuery,
  type QueryRun,
  readResponses,
} from '@bridge/translation'
import { respondWithCustomers } from './customer-pages.ts'
import { collectGarbage } from './garbage.ts'
import { getMedian, type Measurement } from './measurement.ts'

const rounds = 31
const warmUpRounds = 6
const parsesOfRound = 2_000
const readsOfRound = 200
const customers = 5_000
const context = { realmId: requireRealmId('1234567890123456') }

const queryText =
  "SELECT Id, DocNumber, TxnDate, TotalAmt, Balance FROM Invoice WHERE TxnDate >= '2026-01-01' AND " +
  "CustomerRef = '8000000C-1700000000' AND Balance > '100.00' AND DocNumber LIKE '10%' ORDERBY TxnDate DESC MAXRESULTS 50"
const scanText =
  "SELECT * FROM Customer WHERE CompanyName LIKE '%works%' AND Balance >= '250' ORDERBY FamilyName, DisplayName DESC"

/** Measures the query language: parsing a query, finding one record, and scanning many. */
export async function measureQuery(): Promise<Measurement[]> {
  return [measureParsing(), await measureFastPath(), measureScan(), measureScanMemory()]
}

function measureParsing(): Measurement {
  const json = JSON.stringify(Array.from({ length: 40 }, (_, index) => ({ name: `value ${index}` }))).slice(0, -1)
  const document = `${json.slice(0, json.lastIndexOf('}', queryText.length - 2) + 1)}]`
  const [ours, peer] = measureInTurns(
    () => repeat(parsesOfRound, () => parseQuery(queryText)),
    () => repeat(parsesOfRound, () => JSON.parse(document)),
  )
  const us = (ms: number) => `${((ms / parsesOfRound) * 1_000).toFixed(1)} µs`
  return {
    name: `reading a query of ${queryText.length} characters, against JSON.parse of ${document.length} characters`,
    ratio: ours / peer,
    goal: { atMost: 20 },
    detail: `${us(ours)} against ${us(peer)}, medians of ${rounds} rounds of ${parsesOfRound} in alternation`,
  }
}

/** Returns two functions' medians in milliseconds, alternating between them. */
function measureInTurns(ours: () => unknown, peer: () => unknown): readonly [number, number] {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    const taken = [ours, peer].map((work) => {
      const start = performance.now()
      work()
      return performance.now() - start
    })
    if (round < warmUpRounds) continue
    times[0].push(taken[0] ?? 0)
    times[1].push(taken[1] ?? 0)
  }
  return [getMedian(times[0]), getMedian(times[1])]
}

function repeat(times: number, work: () => unknown): void {
  for (let time = 0; time < times; time++) work()
}

async function measureFastPath(): Promise<Measurement> {
  const table = getTable('Invoice')
  const company = openCompany({
    storage: memoryStorage(),
    clock: () => new Date(),
    random: Math.random,
    template: 'sample',
  })
  const found = await runQuery(company, table, 'SELECT Id, DocNumber FROM Invoice MAXRESULTS 1000')
  const invoices = (found.Invoice as JsonObject[]).filter(({ DocNumber }) => DocNumber !== undefined)
  const invoice = (index: number): JsonObject => invoices[index % invoices.length] ?? {}

  const times = { query: [] as number[], read: [] as number[] }
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    const queryMs = await measureMs(async () => {
      for (let index = 0; index < readsOfRound; index++) {
        const { Invoice } = await runQuery(
          company,
          table,
          `SELECT * FROM Invoice WHERE DocNumber = '${invoice(index).DocNumber}'`,
        )
        if (!Array.isArray(Invoice)) throw new Error('An invoice was not found.')
      }
    })
    const readMs = await measureMs(async () => {
      for (let index = 0; index < readsOfRound; index++) {
        const responses = await exchange(company, createReadRequests(table, String(invoice(index).Id)))
        runAtOnce(readResponses(responses, table, context))
      }
    })
    if (round < warmUpRounds) continue
    times.query.push(queryMs)
    times.read.push(readMs)
  }
  const [query, read] = [getMedian(times.query), getMedian(times.read)]
  const us = (ms: number) => `${((ms / readsOfRound) * 1_000).toFixed(0)} µs`
  return {
    name: 'a query for one invoice by its number, against a read by its ID, both of the sample company in memory',
    ratio: query / read,
    goal: { atMost: 1.5 },
    detail: `${us(query)} against ${us(read)}, medians of ${rounds} rounds of ${readsOfRound} in alternation`,
  }
}

function getTable(name: string): EntityTable {
  const found = findEntity(name)
  if (found?.kind !== 'built') throw new Error(`${name} is not built, so there is nothing to measure.`)
  return found.table
}

async function runQuery(company: Company, table: EntityTable, text: string): Promise<JsonObject> {
  const run = planQuery(parseQuery(text), table, context)
  for (let requests = run.next(); requests.length > 0; requests = run.next()) {
    runAtOnce(run.accept(await exchange(company, requests)))
  }
  return run.finish().queryResponse
}

async function exchange(company: Company, requests: readonly QbxmlRequest[]): Promise<readonly QbxmlResponse[]> {
  const exchanged = await company.exchange(serializeMessageSet({ requests, onError: 'continueOnError' }))
  if (!exchanged.sent || exchanged.lost) throw new Error(`There is no response: ${JSON.stringify(exchanged)}`)
  return parseMessageSetResponse(exchanged.response).responses
}

async function measureMs(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function measureScan(): Measurement {
  const pages = recordScanPages()
  const bytes = pages.reduce((sum, page) => sum + page.length, 0)
  // The peer parses as much JSON as there is XML.
  const records = JSON.stringify(scan(pages))
  const document = `[${Array.from({ length: Math.ceil(bytes / records.length) }, () => records).join(',')}]`
  const [ours, peer] = measureInTurns(
    () => scan(pages),
    () => JSON.parse(document),
  )
  return {
    name: `reading, filtering, sorting and paging ${customers} customers (${(bytes / 1e6).toFixed(1)} MB of qbXML), against JSON.parse of ${(document.length / 1e6).toFixed(1)} MB`,
    ratio: ((ours / bytes) * document.length) / peer,
    goal: { atMost: 15 },
    detail: `${ours.toFixed(0)} ms against ${peer.toFixed(0)} ms, compared per byte, medians of ${rounds} rounds in alternation`,
  }
}

/** Returns QuickBooks' responses to the scan. */
function recordScanPages(): readonly string[] {
  const run = planScan()
  const pages: string[] = []
  for (let requests = run.next(); requests.length > 0; requests = run.next()) {
    const page = respondWithCustomers(requests, customers)
    pages.push(page)
    runAtOnce(run.accept(parseMessageSetResponse(page).responses))
  }
  return pages
}

function planScan(): QueryRun {
  return planQuery(parseQuery(scanText), getTable('Customer'), context)
}

function scan(pages: readonly string[]): JsonObject {
  const run = planScan()
  for (const page of pages) {
    if (run.next().length === 0) throw new Error('The scan ended early.')
    runAtOnce(run.accept(parseMessageSetResponse(page).responses))
  }
  if (run.next().length > 0) throw new Error('The scan did not end.')
  const { queryResponse } = run.finish()
  if (queryResponse.maxResults !== 100) throw new Error('The scan returned an unexpected number of rows.')
  return queryResponse
}

/** Measures the heap's peak, including a page's text and elements. */
function measureScanMemory(): Measurement {
  const measureHeap = (): number => {
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  const before = measureHeap()
  let bytes = 0
  let peak = 0
  const run = planQuery(
    parseQuery('SELECT * FROM Customer ORDERBY FamilyName MAXRESULTS 1000'),
    getTable('Customer'),
    context,
  )
  for (let requests = run.next(); requests.length > 0; requests = run.next()) {
    const text = respondWithCustomers(requests, customers)
    const { responses } = parseMessageSetResponse(text)
    bytes += text.length
    runAtOnce(run.accept(responses))
    peak = Math.max(peak, measureHeap() - before)
  }
  const { queryResponse } = run.finish()
  peak = Math.max(peak, measureHeap() - before)
  if (JSON.stringify(queryResponse).length === 0) throw new Error('The query found nothing.')
  return {
    name: `the peak of the heap while ${customers} customers are read and sorted, against the size of QuickBooks’ responses`,
    ratio: peak / bytes,
    goal: { atMost: 6 },
    detail: `${(peak / 1e6).toFixed(1)} MB against ${(bytes / 1e6).toFixed(1)} MB`,
  }
}
