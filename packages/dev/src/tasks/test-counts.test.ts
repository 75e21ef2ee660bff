import { describe, expect, it } from 'vitest'
import { countPlaywright, countVitest, listVitestFailures, summaryLine } from './test-counts.ts'

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

  it('lists each failed test, and each file that failed to load, with what was found', () => {
    const passed = { fullName: 'a passes', status: 'passed', failureMessages: [] }
    const failed = { fullName: 'b fails', status: 'failed', failureMessages: ['Error: 1 is not 2\n    at b.test.ts:3'] }
    const testResults = [
      { name: '/b.test.ts', status: 'failed', message: '', assertionResults: [passed, failed] },
      { name: '/c.test.ts', status: 'failed', message: 'Cannot find module d', assertionResults: [] },
    ]
    expect(listVitestFailures({ testResults })).toEqual([
      '/b.test.ts > b fails: Error: 1 is not 2',
      '/c.test.ts: Cannot find module d',
    ])
    expect(listVitestFailures(undefined)).toEqual([])
  })

  it('counts a flaky test as failed', () => {
    expect(countPlaywright({ ...playwright, stats: { ...playwright.stats, flaky: 1 } }).failed).toBe(1)
  })
})
