import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { memoryStorage, openCompany } from '@bridge/emulator'
import type { Desktop } from '@bridge/server'
import { parseReport, planReport, runAtOnce } from '@bridge/translation'
import { parseMessageSetResponse, printMessageSet } from '@bridge/translation/qbxml'
import { XMLParser } from 'fast-xml-parser'
import { customerId, customerResponse } from './agent-customer.ts'
import { createAccessToken, createRealms } from './agent-realms.ts'
import { ledgerResponse } from './ledger-response.ts'
import { getMedian, type Measurement } from './measurement.ts'
import { serveBridge } from './served-app.ts'

const ledgerRows = 50_000
const ledgerRounds = 7
const callRounds = 15
const callsOfRound = 100
const warmUpRounds = 2
const calendar = { utcOffsetMinutes: 0, firstFiscalMonth: 1 }
const period = new Map([
  ['start_date', ['2026-01-01']],
  ['end_date', ['2026-12-31']],
])

/** Measures reading a large report, and a small one through the service. */
export async function measureReports(): Promise<Measurement[]> {
  const db = await createTestDatabase()
  try {
    return [measureLedger(), await measureProfitAndLoss(db)]
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

/** Measures a report of the sample company against a read by ID, both with responses that were recorded before. */
async function measureProfitAndLoss(db: TestDatabase): Promise<Measurement> {
  const reportResponse = await recordReport('ProfitAndLoss')
  const productionDesktop: Desktop = {
    exchange: async (_realmId, messageSet) => ({
      sent: true,
      lost: false,
      response: messageSet.includes('ReportQueryRq') ? reportResponse : customerResponse,
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

/** Returns the response of the sample company to a report. */
async function recordReport(name: string): Promise<string> {
  const company = openCompany({
    storage: memoryStorage(),
    clock: () => new Date(),
    random: Math.random,
    template: 'sample',
  })
  const { requests } = planReport(parseReport(name, period), calendar, new Date())
  const exchanged = await company.exchange(printMessageSet({ requests, onError: 'continueOnError' }))
  if (!exchanged.sent || exchanged.lost) throw new Error('The sample company did not respond.')
  return exchanged.response
}
