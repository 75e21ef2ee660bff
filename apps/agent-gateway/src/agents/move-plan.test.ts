import { createSeededRandom } from '@bridge/emulator/testing/seeded-random'
import { describe, expect, it } from 'vitest'
import { countExcess, createMovePlan } from './move-plan.ts'

const reportMs = 5_000

describe('countExcess', () => {
  it.each([
    [14, [6], 0],
    [15, [5], 1],
    [20, [0], 6],
    [10_000, [0], 3_748],
    [50, [30, 30, 30], 5],
  ])('countExcess of %i agents next to %j is %i', (own, others, excess) => {
    expect(countExcess(own, others)).toBe(excess)
  })

  it('countExcess is zero for the only gateway', () => {
    expect(countExcess(10_000, [])).toBe(0)
  })

  it('countExcess is zero for a handful of agents', () => {
    expect(countExcess(10, [0, 0, 0])).toBe(0)
  })
})

describe('a move plan', () => {
  /** Runs a gateway with agents next to others, and returns the seconds at which it moved agents, and how many. */
  function run(seconds: number, agents: number, others: readonly number[], move: (count: number) => number) {
    const plan = createMovePlan(move)
    return Array.from({ length: (seconds * 1_000) / reportMs }, (_, index) => index * reportMs).flatMap((now) => {
      const moved = plan(now, agents, others)
      return moved > 0 ? [[now / 1_000, moved]] : []
    })
  }

  it('waits for half a minute, then moves a few at a time', () => {
    let agents = 100
    const plan = createMovePlan((count) => {
      agents -= count
      return count
    })
    const moved = Array.from({ length: 10 }, (_, index) => plan(index * reportMs, agents, [100 - agents]))
    expect(moved).toEqual([0, 0, 0, 0, 0, 0, 20, 16, 0, 0])
  })

  it('doubles its pause after each move that does not help', () => {
    const times = run(600, 100, [0], (count) => count).map(([second]) => second)
    expect(times).toEqual([30, 45, 70, 115, 200, 365])
  })

  it('keeps trying while no agent is idle', () => {
    let tries = 0
    run(60, 100, [0], () => {
      tries += 1
      return 0
    })
    expect(tries).toBe(6)
  })

  it('starts over once the excess is gone', () => {
    const plan = createMovePlan((count) => count)
    for (let now = 0; now < 30_000; now += reportMs) plan(now, 100, [0])
    expect(plan(30_000, 100, [100])).toBe(0)
    expect(plan(35_000, 100, [0])).toBe(0)
    expect(plan(65_000, 100, [0])).toBe(20)
  })
})

describe('gateways behind a balancer that picks at random', () => {
  /**
   * Lets gateways reporting in turn run until none moves an agent for an hour. Returns their agents, and all moves.
   */
  function settle(seed: number, agents: number[]) {
    const random = createSeededRandom(seed)
    const reported = [...agents]
    let moves = 0
    let quietSince = 0
    const plans = agents.map((_, index) =>
      createMovePlan((count) => {
        agents[index] = (agents[index] ?? 0) - count
        for (let each = 0; each < count; each += 1) {
          const place = random.below(agents.length)
          agents[place] = (agents[place] ?? 0) + 1
        }
        moves += count
        return count
      }),
    )
    let now = 0
    for (; now - quietSince < 3_600_000; now += reportMs) {
      for (const [index, plan] of plans.entries()) {
        const others = reported.filter((_, place) => place !== index)
        if (plan(now, agents[index] ?? 0, others) > 0) quietSince = now
        reported[index] = agents[index] ?? 0
      }
    }
    return { agents, moves }
  }

  it.each([
    ['two', [20, 0]],
    ['two with many agents', [2_000, 0]],
    ['three, of which one has started', [300, 300, 0]],
    ['five', [500, 0, 0, 0, 0]],
  ])(
    'gateways behind a balancer that picks at random end with a fair share each, without moving agents back and forth: %s',
    (_name, start) => {
      for (let seed = 1; seed <= 20; seed += 1) {
        const total = start.reduce((sum, each) => sum + each, 0)
        const { agents, moves } = settle(seed, [...start])
        const mean = total / agents.length
        for (const each of agents) expect(each).toBeLessThanOrEqual(mean * 1.25 + 2)
        for (const each of agents) expect(each).toBeGreaterThan(mean * 0.4)
        expect(moves).toBeLessThan(2 * total)
      }
    },
  )
})
