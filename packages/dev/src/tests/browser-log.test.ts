import { expect, it } from 'vitest'
import { TestProgress } from '../tasks/test-progress.ts'
import { BrowserLog } from './browser-log.ts'

it('counts browser tests, and shows only those that failed and why', () => {
  const progress = new TestProgress()
  const log = new BrowserLog(progress, 'journeys')
  const shown = [
    'Running 3 tests using 1 worker',
    '',
    '  ✓   1 [journeys] › a.e2e.ts:41:1 › an app is registered (9.9s)',
    '  ✘   2 [journeys] › b.e2e.ts:12:1 › an app is deleted (9.9s)',
    '  -   3 [journeys] › c.e2e.ts:12:1 › an app is kept',
    '  1) [journeys] › b.e2e.ts:12:1 › an app is deleted',
    '    Error: the app is still there',
    '  1 failed',
  ].flatMap((line) => log.read(line) ?? [])

  expect(progress.format()).toBe('3 of 3 journeys')
  expect(shown).toEqual([
    '  ✘   2 [journeys] › b.e2e.ts:12:1 › an app is deleted (9.9s)',
    '  1) [journeys] › b.e2e.ts:12:1 › an app is deleted',
    '    Error: the app is still there',
    '  1 failed',
  ])
})
