import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createRedactor, parseTruthReport, type TruthReport } from '@bridge/truth'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { runVerify } from '../../src/verify/run-verify.ts'
import { openSampleCompany, realmId } from '../com-desktop.fixture.ts'
import { useComHosts } from '../com-host.fixture.ts'
import { serveCompany } from '../fake-quickbooks.ts'

const companyFile = 'C:\\Users\\Jörg\\Müller & Söhne 株式会社.qbw'
const hosts = useComHosts()

beforeAll(() => hosts.registerLibrary())

const truth = path.resolve(import.meta.dirname, '../../../../packages/prove/src/truth/main.ts')

/** Returns what `npm run truth -- FILE --check` prints; rejects if it finds a difference. */
async function compare(report: TruthReport): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'truth-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'report.json')
  await writeFile(file, JSON.stringify(report))
  return (await promisify(execFile)(process.execPath, [truth, file, '--check'])).stdout
}

/** Runs the kit through the host, without a person. */
function verify(isSample: boolean): Promise<TruthReport> {
  const company = openSampleCompany()
  company.switches.isSampleCompany = isSample
  hosts.quickBooks.script(serveCompany(company, companyFile))
  hosts.openQuickBooks()
  return runVerify({
    startHost: (bits) => hosts.start(bits),
    applicationName: `Bridge Service ${realmId}`,
    companyFile,
    redactor: createRedactor((text) => createHmac('sha256', 'key').update(text).digest('hex')),
    clock: () => new Date(),
    wait: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
    fileExists: async () => true,
    isSample,
    writes: isSample,
    onlyFirst: false,
    guide: undefined,
    onRow: () => undefined,
    agentVersion: '0.1.0',
    system: 'Wine',
  })
}

it.each([false, true])(
  'the kit finds QuickBooks as expected through the host, in a sample company: %s',
  async (isSample) => {
    const report = await verify(isSample)
    expect(parseTruthReport(JSON.stringify(report))).toEqual(report)
    expect(report.rows.filter(({ outcome }) => outcome === 'refuted')).toEqual([])
    const alone = report.rows.filter(({ outcome }) => outcome === 'proved' || outcome === 'noted')
    expect(alone.length).toBeGreaterThan(isSample ? 40 : 24)
    expect(await compare(report)).toMatch(/^0 differences\n/)
  },
)
