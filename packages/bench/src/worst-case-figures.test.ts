import { describe, expect, it } from 'vitest'
import { isReached } from './measurement.ts'
import { type Calls, joinCalls, toMeasurements } from './worst-case-figures.ts'

const mebibyte = 1024 ** 2
const idleMemory = { server: 256 * mebibyte, gateway: 128 * mebibyte }
const setup = {
  name: 'a load',
  slowdownMax: 2,
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
    const measurements = toMeasurements(setup, idleMemory)
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
    const [, , failed] = toMeasurements({ ...setup, loaded }, idleMemory)
    expect(failed).toMatchObject({ ratio: 1, goal: { atMost: 0 }, detail: '1 of 301: company file query: 503' })
  })

  it('miss their goals if the load never reached the service', () => {
    const [reads, writes] = toMeasurements({ ...setup, loaded: setup.idle, reached: 0, refused: 9 }, idleMemory)
    expect([reads, writes].map((each) => each !== undefined && isReached(each))).toEqual([false, false])
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
