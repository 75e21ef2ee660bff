import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildAll } from './build.ts'
import { runChecks } from './checks.ts'
import { ensureChromium } from './chromium.ts'
import { readJson } from './private-file.ts'
import { terminalProgress } from './progress.ts'
import { inRepository } from './repository.ts'
import { run } from './run.ts'
import { countPlaywright, countVitest, summaryLine, type TestCounts } from './test-counts.ts'

/** `npm test`: checks, then every test, ending with the counts. Returns the exit code. */
export async function test(): Promise<number> {
  const reports = await mkdtemp(path.join(tmpdir(), 'bridge-reports-'))
  try {
    const checks = await runChecks()
    const counts = [await runVitest(path.join(reports, 'vitest.json'))]
    counts.push(await runPlaywright(path.join(reports, 'playwright.json')))
    const failedChecks = checks.filter(({ passed }) => !passed).map(({ name }) => name)
    if (failedChecks.length > 0) process.stdout.write(`\nChecks that failed: ${failedChecks.join(', ')}\n`)
    process.stdout.write(`\n${summaryLine(counts)}\n`)
    return failedChecks.length === 0 && counts.every(({ failed }) => failed === 0) ? 0 : 1
  } finally {
    await rm(reports, { recursive: true, force: true })
  }
}

async function runVitest(report: string): Promise<TestCounts> {
  const vitest = inRepository('node_modules/vitest/vitest.mjs')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code } = await run(process.execPath, [vitest, ...args], { output: 'show' })
  return atLeastOneFailed(countVitest(await readJson(report)), code)
}

/** A runner that ends badly has failed, whatever its report says. */
function atLeastOneFailed(counts: TestCounts, code: number): TestCounts {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

async function runPlaywright(report: string): Promise<TestCounts> {
  await terminalProgress.step('Build', buildAll)
  const chromium = await terminalProgress.step('Chromium', ensureChromium)
  if (!chromium) {
    process.stderr.write(
      '✗ The browser tests need Chromium, and it could not be installed. Install it, then run npm test again.\n',
    )
    return { passed: 0, failed: 1, skipped: 0 }
  }
  const playwright = inRepository('node_modules/playwright/cli.js')
  const env = { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const { code } = await run(process.execPath, [playwright, 'test', '--reporter=list,json'], { env, output: 'show' })
  return atLeastOneFailed(countPlaywright(await readJson(report)), code)
}
