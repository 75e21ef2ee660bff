import pino from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { EventLoopWatch } from './event-loop-watch.ts'

let now = 1_000
let reports: { ms: number; calls: object[]; count: number }[] = []
let recorded: number[] = []
let watch: EventLoopWatch

beforeEach(() => {
  reports = []
  recorded = []
  watch = new EventLoopWatch({
    now: () => now,
    recordBlock: (ms) => recorded.push(ms),
    logger: pino({}, { write: (line) => reports.push(JSON.parse(line)) }),
  })
  watch.start()
  // The test ticks.
  watch.stop()
})

function tickAfter(ms: number): void {
  now += ms
  watch.tick()
}

describe('the watch over the event loop', () => {
  it('reports nothing while ticks are late by up to 250 ms', () => {
    watch.begin(() => ({ call: 'GET /v3' }))
    for (const ms of [50, 51, 300, 50]) tickAfter(ms)
    expect([reports, recorded]).toEqual([[], []])
  })

  it('reports once how late a tick is, with the calls that are under way', () => {
    watch.begin(() => ({ call: 'GET /v3/company/1/customer/1', realm: '1' }))
    tickAfter(50)
    watch.begin(() => ({ call: 'GET /trpc', address: '192.0.2.1' }))
    tickAfter(1_050)
    tickAfter(50)
    expect(recorded).toEqual([1_000])
    expect(reports).toMatchObject([
      {
        ms: 1_000,
        count: 2,
        calls: [
          { call: 'GET /trpc', address: '192.0.2.1', ms: 1_050 },
          { call: 'GET /v3/company/1/customer/1', realm: '1', ms: 1_100 },
        ],
      },
    ])
  })

  it('names calls that have ended since the last tick, and no earlier ones', () => {
    const endEarlier = watch.begin(() => ({ call: 'earlier' }))
    endEarlier()
    tickAfter(50)
    const end = watch.begin(() => ({ call: 'blocks and ends' }))
    end()
    end()
    tickAfter(400)
    expect(reports).toMatchObject([{ ms: 350, count: 1, calls: [{ call: 'blocks and ends' }] }])
  })

  it('names at most ten calls', () => {
    const ends = Array.from({ length: 30 }, (_, index) => watch.begin(() => ({ call: `call ${index}` })))
    for (const end of ends.slice(0, 15)) end()
    tickAfter(1_000)
    expect(reports[0]?.calls).toHaveLength(10)
    expect(reports[0]?.calls[0]).toMatchObject({ call: 'call 14' })
    expect(reports[0]?.count).toBe(25)
  })

  it('names calls only for a report', () => {
    watch.begin(() => {
      throw new Error('named')
    })
    tickAfter(50)
    expect(() => tickAfter(1_000)).toThrow('named')
  })
})
