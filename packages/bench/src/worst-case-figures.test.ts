import { describe, expect, it } from 'vitest'
import { isReached } from './measurement.ts'
import { type Calls, isTooSlow, joinCalls, toMeasurements } from './worst-case-figures.ts'

const mebibyte = 1024 ** 2
const idleMemory = { server: 256 * mebibyte, gateway: 128 * mebibyte }
const worstCase = { name: 'a load', maxSlowdown: 2 }
const run = {
  idle: callsOf(5, 10),
  loaded: callsOf(10, 15),
  memory: { server: 512 * mebibyte, gateway: 128 * mebibyte },
  reached: 3,
  refused: 0,
}

function callsOf(readMs: number, writeMs: number, failures: readonly string[] = []): Calls {
  return { times: { read: Array(100).fill(readMs), write: Array(50).fill(writeMs) }, failures }
}

describe('the figures of a load', () => {
  it('compare the calls and the memory with those of the idle service', () => {
    const measurements = toMeasurements(worstCase, [run], idleMemory)
    expect(measurements.map(({ ratio, goal }) => [ratio, goal.atMost])).toEqual([
      [2, 2],
      [1.5, 2],
      [0, 0],
      [2, 4],
      [1, 4],
    ])
    expect(measurements.every(isReached)).toBe(true)
  })

  it('miss their goal if a call fails', () => {
    const loaded = callsOf(5, 10, ['company file query: 503'])
    const [, , failed] = toMeasurements(worstCase, [{ ...run, loaded }], idleMemory)
    expect(failed).toMatchObject({ ratio: 1, goal: { atMost: 0 }, detail: '1 of 301: company file query: 503' })
  })

  it('miss their goals if the load never reached the service', () => {
    const unreached = { ...run, loaded: run.idle, reached: 0, refused: 9 }
    const [reads, writes] = toMeasurements(worstCase, [unreached], idleMemory)
    expect([reads, writes].map((each) => each !== undefined && isReached(each))).toEqual([false, false])
  })

  it('are the median slowdown of several runs, and the worst of everything else', () => {
    const slow = { ...run, loaded: callsOf(15, 15, ['company file query: 503']) }
    const large = { ...run, loaded: callsOf(5, 40), memory: { server: 1_280 * mebibyte, gateway: 64 * mebibyte } }
    const measurements = toMeasurements(worstCase, [slow, large, run], idleMemory)
    expect(measurements.map(({ ratio }) => ratio)).toEqual([2, 1.5, 1, 5, 1])
    expect(measurements[0]?.detail).toContain('10.0 ms against median / p99 of 100: 5.0 / 5.0 ms; 3 repeats')
    expect(measurements[0]?.detail).toContain('median of 3.00, 1.00, 2.00')
    expect([slow, large, run].map((each) => isTooSlow(worstCase, each))).toEqual([true, true, false])
  })

  it('are those of all rounds', () => {
    expect(joinCalls([callsOf(1, 2, ['a']), callsOf(3, 4, ['b'])])).toEqual({
      times: {
        read: [...Array(100).fill(1), ...Array(100).fill(3)],
        write: [...Array(50).fill(2), ...Array(50).fill(4)],
      },
      failures: ['a', 'b'],
    })
  })
})
