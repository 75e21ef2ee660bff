import { once } from 'node:events'
import { getPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'

it.runIf(process.platform === 'linux')('lowers the priority of one thread, and never raises it', async () => {
  const priority = getPriority()
  const lower = Math.min(priority + 1, 19)
  const thread = new Worker(new URL('../../test/priority-worker.ts', import.meta.url), {
    workerData: [lower, priority],
    execArgv: [],
  })
  expect(await once(thread, 'message')).toEqual([lower])
  expect(getPriority()).toBe(priority)
})
