import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { readJson } from '../files/private-file.ts'
import { inRepository, repository } from '../files/repository.ts'
import { countPlaywright, type TestCounts } from '../tasks/test-counts.ts'
import { TestProgress } from '../tasks/test-progress.ts'
import { terminalProgress } from '../terminal/progress.ts'
import { BrowserLog } from './browser-log.ts'
import { ensureChromium } from './chromium.ts'

/** Projects in playwright.config.ts: user journeys, and what takes minutes, such as every page in every state. */
const browserSuites = { journeys: ['journeys', 'last', 'restart'], slow: ['slow'] } as const

/**
 * Runs browser tests against a separate service, and returns how many passed.
 *
 * @param variables environment variables for the tests and the service
 * @param progress counts the tests
 */
export async function runBrowserTests(
  suite: keyof typeof browserSuites,
  variables: Readonly<Record<string, string>> = {},
  progress = new TestProgress(),
): Promise<TestCounts> {
  const chromium = await terminalProgress.step('Chromium', ensureChromium)
  if (!chromium) {
    process.stderr.write('✗ The browser tests need Chromium, which could not be installed. Install it and try again.\n')
    return { passed: 0, failed: 1, skipped: 0 }
  }
  const reports = await mkdtemp(path.join(tmpdir(), 'bridge-reports-'))
  const report = path.join(reports, 'playwright.json')
  try {
    const projects = browserSuites[suite].map((project) => `--project=${project}`)
    const log = new BrowserLog(progress, suite === 'journeys' ? 'journeys' : 'browser tests')
    const run = execa(
      process.execPath,
      [inRepository('node_modules/playwright/cli.js'), 'test', ...projects, '--reporter=list,json'],
      {
        cwd: repository,
        env: { ...variables, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
        stdin: 'ignore',
        all: true,
        reject: false,
      },
    )
    for await (const line of run.iterable({ from: 'all' })) {
      const text = log.read(line)
      if (text !== undefined) process.stdout.write(`${text}\n`)
    }
    const { exitCode } = await run
    const counts = countPlaywright(await readJson(report))
    return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
  } finally {
    await rm(reports, { recursive: true, force: true })
  }
}
