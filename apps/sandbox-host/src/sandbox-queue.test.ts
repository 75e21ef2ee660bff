import { randomUUID } from 'node:crypto'
import { type ExchangeOutcome, requireRealmId } from '@bridge/agent-protocol'
import { createJob, type Job } from '@bridge/platform/exchange-socket/job'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type JobResult, SandboxQueue } from './sandbox-queue.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const response = { sent: true, lost: false, response: new Uint8Array() } as const

/** A queue whose jobs run until the test ends them. */
function openQueue() {
  const running = new Map<string, (result: JobResult) => void>()
  const names = new Map<Job, string>()
  const outcomes: Record<string, ExchangeOutcome<Uint8Array>> = {}
  const queue = new SandboxQueue(
    (job) => new Promise((resolve) => running.set(names.get(job) ?? '', (result) => resolve(result))),
  )
  return {
    queue,
    outcomes,
    running: () => [...running.keys()],
    submit(name: string, sandbox = 1, budgetMs = 1_000): Job {
      const realmId = requireRealmId(String(1_000_000_000_000_000 + sandbox))
      const call = { realmId, id: randomUUID(), kind: 'write', budgetMs } as const
      const job = createJob(call, new Uint8Array(), (outcome) => {
        outcomes[name] = outcome
      })
      names.set(job, name)
      queue.submit(job)
      return job
    },
    async end(name: string, delayMs = 0): Promise<void> {
      running.get(name)?.({ outcome: response, delayMs })
      running.delete(name)
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

it('runs one sandbox’s calls one after another, and different sandboxes’ at the same time', async () => {
  const { submit, running, end } = openQueue()
  submit('a1', 1)
  submit('a2', 1)
  submit('b1', 2)
  expect(running()).toEqual(['a1', 'b1'])
  await end('a1')
  expect(running()).toEqual(['b1', 'a2'])
})

it('never starts a waiting call after its time ran out or its caller left', async () => {
  const { queue, submit, running, end, outcomes } = openQueue()
  submit('slow')
  submit('expired', 1, 100)
  queue.abandon(submit('abandoned'))
  await vi.advanceTimersByTimeAsync(100)
  expect(outcomes).toEqual({ expired: { sent: false, reason: 'deadline' } })
  await end('slow')
  expect(running()).toEqual([])
})

it('reports a call as lost if it outlasts its caller’s wait', async () => {
  const { submit, outcomes } = openQueue()
  submit('slow', 1, 100)
  await vi.advanceTimersByTimeAsync(100)
  expect(outcomes).toEqual({ slow: { sent: true, lost: true, reason: 'timeout' } })
})

it('rejects a call behind 64 waiting ones', () => {
  const { submit, outcomes } = openQueue()
  for (let count = 0; count <= 64; count += 1) submit(`call ${count}`)
  expect(outcomes).toEqual({})
  submit('one too many')
  expect(outcomes).toEqual({ 'one too many': { sent: false, reason: 'busy' } })
})

it('runs the next call while a response is held back', async () => {
  const { submit, running, end, outcomes } = openQueue()
  submit('late')
  submit('next')
  await end('late', 500)
  expect([running(), outcomes]).toEqual([['next'], {}])
  await vi.advanceTimersByTimeAsync(500)
  expect(outcomes).toEqual({ late: response })
})

it('drains once every accepted call has its outcome, and accepts no more', async () => {
  const { queue, submit, end, outcomes } = openQueue()
  submit('late')
  submit('last')
  let isDrained = false
  const drained = queue.drain().then(() => {
    isDrained = true
  })
  submit('after')
  expect(outcomes).toEqual({ after: { sent: false, reason: 'unreachable' } })
  await end('late', 500)
  await end('last')
  expect(isDrained).toBe(false)
  await vi.advanceTimersByTimeAsync(500)
  await drained
})

it('reports only started calls as lost when it closes', async () => {
  const { queue, submit, end, outcomes } = openQueue()
  submit('held back')
  await end('held back', 500)
  submit('running')
  submit('waiting')
  queue.close()
  const lost = { sent: true, lost: true, reason: 'connection' }
  expect(outcomes).toEqual({ 'held back': lost, running: lost, waiting: { sent: false, reason: 'unreachable' } })
})
