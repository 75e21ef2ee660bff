import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { countSharedProcessors, createProcessorShare, shareWaitMsMax } from './processor-share.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A kind of threads whose work begins when the share allows it. */
function join(share: ReturnType<typeof createProcessorShare>, begun: string[], name: string) {
  const waiting: number[] = []
  let computing = 0
  const membership = share.join({
    count: () => computing,
    resume: () => {
      for (let [since] = waiting; since !== undefined && membership.mayBegin(since); [since] = waiting) {
        waiting.shift()
        computing += 1
        begun.push(name)
      }
    },
  })
  return {
    begin: () => {
      waiting.push(Date.now())
      membership.release()
    },
    end: () => {
      computing -= 1
      membership.release()
    },
  }
}

function createShare(atOnceMax: number) {
  const begun: string[] = []
  const share = createProcessorShare({ atOnceMax, now: () => Date.now() })
  return { begun, sandboxes: join(share, begun, 'sandbox'), reads: join(share, begun, 'read') }
}

it('lets as many threads of all kinds compute as there are shared processors', () => {
  const { begun, sandboxes, reads } = createShare(2)
  sandboxes.begin()
  reads.begin()
  sandboxes.begin()
  expect(begun).toEqual(['sandbox', 'read'])
  reads.end()
  expect(begun).toEqual(['sandbox', 'read', 'sandbox'])
})

it('lets kinds of threads take turns', () => {
  const { begun, sandboxes, reads } = createShare(1)
  for (let count = 0; count < 3; count++) {
    sandboxes.begin()
    reads.begin()
  }
  for (let ended = 0; ended < 5; ended++) (begun.at(-1) === 'sandbox' ? sandboxes : reads).end()
  expect(begun).toEqual(['sandbox', 'read', 'sandbox', 'read', 'sandbox', 'read'])
})

it('lets work begin that has waited for a second', () => {
  const { begun, sandboxes, reads } = createShare(1)
  sandboxes.begin()
  reads.begin()
  vi.advanceTimersByTime(shareWaitMsMax - 1)
  expect(begun).toEqual(['sandbox'])
  vi.advanceTimersByTime(1)
  expect(begun).toEqual(['sandbox', 'read'])
})

it('leaves one processor to short calls', () => {
  expect([1, 2, 8].map(countSharedProcessors)).toEqual([1, 1, 7])
})
