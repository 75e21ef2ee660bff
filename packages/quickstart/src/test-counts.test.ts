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

describe('test counts', () => {
  it('adds up the reports', () => {
    expect(summaryLine([countVitest(vitest), countPlaywright(playwright)])).toBe('10 passed, 0 failed, 1 skipped')
    expect(summaryLine([countPlaywright(playwright)])).toBe('3 passed, 0 failed')
  })

  it('counts a missing report as a failure', () => {
    expect(countVitest(undefined)).toEqual({ passed: 0, failed: 1, skipped: 0 })
    expect(countPlaywright({})).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })

  it('counts a test file that failed to load, or a failed setup, as a failure', () => {
    expect(countVitest({ ...vitest, success: false }).failed).toBe(1)
    expect(countPlaywright({ ...playwright, errors: [{ message: 'the set-up failed' }] }).failed).toBe(1)
  })

  it('counts a flaky test as failed', () => {
    expect(countPlaywright({ ...playwright, stats: { ...playwright.stats, flaky: 1 } }).failed).toBe(1)
  })
})
