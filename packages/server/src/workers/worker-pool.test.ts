import { afterEach, describe, expect, it } from 'vitest'
import { createProcessorShare } from './processor-share.ts'
import { TaskTooLargeError, WorkerPoolFullError } from './worker-error.ts'
import { createWorkerPool, type WorkerPool, type WorkerPoolLimits } from './worker-pool.ts'

type Pool = WorkerPool<readonly string[], string, string, readonly string[]>

let pool: Pool | undefined
afterEach(() => pool?.close())

function createPool(limits: Partial<WorkerPoolLimits> = {}, processors = createProcessorShare({ atOnceMax: 4 })): Pool {
  pool = createWorkerPool({
    workersMax: 1,
    heapMegabytesMax: 128,
    timeoutMs: 30_000,
    begunMaxOfOwner: 3,
    waitingMax: 4,
    waitingMaxOfOwner: 2,
    heldBytesMax: 1_000,
    heldBytesMaxOfOwner: 500,
    ...limits,
    file: new URL('../../test/test-worker.ts', import.meta.url),
    name: 'test',
    processors,
    getSizeBytes: (reply: string) => reply.length,
  })
  return pool
}

/** A task whose calls are replied to with their names, except those that `replies` has. */
function task(
  steps: readonly string[],
  { owner = 'a', replies = [] as readonly string[], calls = [] as string[] } = {},
) {
  const onCall = async (call: string) => {
    calls.push(call)
    return `${call}!`
  }
  return { owner, start: steps, replies, onCall }
}

function createGate() {
  let open: (() => void) | undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open?.() }
}

describe('a pool of workers', () => {
  it('runs a task, whose first replies are known', async () => {
    const calls: string[] = []
    const result = createPool().run(task(['one', 'two', 'three'], { replies: ['1', '2'], calls }))
    expect(await result).toEqual(['1', '2', 'three!'])
    expect(calls).toEqual(['three'])
  })

  it.each([
    ['memory', 'fill'],
    ['time', 'spin'],
    ['crash', 'throw'],
  ] as const)('fails only the task that takes too much: %s', async (reason, step) => {
    const limits = { timeoutMs: reason === 'time' ? 3_000 : 30_000 }
    const { run } = createPool(limits)
    const failed = run(task([step]))
    const next = run(task(['one'], { owner: 'b' }))
    await expect(failed).rejects.toMatchObject({ name: 'WorkerFailedError', reason })
    expect(await next).toEqual(['one!'])
  })

  it('computes only while no other threads need the processors', async () => {
    const processors = createProcessorShare({ atOnceMax: 1, now: () => 0 })
    let isBusy = true
    const others = processors.join({ count: () => Number(isBusy), resume: () => undefined })
    const { run } = createPool({}, processors)
    const calls: string[] = []
    const steps = task(['one', 'two', 'three'], { calls })
    const result = run({
      ...steps,
      onCall: async (call) => {
        isBusy = call === 'two'
        // The worker has begun to wait for the reply when the others end their work.
        if (isBusy) setTimeout(endOthers, 20)
        return steps.onCall(call)
      },
    })
    const endOthers = () => {
      expect(calls.at(-1)).not.toBe('three')
      isBusy = false
      others.release()
    }
    expect(calls).toEqual([])
    endOthers()
    expect(await result).toEqual(['one!', 'two!', 'three!'])
  })

  it('gives the worker of a task that waits for a reply to the next task, and asks for nothing twice', async () => {
    const { run } = createPool()
    const gate = createGate()
    const asked = createGate()
    const calls: string[] = []
    const slow = run({
      owner: 'a',
      start: ['one', 'two', 'three'],
      replies: [],
      onCall: async (call) => {
        calls.push(call)
        if (call === 'two') {
          asked.open()
          await gate.opened
        }
        return call
      },
    })
    await asked.opened
    expect(await run(task(['quick'], { owner: 'b' }))).toEqual(['quick!'])
    gate.open()
    expect(await slow).toEqual(['one', 'two', 'three'])
    expect(calls).toEqual(['one', 'two', 'three'])
  })

  it('leaves a worker to the others while an owner uses the rest', async () => {
    const { run } = createPool({ workersMax: 2, timeoutMs: 5_000 })
    const spinning = [run(task(['spin'])), run(task(['spin']))]
    const ended = Promise.allSettled(spinning)
    expect(await run(task(['one'], { owner: 'b' }))).toEqual(['one!'])
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  it('rejects tasks of an owner, and of all, when too many wait', async () => {
    const { run } = createPool({ waitingMax: 2, waitingMaxOfOwner: 1 })
    const works = run(task(['one'], { owner: 'a' }))
    const waiting = run(task(['one']))
    await expect(run(task(['one']))).rejects.toMatchObject({ name: 'WorkerPoolFullError' })
    const other = run(task(['one'], { owner: 'b' }))
    await expect(run(task(['one'], { owner: 'c' }))).rejects.toMatchObject({ name: 'WorkerPoolFullError' })
    expect(await Promise.all([works, waiting, other])).toHaveLength(3)
  })

  it('refuses the latest task of the owner with the most when those of all are too many', async () => {
    const { run } = createPool({ waitingMax: 3, waitingMaxOfOwner: 3 })
    const works = run(task(['one'], { owner: 'a' }))
    const waiting = [run(task(['one'])), run(task(['one'])), run(task(['one']))]
    const ended = Promise.allSettled(waiting)
    const other = run(task(['one'], { owner: 'b' }))
    expect((await ended).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(await Promise.all([works, other])).toHaveLength(2)
  })

  it('starts no task over whose replies come at once', async () => {
    const { run } = createPool()
    const steps = ['one', 'two', 'three', 'runs']
    const results = await Promise.all(['a', 'b', 'c'].map((owner) => run(task(steps, { owner }))))
    expect(results.map((replies) => replies.at(-1))).toEqual(['1', '2', '3'])
  })

  it('begins few tasks of an owner at a time', async () => {
    const { run } = createPool({ begunMaxOfOwner: 2, waitingMaxOfOwner: 4 })
    const gate = createGate()
    const calls: string[] = []
    const onCall = async (call: string) => {
      calls.push(call)
      if (calls.length === 2) gate.open()
      await gate.opened
      return call
    }
    const results = ['1', '2', '3'].map((name) => run({ owner: 'a', start: [name], replies: [], onCall }))
    await gate.opened
    expect(calls).toEqual(['1', '2'])
    expect(await Promise.all(results)).toEqual([['1'], ['2'], ['3']])
  })

  describe('whose tasks hold replies', () => {
    const long = (text: string) => text.repeat(150)
    function createGatedTask(owner: string, steps: readonly string[], gate: Promise<void>) {
      const asked = createGate()
      const onCall = async (call: string) => {
        if (call === steps.at(-1)) {
          asked.open()
          await gate
        }
        return call
      }
      return { asked: asked.opened, task: { owner, start: steps, replies: [], onCall } }
    }

    it('lets the tasks of an owner wait for each other when its share is used up', async () => {
      const { run } = createPool({ begunMaxOfOwner: 3, waitingMaxOfOwner: 4 })
      const steps = [long('1'), long('2'), long('3')]
      const results = await Promise.all([run(task(steps)), run(task(steps)), run(task(steps))])
      expect(results.map((replies) => replies.length)).toEqual([3, 3, 3])
    })

    it('fails a task that takes more than the share of its owner', async () => {
      const { run } = createPool()
      await expect(run(task([long('1'), long('2'), long('3'), long('4')]))).rejects.toThrow(TaskTooLargeError)
      await expect(run(task(['one'], { replies: ['x'.repeat(501)] }))).rejects.toThrow(TaskTooLargeError)
      expect(await run(task(['one']))).toEqual(['one!'])
    })

    it('refuses a task at once whose first replies do not fit into the share of its owner', async () => {
      const { run } = createPool()
      const gate = createGate()
      const first = createGatedTask('a', [long('1'), long('2'), 'end'], gate.opened)
      const running = run(first.task)
      await first.asked
      const calls: string[] = []
      const refused = run(task(['one', 'two'], { replies: ['x'.repeat(250)], calls }))
      await expect(refused).rejects.toThrow(WorkerPoolFullError)
      expect(calls).toEqual([])
      gate.open()
      expect(await running).toHaveLength(3)
    })

    it('fails the largest task of the owner with the most when all of them take too much', async () => {
      const { run } = createPool({ heldBytesMax: 600 })
      const gate = createGate()
      const large = createGatedTask('a', [long('1'), long('2'), long('3'), 'end'], gate.opened)
      const failed = run(large.task)
      const ended = Promise.allSettled([failed])
      await large.asked
      expect(await run(task([long('4'), long('5')], { owner: 'b' }))).toHaveLength(2)
      expect(await ended).toEqual([{ status: 'rejected', reason: expect.any(WorkerPoolFullError) }])
      gate.open()
    })
  })

  it('starts no task that was abandoned while it waited', async () => {
    const { run } = createPool()
    const calls: string[] = []
    let isAbandoned = false
    const works = run(task(['one']))
    const abandoned = run({ ...task(['two'], { calls }), isAbandoned: () => isAbandoned })
    const next = run(task(['three'], { owner: 'b', calls }))
    isAbandoned = true
    await expect(abandoned).rejects.toMatchObject({ name: 'TaskAbandonedError' })
    expect(await Promise.all([works, next])).toEqual([['one!'], ['three!']])
    expect(calls).toEqual(['three'])
  })

  it('fails a task with the error of its call, and goes on', async () => {
    const { run } = createPool()
    const onCall = () => Promise.reject(new Error('The caller left.'))
    await expect(run({ ...task(['one']), onCall })).rejects.toThrow('The caller left.')
    expect(await run(task(['one']))).toEqual(['one!'])
  })
})
