import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { createRedactor, parseTruthReport, type TruthReport } from '@bridge/truth'
import { beforeAll, expect, it } from 'vitest'
import { runVerify } from '../../src/verify/run-verify.ts'
import { openSampleCompany, realmId } from '../com-desktop.fixture.ts'
import { useComHosts } from '../com-host.fixture.ts'
import { serveCompany } from '../fake-quickbooks.ts'

const path = 'C:\\Users\\Jörg\\Müller & Söhne 株式会社.qbw'
const hosts = useComHosts()

beforeAll(() => hosts.registerLibrary())

/** Runs the kit through the host, without a person. */
function verify(isSample: boolean): Promise<TruthReport> {
  const company = openSampleCompany()
  company.switches.isSampleCompany = isSample
  hosts.quickBooks.script(serveCompany(company, path))
  hosts.openQuickBooks()
  return runVerify({
    startHost: (bits) => hosts.start(bits),
    applicationName: `Bridge Service ${realmId}`,
    companyFile: path,
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
    expect(alone.length).toBeGreaterThan(isSample ? 30 : 24)
  },
)
