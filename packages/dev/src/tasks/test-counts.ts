import { z } from 'zod'

export interface TestCounts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

const vitestResults = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
})
const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number().default(0),
  numFailedTestSuites: z.number(),
  success: z.boolean(),
})
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(z.unknown()).default([]),
})

/** Counts the tests in Vitest's JSON report. A missing report, or a file failing to load, counts as a failure. */
export function countVitest(report: unknown): TestCounts {
  const parsed = vitestReport.safeParse(report)
  if (!parsed.success) return { passed: 0, failed: 1, skipped: 0 }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, success } = parsed.data
  const failed = numFailedTests === 0 && !success ? 1 : numFailedTests
  return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests }
}

/** Lists the failed tests in Vitest's JSON report, a line each: file, test and what it found. */
export function listVitestFailures(report: unknown): string[] {
  return (vitestResults.safeParse(report).data?.testResults ?? []).flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    const ofTests = failed.map((test) => `${file.name} > ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`)
    const isBroken = file.status === 'failed' && failed.length === 0
    return isBroken ? [`${file.name}: ${firstLine(file.message)}`] : ofTests
  })
}

function firstLine(text = ''): string {
  return text.split('\n', 1)[0] ?? ''
}

/** Counts the tests in Playwright's JSON report. A missing report, or an error outside tests, counts as a failure. */
export function countPlaywright(report: unknown): TestCounts {
  const parsed = playwrightReport.safeParse(report)
  if (!parsed.success) return { passed: 0, failed: 1, skipped: 0 }
  const { stats, errors } = parsed.data
  const outside = errors.length > 0 && stats.unexpected === 0 ? 1 : 0
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + outside, skipped: stats.skipped }
}

/** Formats a test run's last line: `12 passed, 0 failed`, plus skipped tests if there are any. */
export function summaryLine(counts: readonly TestCounts[]): string {
  const sum = (key: keyof TestCounts) => counts.reduce((total, each) => total + each[key], 0)
  const skipped = sum('skipped')
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
