import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { verifyCompany } from '@bridge/edge-agent/testing/verify'
import { memoryStorage, openCompany, type Template } from '@bridge/emulator'
import type { TruthReport } from '@bridge/truth'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { compareReport } from './compare-report.ts'
import { formatDifference } from './difference.ts'
import { listGoldens, replayGolden, storeGolden } from './golden.ts'

function open(template: Template) {
  return openCompany({
    storage: memoryStorage(),
    clock: () => new Date('2026-03-02T09:00:00Z'),
    random: () => 0.5,
    template,
  })
}

let report: TruthReport

beforeAll(async () => {
  report = await verifyCompany(open('sample'))
})

/** The scripted QuickBooks fails with German texts. */
const known = [expect.stringMatching(/^A56 check: QuickBooks 0 of \d+ texts are English; the belief /)]

/** Returns the report after a change of its responses. */
function change(from: string | RegExp, to: string): TruthReport {
  const exchanges = report.exchanges.map((each) => ({ ...each, response: each.response?.replace(from, to) }))
  return { ...report, exchanges }
}

async function compare(changed: TruthReport) {
  const { differences, dropped } = await compareReport(changed)
  return { differences: differences.map(formatDifference), dropped }
}

describe('a report', () => {
  it('of the emulator has no differences but the known ones', async () => {
    expect((await compare(report)).differences).toEqual(known)
  })

  it('shows a status that the emulator does not return, and the file that it contradicts', async () => {
    const { differences } = await compare(change('statusCode="500"', 'statusCode="1"'))
    expect(differences).toContainEqual(
      expect.stringMatching(/^A86 CustomerQueryRq: QuickBooks 1 .*; the emulator 500 .*status-error\.ts\)$/),
    )
  })

  it('shows a value that the emulator does not return', async () => {
    const { differences } = await compare(
      change(
        /<JobStatus>.*<\/JobStatus>|<IsActive>true<\/IsActive>/,
        '<IsActive>true</IsActive><Surprise>9</Surprise>',
      ),
    )
    expect(differences).toContainEqual(
      expect.stringMatching(/AccountRet\/Surprise: QuickBooks returns it; the emulator does not/),
    )
  })

  it('shows values that no entity reads', async () => {
    const { dropped } = await compare(change('</CustomerRet>', '<Surprise>9</Surprise></CustomerRet>'))
    expect(dropped).toContain('CustomerRet/Surprise')
    expect(dropped).not.toContain('CustomerRet/Name')
  })

  it('that is stored finds only what has changed since', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'truth-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = await storeGolden(report, folder)
    expect(await listGoldens(folder)).toEqual([file])
    expect(path.relative(folder, file)).toBe('quickbooks-enterprise-solutions-14.0-24.0/books.json')
    expect(await replayGolden(file)).toEqual([])
    const stored = await readFile(file, 'utf8')
    await writeFile(file, stored.replaceAll('</CustomerRet>', '<Surprise>9</Surprise></CustomerRet>'))
    expect(await replayGolden(file)).toContain('CustomerRet/Surprise')
  })
})

it('the product still agrees with the stored reports of real QuickBooks', async () => {
  for (const file of await listGoldens()) expect(await replayGolden(file)).toEqual([])
})
