import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { getReleaseName, parseTruthReport, type TruthReport } from '@bridge/truth'
import { compareReport } from './compare-report.ts'
import { getKey } from './difference.ts'

/** The reports of real QuickBooks, by release. Every build replays them. */
export const goldenFolder = path.resolve(import.meta.dirname, '../../truth')

/** What a release showed, and how it differed from the product then. */
interface Golden {
  readonly report: TruthReport
  readonly differences: readonly string[]
  readonly dropped: readonly string[]
}

/** Stores a report for later builds. Returns its folder. */
export async function storeGolden(report: TruthReport, folder = goldenFolder): Promise<string> {
  const { differences, dropped } = await compareReport(report)
  const target = path.join(folder, getReleaseName(report))
  await mkdir(target, { recursive: true })
  const golden: Golden = { report, differences: differences.map(getKey), dropped }
  const file = path.join(target, `${report.file}.json`)
  await writeFile(file, `${JSON.stringify(golden, undefined, 1)}\n`)
  return file
}

/** Returns the files of all stored reports. */
export async function listGoldens(folder = goldenFolder): Promise<readonly string[]> {
  const releases = await readdir(folder, { recursive: true }).catch(() => [])
  return releases.filter((file) => file.endsWith('.json')).map((file) => path.join(folder, file))
}

/** Returns how the product differs from a stored report now, and did not when it was stored. */
export async function replayGolden(file: string): Promise<readonly string[]> {
  const stored = JSON.parse(await readFile(file, 'utf8')) as Golden
  const report = parseTruthReport(JSON.stringify(stored.report))
  if (report === undefined) return [`${file} is no report`]
  const { differences, dropped } = await compareReport(report)
  const known = new Set([...stored.differences, ...stored.dropped])
  return [...differences.map(getKey), ...dropped].filter((key) => !known.has(key))
}
