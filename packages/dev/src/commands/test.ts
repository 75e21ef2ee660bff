import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { readJson } from '../private-file.ts'
import { terminalProgress } from '../progress.ts'
import { inRepository } from '../repository.ts'
import { countVitest, listVitestFailures, summaryLine, type TestCounts } from '../tasks/test-counts.ts'
import { formatTime, TestProgress } from '../tasks/test-progress.ts'
import { requireTasks, runTasks } from '../tasks/turbo.ts'
import { runBrowserTests } from '../tests/browser-tests.ts'
import { prepareTestTime, testTimeOfCommit } from '../tests/prepare-test-time.ts'
import { slowMachine } from '../tests/slow-machine.ts'
import type { TestTime } from '../tests/test-time.ts'
import { checkTasks } from './check.ts'

export interface TestOptions {
  /** Runs the unit tests at a time chosen by the commit, instead of now. */
  readonly dateOfCommit: boolean
  /** Multiplies random input. */
  readonly scale?: number
}

/**
 * `npm test`: runs the checks and the build, then the unit tests and at the same time the journeys, which mostly wait.
 * Returns the exit code.
 */
export async function test({ dateOfCommit, scale = 1 }: TestOptions): Promise<number> {
  const time = dateOfCommit ? await prepareTestTime(await testTimeOfCommit()) : {}
  const variables = { ...time, ...scaleVariables(scale) }
  const startedAt = performance.now()
  const isBuilt = await runTasks([...checkTasks, 'build'])
  writeLine(`${isBuilt ? '✓' : '✗'} Checks and build (${formatTime(performance.now() - startedAt)})`)
  const progress = new TestProgress()
  const [isTested, journeys] = await progress.during(
    Promise.all([
      runTasks(['test:unit'], variables, progress),
      isBuilt ? runBrowserTests('journeys', {}, progress) : { passed: 0, failed: 0, skipped: 0 },
    ]),
    writeLine,
  )
  if (!isBuilt) writeLine('A check or the build failed, so that the journeys did not run; its output is above.')
  const reports = await readReports('unit')
  const counts = [...reports.map(countVitest), journeys]
  writeSummary(reports, counts)
  return isBuilt && isTested && counts.every(({ failed }) => failed === 0) ? 0 : 1
}

/** `npm run test:at`: runs the unit tests at a time, in their own processes. Returns the exit code. */
export async function testAt(time: TestTime): Promise<number> {
  const progress = new TestProgress()
  const passed = await progress.during(runTasks(['test:unit'], await prepareTestTime(time), progress), writeLine)
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
    const progress = new TestProgress()
    const counts = await progress.during(runBrowserTests('journeys', variables, progress), writeLine)
    writeSummary([], [counts])
    return counts.failed === 0 ? 0 : 1
  } finally {
    await machine?.stop()
  }
}

/** `npm run test:slow`: runs the tests taking minutes, in a browser last. Returns the exit code. */
export async function testSlow({ scale = 1 } = {}): Promise<number> {
  const progress = new TestProgress()
  const passed = await progress.during(runTasks(['test:slow'], scaleVariables(scale), progress), writeLine)
  const reports = await readReports('slow')
  const browser = await progress.during(runBrowserTests('slow', scaleVariables(scale), progress), writeLine)
  const counts = [...reports.map(countVitest), browser]
  writeSummary(reports, counts)
  return passed && counts.every(({ failed }) => failed === 0) ? 0 : 1
}

/** Reads the report for every package with tests of a kind; `undefined` is a missing report. */
async function readReports(kind: 'unit' | 'slow'): Promise<unknown[]> {
  const packages = await Promise.all(['apps', 'packages'].map((parent) => listPackages(parent, `test:${kind}`)))
  return Promise.all(packages.flat().map((folder) => readJson(path.join(folder, `reports/${kind}.json`))))
}

/** Ends the output with the failed unit tests, whose own output is far above, and the counts. */
function writeSummary(reports: readonly unknown[], counts: readonly TestCounts[]): void {
  const failures = reports.flatMap(listVitestFailures)
  process.stdout.write(`\n${[...failures, summaryLine(counts)].join('\n')}\n`)
}

/** Sets no variable for the usual amount: turbo finds what other commands have cached. */
function scaleVariables(scale: number): Record<string, string> {
  return scale === 1 ? {} : { TEST_SCALE: String(scale) }
}

function writeLine(line: string): void {
  process.stdout.write(`${line}\n`)
}

const packageSchema = z.object({ scripts: z.record(z.string(), z.string()) })

async function listPackages(parent: string, script: string): Promise<string[]> {
  const folders = (await readdir(inRepository(parent))).map((name) => inRepository(parent, name))
  const manifests = await Promise.all(folders.map((folder) => readJson(path.join(folder, 'package.json'))))
  return folders.filter((_folder, index) => packageSchema.safeParse(manifests[index]).data?.scripts[script])
}
