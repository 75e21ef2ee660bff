import { parentPort } from 'node:worker_threads'
import { backgroundPriority, lowerThreadPriority } from './thread-priority.ts'
import { reportReady } from './thread-ready.ts'
import type { PoolMessage, WorkerMessage } from './worker-message.ts'

/**
 * Serves the tasks of a pool in its worker, one at a time. A task that starts abandons the previous one.
 *
 * @param run the work of a task; a rejection ends the worker
 * @param getMovedBuffers returns the buffers of a result that are moved instead of copied
 */
export function serveTasks<Start, Call, Reply, Result>(
  run: (start: Start, call: (call: Call) => Promise<Reply>) => Promise<Result>,
  getMovedBuffers: (result: Result) => readonly ArrayBuffer[] = () => [],
): void {
  const port = parentPort
  if (port === null) throw new Error('Tasks are served in a worker only.')
  lowerThreadPriority(backgroundPriority)
  let current = 0
  let waiting = new Map<number, (reply: Reply) => void>()
  const post = (message: WorkerMessage<Call, Result>, moved: readonly ArrayBuffer[] = []): void =>
    port.postMessage(message, moved)

  const start = async (task: number, content: Start, replies: ReadonlyMap<number, Reply>): Promise<void> => {
    const calls = new Map<number, (reply: Reply) => void>()
    current = task
    waiting = calls
    let count = 0
    const call = (content: Call): Promise<Reply> => {
      const number = count
      count += 1
      const known = replies.get(number)
      if (known !== undefined) return Promise.resolve(known)
      return new Promise((resolve) => {
        calls.set(number, resolve)
        post({ kind: 'call', task, number, call: content })
      })
    }
    const result = await run(content, call)
    post({ kind: 'done', task, result }, getMovedBuffers(result))
  }

  port.on('message', (message: PoolMessage<Start, Reply>) => {
    if (message.kind === 'start') void start(message.task, message.start, message.replies)
    else if (message.task === current) waiting.get(message.call)?.(message.reply)
  })
  reportReady()
}
