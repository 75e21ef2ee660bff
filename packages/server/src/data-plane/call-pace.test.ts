import { requireRealmId } from '@bridge/agent-protocol'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createCallPace } from './call-pace.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => vi.useRealTimers())

const [busy, other] = [requireRealmId('1000000000000001'), requireRealmId('1000000000000002')]

function setup() {
  const pace = createCallPace({ costPerSecond: 10, waitMsMax: 30_000 })
  /** Returns how long a call of the realm waits, in whole seconds; undefined if it is rejected. */
  const findWait = (): number | undefined => {
    for (let seconds = 0; ; seconds += 1) {
      try {
        if (pace.wait(busy) === undefined) return seconds
      } catch {
        return undefined
      }
      vi.advanceTimersByTime(1_000)
    }
  }
  return { pace, findWait }
}

it('lets calls begin at once until they cost what a realm pays in two seconds', () => {
  const { pace, findWait } = setup()
  pace.charge(busy, 20)
  expect(findWait()).toBe(0)
})

it('lets the calls of a realm wait until it has paid for large ones, and not those of others', () => {
  const { pace, findWait } = setup()
  pace.charge(busy, 50)
  expect(pace.wait(other)).toBeUndefined()
  expect(findWait()).toBe(3)
  pace.charge(busy, 10)
  expect(findWait()).toBe(1)
})

it('forgets what was paid long ago', () => {
  const { pace, findWait } = setup()
  pace.charge(busy, 10)
  vi.advanceTimersByTime(3_600_000)
  pace.charge(busy, 30)
  expect(findWait()).toBe(1)
})

it('rejects a call that would wait for too long, and says when to retry [dp-7.2:RATE_LIMITED]', () => {
  const { pace } = setup()
  pace.charge(busy, 400)
  expect(() => pace.wait(busy)).toThrow(
    expect.objectContaining({
      code: 'RATE_LIMITED',
      retryAfterSeconds: 38,
      detail: expect.stringContaining('Nothing was done.'),
    }),
  )
})

it('lets a call begin when the time has passed', async () => {
  vi.useRealTimers()
  const pace = createCallPace({ costPerSecond: 10_000, waitMsMax: 30_000 })
  pace.charge(busy, 20_001)
  await pace.wait(busy)
  expect(pace.wait(busy)).toBeUndefined()
})
