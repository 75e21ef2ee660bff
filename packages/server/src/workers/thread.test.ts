import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { startThread, type Thread } from './thread.ts'
import type { ThreadEndedError } from './thread-ended-error.ts'

/** Starts a thread with this program, and records what the server learns of it until it ends. */
function run(program: string, onReady: (thread: Thread<string>) => void) {
  const learned: unknown[] = []
  return new Promise<{ learned: unknown[]; error: ThreadEndedError }>((resolve) => {
    const thread: Thread<string> = startThread<string, unknown>({
      program: new URL(`data:text/javascript,${encodeURIComponent(program)}`),
      name: 'test',
      heapMegabytesMax: 32,
      data: { greeting: 'hello' },
      onReady: () => {
        learned.push('loaded')
        onReady(thread)
      },
      onMessage: (message) => learned.push(message),
      onEnd: (error) => resolve({ learned, error }),
    })
    thread.post('sent while it loads')
  })
}
const imports = "import { parentPort, workerData } from 'node:worker_threads'\n"

it('runs a program with its data and without the options of the process, and passes messages', async () => {
  const program = `${imports}
    parentPort.postMessage('ready')
    parentPort.on('message', (text) => {
      parentPort.postMessage([text, workerData.greeting, process.execArgv])
      if (text === 'end') process.exit(3)
    })`
  const { learned, error } = await run(program, (thread) => thread.post('end'))
  expect(learned).toEqual(['loaded', ['sent while it loads', 'hello', []], ['end', 'hello', []]])
  expect(error).toMatchObject({ message: 'The thread test ended: exit code 3.', isOutOfMemory: false })
})

it('says that a thread ran out of memory, failed or was killed', async () => {
  const fill = `${imports}parentPort.postMessage('ready'); for (const all = []; ; ) all.push(new Array(10_000).fill(Math.random()))`
  expect((await run(fill, () => undefined)).error).toMatchObject({ isOutOfMemory: true })
  const failed = await run(`${imports}throw new Error('no loader')`, () => undefined)
  expect(failed).toMatchObject({ learned: [], error: { isOutOfMemory: false, cause: { message: 'no loader' } } })
  const endless = `${imports}parentPort.postMessage('ready'); for (;;);`
  expect((await run(endless, (thread) => thread.kill())).error).toMatchObject({ isOutOfMemory: false })
})

it('limits the heap of a thread, not that of the event loop, in a process with a limit of its heap', async () => {
  const program = fileURLToPath(new URL('../../test/heap-limits.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, ['--max-old-space-size=900', program])
  const { eventLoop, thread } = JSON.parse(stdout)
  // V8 adds the memory of young objects.
  expect(eventLoop).toBeGreaterThanOrEqual(900)
  expect(eventLoop).toBeLessThan(1_100)
  expect(thread).toBeGreaterThanOrEqual(300)
  expect(thread).toBeLessThan(500)
})
