import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRejectionHold } from './hold-rejections.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate'] }))
afterEach(() => void vi.useRealTimers())

function createRejection(): Response {
  return new Response('Too many requests.', { status: 429 })
}

it('passes on responses that reject nothing', () => {
  const hold = createRejectionHold()
  for (const status of [200, 401, 503]) {
    const response = new Response('', { status })
    expect(hold(response)).toBe(response)
  }
})

it('holds a rejection for a second', async () => {
  const response = createRejection()
  let sent: Response | undefined
  void Promise.resolve(createRejectionHold()(response)).then((held) => {
    sent = held
  })
  await vi.advanceTimersByTimeAsync(999)
  expect(sent).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toBe(response)
})

it('holds up to 1,000 rejections at a time', async () => {
  const hold = createRejectionHold()
  for (let count = 0; count < 1_000; count += 1) expect(hold(createRejection())).toBeInstanceOf(Promise)
  expect(hold(createRejection())).toBeInstanceOf(Response)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(hold(createRejection())).toBeInstanceOf(Promise)
})
