import { startThread, type Thread } from './thread.ts'
import { createWorkTimer, type WorkTimer } from './work-timer.ts'
import { WorkerFailedError } from './worker-error.ts'
import type { PoolMessage, WorkerMessage } from './worker-message.ts'

/** A worker and its task. The task works, or waits for a reply until another task needs the worker. */
export interface WorkerSlot<Task, Start, Reply> {
  readonly thread: Thread<PoolMessage<Start, Reply>>
  isLoaded: boolean
  running: Task | undefined
  readonly work: WorkTimer
  /** Replies to its task that wait for a processor. */
  waiting: (readonly [call: number, reply: Reply])[]
}

/** The workers of a pool. */
export interface WorkerSlots<Slot> {
  list(): readonly Slot[]
  /** Returns whether `find` would return a worker. */
  hasPlace(): boolean
  /** Returns a worker without work: an idle one, a new one, or that of a task that waits for a reply. */
  find(): Slot | undefined
  /** Ends all workers. */
  close(): Promise<void>
}

export interface WorkerSlotsOptions {
  /** The module that workers run, which calls `serveTasks`. */
  readonly file: URL
  readonly name: string
  readonly workersMax: number
  /** The heap of a worker, in MiB. */
  readonly heapMegabytesMax: number
  /** How long a worker may work without a call or a result once its program is loaded, in milliseconds. */
  readonly timeoutMs: number
}

interface WorkerSlotsEvents<Task, Start, Call, Reply, Result> {
  readonly onMessage: (slot: WorkerSlot<Task, Start, Reply>, message: WorkerMessage<Call, Result>) => void
  /** Called once for each worker, after it has left the list. */
  readonly onEnd: (slot: WorkerSlot<Task, Start, Reply>, error: WorkerFailedError) => void
  /** A worker is no longer kept for its task. */
  readonly onGiveAway: () => void
}

/** Creates the places of workers, which start when they are first needed. */
export function createWorkerSlots<Task, Start, Call, Reply, Result>(
  { file, name, workersMax, heapMegabytesMax, timeoutMs }: WorkerSlotsOptions,
  { onMessage, onEnd, onGiveAway }: WorkerSlotsEvents<Task, Start, Call, Reply, Result>,
): WorkerSlots<WorkerSlot<Task, Start, Reply>> {
  type Slot = WorkerSlot<Task, Start, Reply>
  const slots = new Set<Slot>()

  const end = (slot: Slot, error: WorkerFailedError): void => {
    if (!slots.delete(slot)) return
    slot.work.stop()
    slot.thread.kill()
    onEnd(slot, error)
  }

  const add = (): Slot => {
    const thread = startThread<PoolMessage<Start, Reply>, WorkerMessage<Call, Result>>({
      program: file,
      name,
      heapMegabytesMax,
      onReady: () => {
        slot.isLoaded = true
        if (slot.work.isWorking()) slot.work.start(true)
      },
      onMessage: (message) => onMessage(slot, message),
      onEnd: (cause) => end(slot, new WorkerFailedError(cause.isOutOfMemory ? 'memory' : 'crash', { cause })),
    })
    const slot: Slot = {
      thread,
      isLoaded: false,
      running: undefined,
      waiting: [],
      work: createWorkTimer({ timeoutMs, onTimeout: () => end(slot, new WorkerFailedError('time')), onGiveAway }),
    }
    slots.add(slot)
    thread.unref()
    return slot
  }

  return {
    list: () => [...slots],
    hasPlace: () => slots.size < workersMax || [...slots].some(({ work }) => work.isFree()),
    find() {
      const free = [...slots].filter(({ work }) => work.isFree())
      const idle = free.find(({ running }) => running === undefined)
      return idle ?? (slots.size < workersMax ? add() : free[0])
    },
    async close() {
      const threads = [...slots].map(({ thread }) => thread)
      for (const thread of threads) thread.kill()
      await Promise.all(threads.map(({ ended }) => ended))
    },
  }
}
