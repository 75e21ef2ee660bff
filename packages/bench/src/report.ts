import { setImmediate as nextTurn } from 'node:timers/promises'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { memoryStorage, openCompany } from '@bridge/emulator'
import { parseMessageSetResponse, runAtOnce, serializeMessageSet } from '@bridge/qbxml'
import type { Desktop } from '@bridge/server'
import { parseReport, planReport } from '@bridge/translation'
import { XMLParser } from 'fast-xml-parser'
import { customerId, respondToQueries } from './agent-customer.ts'
import { createAccessToken, createRealms } from './agent-realms.ts'
import { collectGarbage } from './garbage.ts'
import { ledgerResponse } from './ledger-response.ts'
import { getMedian, type Measurement } from './measurement.ts'
import { serveBridge } from './served-app.ts'

const ledgerRows = 50_000
const ledgerRounds = 7
const callRounds = 15
const callsOfRound = 100
const warmUpRounds = 2
const ledgersRead = 5
const quietCalls = 3_000
const maxMemoryBytes = 256 * 1024 ** 2
const sampleMs = 5
const calendar = { utcOffsetMinutes: 0, firstFiscalMonth: 1 }
const period = new Map([
  ['start_date', ['2026-01-01']],
  ['end_date', ['2026-12-31']],
])

/** Measures reading a large report, and a small one through the service. */
export async function measureReports(): Promise<Measurement[]> {
  const db = await createTestDatabase()
  try {
    return [measureLedger(), await measureProfitAndLoss(db), ...(await measureOthers(db))]
  } finally {
    await db.drop()
  }
}

function measureLedger(): Measurement {
  const text = ledgerResponse(ledgerRows)
  const run = planReport(parseReport('GeneralLedger', period), calendar, new Date())
  const peer = new XMLParser({ ignoreAttributes: false })
  const read = () => {
    const result = runAtOnce(run.finish(parseMessageSetResponse(text).responses))
    if (!('body' in result)) throw new Error('The ledger has another calendar.')
    return JSON.stringify(result.body).length
  }
  const times = { read: [] as number[], parse: [] as number[] }
  for (let round = 0; round < warmUpRounds + ledgerRounds; round++) {
    const readMs = measureMs(read)
    const parseMs = measureMs(() => peer.parse(text))
    if (round < warmUpRounds) continue
    times.read.push(readMs)
    times.parse.push(parseMs)
  }
  const [readMs, parseMs] = [getMedian(times.read), getMedian(times.parse)]
  return {
    name: `reading a general ledger of ${ledgerRows} rows (${(text.length / 1e6).toFixed(0)} MB of qbXML) into JSON, against fast-xml-parser only parsing it`,
    ratio: parseMs / readMs,
    goal: { atLeast: 2 },
    detail: `${readMs.toFixed(0)} ms against ${parseMs.toFixed(0)} ms, medians of ${ledgerRounds} rounds in alternation`,
  }
}

function measureMs(work: () => unknown): number {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}

/** Measures a sample company report against a read by ID, both with recorded responses. */
async function measureProfitAndLoss(db: TestDatabase): Promise<Measurement> {
  const reportResponse = await recordReport('ProfitAndLoss')
  const productionDesktop: Desktop = {
    exchange: async (_realmId, messageSet) => ({
      sent: true,
      lost: false,
      response: messageSet.includes('ReportQueryRq') ? reportResponse : respondToQueries(messageSet),
    }),
  }
  const requestLog = { add: () => undefined, flush: async () => undefined, close: async () => undefined }
  const bridge = await serveBridge(db, { productionDesktop, requestLog })
  try {
    const [realm] = await createRealms(db.database, 1)
    if (realm === undefined) throw new Error('There is no realm.')
    const headers = { authorization: `Bearer ${await createAccessToken(db.database, realm.realmId)}` }
    const root = `${bridge.origin}/v3/company/${realm.realmId}`
    const measureCalls = async (path: string): Promise<number> => {
      const startedAt = performance.now()
      for (let each = 0; each < callsOfRound; each++) {
        const response = await fetch(root + path, { headers })
        const text = await response.text()
        if (!response.ok) throw new Error(`${path} returned ${response.status}: ${text.slice(0, 300)}`)
      }
      return (performance.now() - startedAt) / callsOfRound
    }
    const times = { report: [] as number[], read: [] as number[] }
    for (let round = 0; round < warmUpRounds + callRounds; round++) {
      const reportMs = await measureCalls('/reports/ProfitAndLoss?start_date=2026-01-01&end_date=2026-12-31')
      const readMs = await measureCalls(`/customer/${customerId}`)
      if (round < warmUpRounds) continue
      times.report.push(reportMs)
      times.read.push(readMs)
    }
    const [reportMs, readMs] = [getMedian(times.report), getMedian(times.read)]
    return {
      name: 'profit and loss of the sample company, against a read by ID, without the time of QuickBooks',
      ratio: reportMs / readMs,
      goal: { atMost: 2 },
      detail: `${reportMs.toFixed(2)} ms against ${readMs.toFixed(2)} ms, medians of ${callRounds} rounds of ${callsOfRound} calls in alternation`,
    }
  } finally {
    await bridge.stop()
  }
}

/** Measures another realm's calls while ledgers are read, and the memory for reading one. */
async function measureOthers(db: TestDatabase): Promise<Measurement[]> {
  const ledger = ledgerResponse(ledgerRows)
  const productionDesktop: Desktop = {
    exchange: async (_realmId, messageSet) => ({
      sent: true,
      lost: false,
      response: messageSet.includes('ReportQueryRq') ? ledger : respondToQueries(messageSet),
    }),
  }
  const requestLog = { add: () => undefined, flush: async () => undefined, close: async () => undefined }
  const bridge = await serveBridge(db, { productionDesktop, requestLog })
  try {
    const [busy, other] = await createRealms(db.database, 2)
    if (busy === undefined || other === undefined) throw new Error('There are no realms.')
    const call = async ({ realmId }: typeof busy, path: string) => {
      const headers = { authorization: `Bearer ${await createAccessToken(db.database, realmId)}` }
      return async () => {
        const response = await bridge.fetch(new Request(`${bridge.origin}/v3/company/${realmId}${path}`, { headers }))
        const text = await response.text()
        if (!response.ok) throw new Error(`${path} returned ${response.status}: ${text.slice(0, 300)}`)
      }
    }
    const readLedger = await call(busy, '/reports/GeneralLedger?start_date=2026-01-01&end_date=2026-12-31')
    const readRecord = await call(other, `/customer/${customerId}`)
    const timeCalls = async (isOver: (calls: number) => boolean): Promise<number> => {
      const times: number[] = []
      while (!isOver(times.length)) {
        const startedAt = performance.now()
        await readRecord()
        times.push(performance.now() - startedAt)
        await nextTurn()
      }
      return getPercentile(times, 0.99)
    }
    const bytes = await measurePeak(readLedger)
    await timeCalls((calls) => calls === 500)
    const quietMs = await timeCalls((calls) => calls === quietCalls)
    let isRead = false
    const reading = (async () => {
      for (let each = 0; each < ledgersRead; each++) await readLedger()
      isRead = true
    })()
    const busyMs = await timeCalls(() => isRead)
    await reading
    return [
      {
        name: `the 99th percentile of a read by ID in one realm while another reads ledgers of ${ledgerRows} rows, against none`,
        ratio: busyMs / quietMs,
        goal: { atMost: 2 },
        detail: `${busyMs.toFixed(2)} ms during ${ledgersRead} ledgers against ${quietMs.toFixed(2)} ms of ${quietCalls} reads`,
      },
      {
        name: `memory that reading a ledger of ${ledgerRows} rows takes, against 256 MB`,
        ratio: bytes / maxMemoryBytes,
        goal: { atMost: 1 },
        detail: `${(bytes / 1024 ** 2).toFixed(0)} MB of resident memory at the peak, with the start of its worker and garbage`,
      },
    ]
  } finally {
    await bridge.stop()
  }
}

function getPercentile(values: readonly number[], part: number): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length * part)] ?? Number.NaN
}

/** Returns by how much the process's resident memory, workers included, grows while work runs. */
async function measurePeak(work: () => Promise<void>): Promise<number> {
  collectGarbage()
  const before = measureMemory()
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, measureMemory())
  }, sampleMs)
  await work()
  clearInterval(timer)
  return peak - before
}

function measureMemory(): number {
  return process.memoryUsage.rss()
}

/** Returns the sample company's response to a report. */
async function recordReport(name: string): Promise<string> {
  const company = openCompany({
    storage: memoryStorage(),
    clock: () => new Date(),
    random: Math.random,
    template: 'sample',
  })
  const { requests } = planReport(parseReport(name, period), calendar, new Date())
  const exchanged = await company.exchange(serializeMessageSet({ requests, onError: 'continueOnError' }))
  if (!exchanged.sent || exchanged.lost) throw new Error('The sample company did not respond.')
  return exchanged.response
}
