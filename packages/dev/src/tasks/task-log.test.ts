import { describe, expect, it } from 'vitest'
import { TaskLog } from './task-log.ts'
import { TestProgress } from './test-progress.ts'

const unit = '@bridge/faults#test:unit'

function entry(source: string, text: string, level = 'stdout'): string {
  return JSON.stringify({ source, level, timestamp: 1, text })
}

describe('a task log', () => {
  it('counts test files that passed, failed or were skipped', () => {
    const progress = new TestProgress()
    progress.expect('test files', 4)
    const log = new TaskLog(progress)
    for (const line of [
      ' ✓ packages/faults/src/a.test.ts (114 tests) 218ms',
      ' ❯ packages/faults/src/b.test.ts (1 test | 1 failed) 30ms',
      ' ↓ packages/faults/src/c.test.tsx (2 tests | 2 skipped)',
      '     ✓ a slow test  1032ms',
    ])
      log.read(entry(unit, line))

    expect(progress.format()).toBe('3 of 4 test files')
  })

  it('counts no test file of a task whose output is printed again from the cache', () => {
    const progress = new TestProgress()
    progress.expect('test files', 1)
    const log = new TaskLog(progress)
    const other = '@bridge/qbxml#test:unit'
    log.read(entry(other, 'cache hit, replaying logs cc8f48a42ce1ef7f'))
    log.read(entry(unit, 'cache miss, executing 0e1f48a42ce1ef70'))
    log.read(entry(other, ' ✓ packages/qbxml/src/a.test.ts (114 tests) 218ms'))
    log.read(entry(unit, ' ✓ packages/faults/src/a.test.ts (114 tests) 218ms'))

    expect(progress.format()).toBe('1 of 1 test files')
  })

  it('shows failed tests and the messages of turbo at once, and nothing else', () => {
    const log = new TaskLog(new TestProgress())
    const shown = [
      entry(unit, 'cache miss, executing cc8f48a42ce1ef7f'),
      entry(unit, ' ✓ packages/faults/src/a.test.ts (114 tests) 218ms'),
      entry(unit, '   × fails 29ms'),
      entry('turbo', ' Tasks:    1 successful, 2 total', 'info'),
      entry('turbo', 'could not find task lnt', 'error'),
      ' ERROR  run failed: command  exited (1)',
    ].flatMap((line) => log.read(line) ?? [])

    expect(shown).toEqual(['   × fails 29ms', 'could not find task lnt', ' ERROR  run failed: command  exited (1)'])
  })

  it('keeps the whole output of each task that failed', () => {
    const log = new TaskLog(new TestProgress())
    log.read(entry(unit, 'AssertionError: expected 1 to be 2'))
    log.read(entry('//#lint', 'lint is silent'))
    log.read(entry('//#types', "error TS2304: Cannot find name 'a'."))
    log.read(entry('turbo', `Failed:    ${unit}, //#types`, 'info'))

    expect(log.formatFailures()).toBe(
      `── ${unit}\nAssertionError: expected 1 to be 2\n\n── //#types\nerror TS2304: Cannot find name 'a'.\n`,
    )
  })
})
