import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { maxReportBytes, parseTruthReport, type TruthReport } from '@bridge/truth'
import { compareReport } from './compare-report.ts'
import { formatDifference } from './difference.ts'
import { storeGolden } from './golden.ts'
import { updateUnproved } from './update-unproved.ts'

const windowsPage = path.resolve(import.meta.dirname, '../../../../docs/windows.md')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean', default: false } },
})
process.exitCode = await main(positionals, values.check)

/** Compares a report with the product and, without `--check`, keeps it. Returns the exit code. */
async function main([file]: readonly string[], isCheck: boolean): Promise<number> {
  const report = file === undefined ? undefined : await readReport(file)
  if (report === undefined) {
    process.stderr.write('Usage: npm run truth -- FILE [--check], with a report of edge-agent verify.\n')
    return 1
  }
  const { differences, dropped, unseeded } = await compareReport(report)
  const list = (title: string, lines: readonly string[]): void => {
    process.stdout.write(`${lines.length} ${title}\n${lines.map((line) => `  ${line}\n`).join('')}`)
  }
  list('differences', differences.map(formatDifference))
  list('values that no entity reads', dropped)
  list('records that the emulator could not be given', unseeded)
  if (!isCheck) {
    process.stdout.write(`Stored in ${await storeGolden(report)}\n`)
    await writeFile(windowsPage, updateUnproved(await readFile(windowsPage, 'utf8'), report))
  }
  return differences.length === 0 ? 0 : 1
}

async function readReport(file: string): Promise<TruthReport | undefined> {
  const { size } = await stat(file)
  return size > 2 * maxReportBytes ? undefined : parseTruthReport(await readFile(file, 'utf8'))
}
