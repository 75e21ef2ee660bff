import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { runBrowserTests } from './browser-tests.ts'
import { checkTasks } from './check.ts'
import { prepareTestTime, testTimeOfCommit } from './prepare-test-time.ts'
import { readJson } from './private-file.ts'
import { terminalProgress } from './progress.ts'
import { inRepository } from './repository.ts'
import { slowMachine } from './slow-machine.ts'
import { countVitest, listVitestFailures, summaryLine, type TestCounts } from './test-counts.ts'
import type { TestTime } from './test-time.ts'
import { requireTasks, runTasks } from './turbo.ts'

export interface TestOptions {
  /** Runs the unit tests at a time that the commit chooses, instead of now. */
  readonly dateOfCommit: boolean
}

/** `npm test`: runs the checks, the unit tests and the build in parallel, then the journeys in a browser. Returns the exit code. */
export async function test({ dateOfCommit }: TestOptions): Promise<number> {
  const variables = dateOfCommit ? await prepareTestTime(await testTimeOfCommit()) : {}
  const passed = await runTasks([...checkTasks, 'test:unit', 'build'], variables)
  const reports = await readReports('unit')
  const counts = [...reports.map(countVitest), await runBrowserTests('journeys')]
  if (!passed) process.stdout.write('\nA check, a unit test or the build failed; its output is above.\n')
  writeSummary(reports, counts)
  return passed && counts.every(({ failed }) => failed === 0) ? 0 : 1
}

/** `npm run test:at`: runs the unit tests at a time, in their own processes. Returns the exit code. */
export async function testAt(time: TestTime): Promise<number> {
  const passed = await runTasks(['test:unit'], await prepareTestTime(time))
  const reports = await readReports('unit')
  writeSummary(reports, reports.map(countVitest))
  return passed ? 0 : 1
}

export interface JourneyOptions {
  /** When the journeys run, instead of now. */
  readonly time: TestTime | undefined
  /** Makes the machine four times slower while they run. */
  readonly onSlowMachine: boolean
}

const slowFactor = 4

/** `npm run test:journeys`: runs the journeys in a browser. Returns the exit code. */
export async function testJourneys({ time, onSlowMachine }: JourneyOptions): Promise<number> {
  const variables = time === undefined ? {} : await prepareTestTime(time)
  await terminalProgress.step('Build', () => requireTasks('build'))
  const machine = onSlowMachine ? await slowMachine(slowFactor) : undefined
  if (machine) process.stdout.write(`A loop takes ${machine.factor.toFixed(1)} times as long.\n`)
  try {
    const counts = await runBrowserTests('journeys', variables)
    writeSummary([], [counts])
    return counts.failed === 0 ? 0 : 1
  } finally {
    await machine?.stop()
  }
}

/** `npm run test:slow`: runs the tests that take minutes, in a browser last. Returns the exit code. */
export async function testSlow(): Promise<number> {
  const passed = await runTasks(['test:slow'])
  const reports = await readReports('slow')
  const counts = [...reports.map(countVitest), await runBrowserTests('slow')]
  writeSummary(reports, counts)
  return passed && counts.every(({ failed }) => failed === 0) ? 0 : 1
}

/** Reads the report of every package that has tests of a kind; `undefined` is a missing report. */
async function readReports(kind: 'unit' | 'slow'): Promise<unknown[]> {
  const packages = await Promise.all(['apps', 'packages'].map((parent) => listPackages(parent, `test:${kind}`)))
  return Promise.all(packages.flat().map((folder) => readJson(path.join(folder, `reports/${kind}.json`))))
}

/** Ends the output with the failed unit tests, whose own output is far above, and the counts. */
function writeSummary(reports: readonly unknown[], counts: readonly TestCounts[]): void {
  const failures = reports.flatMap(listVitestFailures)
  process.stdout.write(`\n${[...failures, summaryLine(counts)].join('\n')}\n`)
}

const packageSchema = z.object({ scripts: z.record(z.string(), z.string()) })

async function listPackages(parent: string, script: string): Promise<string[]> {
  const folders = (await readdir(inRepository(parent))).map((name) => inRepository(parent, name))
  const manifests = await Promise.all(folders.map((folder) => readJson(path.join(folder, 'package.json'))))
  return folders.filter((_folder, index) => packageSchema.safeParse(manifests[index]).data?.scripts[script])
}
