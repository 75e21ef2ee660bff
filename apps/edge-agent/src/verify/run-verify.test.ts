import { createHmac } from 'node:crypto'
import { beliefs, createRedactor, parseTruthReport, type TruthReport } from '@bridge/truth'
import { describe, expect, it } from 'vitest'
import { openSampleCompany } from '../../test/com-desktop.fixture.ts'
import { failed, ok, type ScriptedQuickBooks, scriptedQuickBooks } from '../../test/scripted-quickbooks.ts'
import { runVerify, type VerifyOptions } from './run-verify.ts'

const path = 'C:\\Books\\Rock Castle.qbw'
const redactor = createRedactor((text) => createHmac('sha256', 'key').update(text).digest('hex'))

interface Verified {
  readonly report: TruthReport
  readonly quickBooks: ScriptedQuickBooks
}

async function verify(
  options: Partial<VerifyOptions> = {},
  change?: (quickBooks: ScriptedQuickBooks, company: ReturnType<typeof openSampleCompany>) => void,
): Promise<Verified> {
  const company = openSampleCompany()
  const quickBooks = scriptedQuickBooks({ company, path })
  quickBooks.once('GetIsReadOnly', () => ok('0'))
  quickBooks.once('QBXMLVersionsForSession', () => ok('12.0\r\n13.0'))
  change?.(quickBooks, company)
  const report = await runVerify({
    startHost: quickBooks.startHost,
    applicationName: 'Bridge Service 9130347957983546',
    companyFile: path,
    redactor,
    clock: () => new Date('2026-03-02T09:00:00Z'),
    wait: (_ms, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    fileExists: async (file) => file.endsWith('qbsdklog.txt'),
    isSample: false,
    writes: false,
    onlyFirst: false,
    guide: undefined,
    onRow: () => undefined,
    agentVersion: '0.1.0',
    system: 'Windows',
    ...options,
  })
  return { report, quickBooks }
}

function getOutcomes({ rows }: TruthReport): Record<string, string> {
  return Object.fromEntries(rows.map(({ id, outcome, found }) => [id, `${outcome}: ${found}`]))
}

function getRefuted({ rows }: TruthReport): string[] {
  return rows.filter(({ outcome }) => outcome === 'refuted').map(({ id }) => id)
}

describe('the kit', () => {
  it('checks own books with queries only, and reports every belief once', async () => {
    const { report, quickBooks } = await verify()

    expect(parseTruthReport(JSON.stringify(report))).toEqual(report)
    expect(report.rows.map(({ id }) => id).sort()).toEqual(beliefs.map(({ id }) => id).sort())
    // Its error texts are German.
    expect(getRefuted(report)).toEqual(['A56'])
    for (const set of quickBooks.messageSets) expect(set).not.toMatch(/<\w+(?:Add|Mod|Del|Void)Rq/)
    expect(quickBooks.calls.slice(-3)).toEqual(['EndSession', 'CloseConnection', 'drop'])
  })

  it('runs twelve checks after an installation', async () => {
    const { report } = await verify({ onlyFirst: true })
    expect(report.rows).toHaveLength(12)
    expect(getRefuted(report)).toEqual([])
  })

  it('keeps no text of own books in its report', async () => {
    const { report } = await verify()
    expect(JSON.stringify(report)).not.toMatch(/Sample Company|Sacramento|office@example/)
    expect(report.exchanges.length).toBeGreaterThan(40)
  })

  it('asks nothing of another company file', async () => {
    const { report, quickBooks } = await verify({}, (here) => {
      here.path = 'C:\\Books\\Other.qbw'
    })
    expect(quickBooks.messageSets).toEqual([])
    expect(report.exchanges).toEqual([])
    expect(getOutcomes(report).A60).toMatch(/^skipped: Another company file is open/)
  })

  it('refuses to write, or to leave texts readable, unless the sample company is open', async () => {
    await expect(verify({ writes: true })).rejects.toThrow('--writes needs --sample')
    await expect(verify({ isSample: true, writes: true })).rejects.toThrow('not a sample company')
  })

  it('writes in the sample company, deletes what it has added, and redacts nothing', async () => {
    let company: ReturnType<typeof openSampleCompany> | undefined
    const { report } = await verify({ isSample: true, writes: true }, (_here, opened) => {
      company = opened
      opened.switches.isSampleCompany = true
    })
    const outcomes = getOutcomes(report)
    expect(outcomes).toMatchObject({
      A61: 'proved: 0, 3100, 0',
      A62: expect.stringMatching(/^proved: .*ID unchanged$/),
    })
    expect(outcomes.A63).toBe('noted: in the next session set 0, 0, without a restart set 0, 0')
    expect(getRefuted(report)).toEqual(['A56'])
    expect(await company?.recordCount()).toBe(await openSampleCompany().recordCount())
    expect(JSON.stringify(report)).toContain('Sample Company')
  })

  it('says one sentence for each guided check, and compares what QuickBooks does then', async () => {
    const sentences: string[] = []
    const guide = async (sentence: string) => {
      sentences.push(sentence)
      return /^Close QuickBooks\.$|File > Close/.test(sentence) ? ('done' as const) : ('skip' as const)
    }
    const { report } = await verify({ guide }, (here) => {
      let sessions = 0
      const begin = () => {
        sessions++
        if (sentences.length === 0) return ok(`ticket-${sessions}`)
        return failed(sentences.at(-1) === 'Close QuickBooks.' ? 0x80040416 : 0x80040403)
      }
      for (let count = 0; count < 40; count++) here.once('BeginSession', begin)
    })
    expect(sentences).toHaveLength(12)
    expect(getOutcomes(report)).toMatchObject({
      A19: expect.stringMatching(/^proved: 0x80040416/),
      A21: expect.stringMatching(/^refuted: 0x80040403/),
      A25: 'skipped: skipped by the person at the PC',
    })
  })

  it.each([
    { writes: false, found: 'noted: 0x80040414' },
    { writes: true, found: 'proved: 0x80040414, the customer was not added' },
  ])('shows whether a write ran that met a dialog, with writes: $writes', async ({ writes, found }) => {
    let opened: ScriptedQuickBooks | undefined
    const sentences: string[] = []
    const guide = async (sentence: string) => {
      sentences.push(sentence)
      if (sentence.startsWith('Now open')) opened?.once('ProcessRequest', () => failed(0x80040414))
      return /Preferences (?:again|window)/.test(sentence) ? ('done' as const) : ('skip' as const)
    }
    const { report, quickBooks } = await verify({ guide, writes, isSample: writes }, (here, company) => {
      opened = here
      company.switches.isSampleCompany = writes
    })
    expect(getOutcomes(report).A26).toBe(found)
    expect(sentences.filter((sentence) => sentence === 'Close the Preferences window.')).toHaveLength(2)
    expect(quickBooks.messageSets.some((set) => set.includes(' dialog</FullName>'))).toBe(writes)
  })

  it('deletes the customer of a write that no dialog stopped', async () => {
    let company: ReturnType<typeof openSampleCompany> | undefined
    const guide = async (sentence: string) =>
      /Preferences (?:again|window)/.test(sentence) ? ('done' as const) : ('skip' as const)
    const { report } = await verify({ guide, writes: true, isSample: true }, (_here, opened) => {
      company = opened
      opened.switches.isSampleCompany = true
    })
    expect(getOutcomes(report).A26).toBe('refuted: 0')
    expect(await company?.recordCount()).toBe(await openSampleCompany().recordCount())
  })

  it('finds a QuickBooks that changes the ID of a message set', async () => {
    const { report } = await verify({}, (here, company) => {
      const change = async ([, messageSet]: readonly (string | number)[]) => {
        const outcome = await company.exchange(String(messageSet))
        if (!outcome.sent || outcome.lost) return failed(0x80040400)
        return ok(outcome.response.replace(/(newMessageSetID=")[^"]*/, '$1{another}'))
      }
      for (let count = 0; count < 200; count++) here.once('ProcessRequest', change)
    })
    expect(getOutcomes(report).A101).toBe('refuted: changed')
  })
})
