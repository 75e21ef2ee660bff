import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { formatTime, TestProgress } from './test-progress.ts'

describe('the progress of tests', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is printed now and then while they run, and not after', async () => {
    const progress = new TestProgress()
    progress.expect('test files', 2)
    progress.expect('journeys', 5)
    progress.end('test files')
    const lines: string[] = []
    const work = progress.during(new Promise((resolve) => setTimeout(resolve, 50_000)), (line) => lines.push(line))
    await vi.advanceTimersByTimeAsync(200_000)
    await work

    expect(lines).toEqual(['  20 s: 1 of 2 test files, 0 of 5 journeys', '  40 s: 1 of 2 test files, 0 of 5 journeys'])
  })

  it('adds up what several runs expect, and leaves out what none expects', () => {
    const progress = new TestProgress()
    progress.expect('test files', 2)
    progress.expect('test files', 3)
    progress.expect('journeys', 0)
    progress.end('journeys')

    expect(progress.format()).toBe('0 of 5 test files')
  })
})

it('formats times', () => {
  expect([0, 59_400, 60_000, 245_000].map(formatTime)).toEqual(['0 s', '59 s', '1 min 00 s', '4 min 05 s'])
})
