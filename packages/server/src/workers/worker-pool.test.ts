import { afterEach, describe, expect, it } from 'vitest'
import { createWorkerPool, type WorkerPool, type WorkerPoolLimits } from './worker-pool.ts'

type Pool = WorkerPool<readonly string[], string, string, readonly string[]>

let pool: Pool | undefined
afterEach(() => pool?.close())

function createPool(limits: Partial<WorkerPoolLimits> = {}): Pool {
  pool = createWorkerPool({
    workersMax: 1,
    heapMegabytesMax: 128,
    timeoutMs: 30_000,
    waitingMax: 4,
    waitingMaxOfOwner: 2,
    heldBytesMax: 1_000,
    heldBytesMaxOfOwner: 500,
    ...limits,
    file: new URL('../../test/test-worker.mjs', import.meta.url),
    name: 'test',
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
  }, 60_000)

  it('rejects tasks of an owner, and of all, when too many wait', async () => {
    const { run } = createPool({ waitingMax: 3, waitingMaxOfOwner: 2 })
    const works = run(task(['one'], { owner: 'a' }))
    const waiting = [run(task(['one'])), run(task(['one']))]
    await expect(run(task(['one']))).rejects.toMatchObject({ name: 'WorkerPoolFullError' })
    const other = run(task(['one'], { owner: 'b' }))
    await expect(run(task(['one'], { owner: 'c' }))).rejects.toMatchObject({ name: 'WorkerPoolFullError' })
    expect(await Promise.all([works, ...waiting, other])).toHaveLength(4)
  })

  it('ends a task whose replies take more memory than those of an owner may', async () => {
    const { run } = createPool()
    await expect(run(task(['one'], { replies: ['x'.repeat(501)] }))).rejects.toMatchObject({
      name: 'WorkerPoolFullError',
    })
    expect(await run(task(['one']))).toEqual(['one!'])
  })

  it('fails a task with the error of its call, and goes on', async () => {
    const { run } = createPool()
    const onCall = () => Promise.reject(new Error('The caller left.'))
    await expect(run({ ...task(['one']), onCall })).rejects.toThrow('The caller left.')
    expect(await run(task(['one']))).toEqual(['one!'])
  })
})
