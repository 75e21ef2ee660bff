import { describe, expect, it } from 'vitest'
import { countPlaywright, countVitest, summaryLine } from './test-counts.ts'

const vitest = {
  numPassedTests: 7,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 0,
  numFailedTestSuites: 0,
  success: true,
}
const playwright = { stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 0 }, errors: [] }

describe('the counts of a run', () => {
  it('are summed in the last line', () => {
    expect(summaryLine([countVitest(vitest), countPlaywright(playwright)])).toBe('10 passed, 0 failed, 1 skipped')
    expect(summaryLine([countPlaywright(playwright)])).toBe('3 passed, 0 failed')
  })

  it('take a report that is missing for a failure', () => {
    expect(countVitest(undefined)).toEqual({ passed: 0, failed: 1, skipped: 0 })
    expect(countPlaywright({})).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })

  it('take a test file that could not be loaded, or a set-up that failed, for a failure', () => {
    expect(countVitest({ ...vitest, success: false }).failed).toBe(1)
    expect(countPlaywright({ ...playwright, errors: [{ message: 'the set-up failed' }] }).failed).toBe(1)
  })

  it('take a flaky test for a failed one', () => {
    expect(countPlaywright({ ...playwright, stats: { ...playwright.stats, flaky: 1 } }).failed).toBe(1)
  })
})
