import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRejectionHold, createRejectionPause } from './rejection-pause.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Returns a function returning whether the promise was fulfilled. */
function watch(promise: unknown): () => Promise<boolean> {
  let isFulfilled = false
  void Promise.resolve(promise).then(() => {
    isFulfilled = true
  })
  return async () => {
    await vi.advanceTimersByTimeAsync(0)
    return isFulfilled
  }
}

it('passes on responses that reject nothing', () => {
  const hold = createRejectionHold()
  for (const status of [200, 401, 503]) {
    const response = new Response('', { status })
    expect(hold(response)).toBe(response)
  }
})

it('holds a rejection for a second', async () => {
  const response = new Response('Too many requests.', { status: 429 })
  const held = createRejectionHold()(response)
  const isSent = watch(held)
  await vi.advanceTimersByTimeAsync(999)
  expect(await isSent()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await held).toBe(response)
})

it('lets up to 1,000 rejections wait at a time', async () => {
  const pause = createRejectionPause()
  const [first] = Array.from({ length: 1_000 }, () => watch(pause()))
  expect(await first?.()).toBe(false)
  expect(await watch(pause())()).toBe(true)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await first?.()).toBe(true)
  expect(await watch(pause())()).toBe(false)
})
