import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { readJson } from '../files/private-file.ts'
import { inRepository } from '../files/repository.ts'
import { listVitestFailures, summaryLine, type TestCounts } from '../tasks/test-counts.ts'

/** Reads the report for every package with tests of a kind; `undefined` is a missing report. */
export async function readReports(kind: 'unit' | 'slow'): Promise<unknown[]> {
  const packages = await Promise.all(['apps', 'packages'].map((parent) => listPackages(parent, `test:${kind}`)))
  return Promise.all(packages.flat().map((folder) => readJson(path.join(folder, `reports/${kind}.json`))))
}

/** Ends the output with the failed unit tests, whose own output is far above, and the counts. */
export function writeSummary(reports: readonly unknown[], counts: readonly TestCounts[]): void {
  const failures = reports.flatMap(listVitestFailures)
  process.stdout.write(`\n${[...failures, summaryLine(counts)].join('\n')}\n`)
}

/** Sets no variable for the usual amount: turbo finds what other commands have cached. */
export function scaleVariables(scale: number): Record<string, string> {
  return scale === 1 ? {} : { TEST_SCALE: String(scale) }
}

export function writeLine(line: string): void {
  process.stdout.write(`${line}\n`)
}

const packageSchema = z.object({ scripts: z.record(z.string(), z.string()) })

async function listPackages(parent: string, script: string): Promise<string[]> {
  const folders = (await readdir(inRepository(parent))).map((name) => inRepository(parent, name))
  const manifests = await Promise.all(folders.map((folder) => readJson(path.join(folder, 'package.json'))))
  return folders.filter((_folder, index) => packageSchema.safeParse(manifests[index]).data?.scripts[script])
}
