import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { requireRealmId } from '@bridge/agent-protocol'
import { memoryStorage, openCompany } from '@bridge/emulator'
import { serializeMessageSet } from '@bridge/qbxml'
import { parseReport, planReport } from '@bridge/translation'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCompanyCalendars } from '../call/run-report.ts'

const mebibyte = 1024 ** 2
const now = new Date('2026-03-16T10:00:00Z')
const calendar = createCompanyCalendars().get(requireRealmId('9000000000000001'))
const company = openCompany({ storage: memoryStorage(), clock: () => now, random: () => 0.5, template: 'sample' })
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'report-memory-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Writes the response to a report of the sample company, whose rows are repeated until it has 60 MiB. */
async function writeLongReport(name: string): Promise<string> {
  const { requests } = planReport(parseReport(name, new Map()), calendar, now)
  const outcome = await company.exchange(serializeMessageSet({ requests, onError: 'continueOnError' }))
  if (!outcome.sent || outcome.lost) throw new Error(JSON.stringify(outcome))
  const [before, rows, after] = outcome.response.split(/<ReportData>|<\/ReportData>/)
  if (before === undefined || rows === undefined || after === undefined) throw new Error('There is no report.')
  const times = Math.ceil((60 * mebibyte) / rows.length)
  const file = join(folder, `${name}.gz`)
  await writeFile(file, gzipSync(`${before}<ReportData>${rows.repeat(times)}</ReportData>${after}`, { level: 1 }))
  return file
}

it.each(['TransactionList', 'GeneralLedger'])(
  'serves a report of 60 MiB within 256 MiB above idle: %s',
  async (name) => {
    const program = fileURLToPath(new URL('../../test/serve-report.ts', import.meta.url))
    const args = ['--max-old-space-size=176', '--max-semi-space-size=4', program, await writeLongReport(name), name]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    const { idleBytes, peakBytes, bytes, expected } = JSON.parse(stdout)
    expect(bytes).toBe(expected)
    expect(bytes).toBeGreaterThan(20 * mebibyte)
    expect((peakBytes - idleBytes) / mebibyte).toBeLessThan(256)
  },
  120_000,
)
