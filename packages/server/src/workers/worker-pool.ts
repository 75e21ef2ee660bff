import { FairQueue } from './fair-queue.ts'
import { startThread, type Thread } from './thread.ts'
import { WorkerFailedError, WorkerPoolFullError } from './worker-error.ts'
import type { PoolMessage, WorkerMessage } from './worker-message.ts'

/** Work for a worker, which can call back. The same replies lead it to the same calls. */
export interface WorkerTask<Start, Call, Reply> {
  /** Owners are served in turn. */
  readonly owner: string
  readonly start: Start
  /** The replies to its first calls, which are known already. */
  readonly replies: readonly Reply[]
  readonly onCall: (call: Call) => Promise<Reply>
}

export interface WorkerPoolLimits {
  readonly workersMax: number
  /** The heap of a worker, in MiB. */
  readonly heapMegabytesMax: number
  /** How long a worker may work without a call or a result once its program is loaded, in milliseconds. */
  readonly timeoutMs: number
  /** The tasks that wait for a worker. */
  readonly waitingMax: number
  readonly waitingMaxOfOwner: number
  /** The replies of all tasks that have not ended, in bytes. */
  readonly heldBytesMax: number
  readonly heldBytesMaxOfOwner: number
}

interface WorkerPoolOptions<Reply> extends WorkerPoolLimits {
  /** The module that workers run, which calls `serveTasks`. */
  readonly file: URL
  readonly name: string
  readonly getSizeBytes: (reply: Reply) => number
}

/** Runs tasks in worker threads. */
export interface WorkerPool<Start, Call, Reply, Result> {
  /**
   * Runs a task and returns its result.
   *
   * @throws WorkerFailedError if the task's worker ends; the pool goes on with another
   * @throws WorkerPoolFullError above the limits for waiting tasks and held replies
   */
  run(task: WorkerTask<Start, Call, Reply>): Promise<Result>
  /** Ends the workers. Tasks that have not ended fail. */
  close(): Promise<void>
}

interface Running<Start, Call, Reply, Result> {
  readonly id: number
  readonly task: WorkerTask<Start, Call, Reply>
  readonly replies: Map<number, Reply>
  /** The calls so far; a task that starts over repeats them. */
  readonly called: Set<number>
  readonly resolve: (result: Result) => void
  readonly reject: (error: Error) => void
  heldBytes: number
  slot: Slot<Start, Call, Reply, Result> | undefined
  isQueued: boolean
  isEnded: boolean
}

/** A worker and its task. The task works, or waits for a reply until another task needs the worker. */
interface Slot<Start, Call, Reply, Result> {
  readonly thread: Thread<PoolMessage<Start, Reply>>
  isLoaded: boolean
  running: Running<Start, Call, Reply, Result> | undefined
  isWorking: boolean
  timer: NodeJS.Timeout | undefined
}

/**
 * Creates a pool whose workers start when they are first needed. A task that waits for a reply gives its worker to the
 * next task, and starts over with the replies that it has. So tasks whose replies take long hold up no other, and no
 * worker has the memory of two tasks. With two workers or more, one owner never uses all of them.
 */
export function createWorkerPool<Start, Call, Reply, Result>(
  options: WorkerPoolOptions<Reply>,
): WorkerPool<Start, Call, Reply, Result> {
  type Task = Running<Start, Call, Reply, Result>
  type Place = Slot<Start, Call, Reply, Result>
  const { workersMax, getSizeBytes } = options
  const workersMaxOfOwner = Math.max(1, workersMax - 1)
  const slots = new Set<Place>()
  const queue = new FairQueue<Task>()
  const tasks = new Set<Task>()
  let lastId = 0
  let isClosed = false

  const mayServe = (owner: string): boolean => {
    let count = 0
    for (const { running, isWorking } of slots) if (isWorking && running?.task.owner === owner) count += 1
    return count < workersMaxOfOwner
  }

  const startTimer = (slot: Place): void => {
    slot.isWorking = true
    if (!slot.isLoaded) return
    slot.timer = setTimeout(() => endSlot(slot, new WorkerFailedError('time')), options.timeoutMs)
    slot.timer.unref()
  }

  const stopTimer = (slot: Place): void => {
    slot.isWorking = false
    clearTimeout(slot.timer)
  }

  const end = (running: Task): void => {
    running.isEnded = true
    tasks.delete(running)
    queue.remove(running.task.owner, running)
  }

  const fail = (running: Task, error: Error): void => {
    if (running.isEnded) return
    end(running)
    running.reject(error)
  }

  const endSlot = (slot: Place, error: Error): void => {
    if (!slots.delete(slot)) return
    stopTimer(slot)
    slot.thread.kill()
    if (slot.running !== undefined) fail(slot.running, error)
    serve()
  }

  /** Holds a reply until its task ends. Returns false, and ends the task, if there is no room for it. */
  const hold = (running: Task, call: number, reply: Reply): boolean => {
    running.replies.set(call, reply)
    running.heldBytes += getSizeBytes(reply)
    let [all, ofOwner] = [0, 0]
    for (const { heldBytes, task } of tasks) {
      all += heldBytes
      if (task.owner === running.task.owner) ofOwner += heldBytes
    }
    if (all <= options.heldBytesMax && ofOwner <= options.heldBytesMaxOfOwner) return true
    fail(running, new WorkerPoolFullError('The replies to tasks take too much memory.'))
    return false
  }

  const enqueue = (running: Task): void => {
    if (running.isQueued) return
    running.isQueued = true
    queue.push(running.task.owner, running)
    serve()
  }

  const onCall = async (running: Task, number: number, call: Call): Promise<void> => {
    if (running.called.has(number)) return
    running.called.add(number)
    try {
      const reply = await running.task.onCall(call)
      if (running.isEnded || !hold(running, number, reply)) return
      const { slot } = running
      if (slot?.running === running) {
        if (!slot.isWorking) startTimer(slot)
        slot.thread.post({ kind: 'reply', task: running.id, call: number, reply })
      } else enqueue(running)
    } catch (error) {
      fail(running, error instanceof Error ? error : new Error(String(error)))
    }
  }

  const onMessage = (slot: Place, message: WorkerMessage<Call, Result>): void => {
    const running = [...tasks].find(({ id }) => id === message.task)
    const isCurrent = slot.running?.id === message.task
    if (isCurrent) stopTimer(slot)
    if (message.kind === 'call') {
      if (running !== undefined) void onCall(running, message.number, message.call)
    } else {
      if (isCurrent) slot.running = undefined
      if (running !== undefined) {
        end(running)
        running.resolve(message.result)
      }
    }
    serve()
  }

  const addSlot = (): Place => {
    const thread = startThread<PoolMessage<Start, Reply>, WorkerMessage<Call, Result>>({
      program: options.file,
      name: options.name,
      heapMegabytesMax: options.heapMegabytesMax,
      onReady: () => {
        slot.isLoaded = true
        if (slot.isWorking) startTimer(slot)
      },
      onMessage: (message) => onMessage(slot, message),
      onEnd: (cause) => endSlot(slot, new WorkerFailedError(cause.isOutOfMemory ? 'memory' : 'crash', { cause })),
    })
    const slot: Place = { thread, isLoaded: false, running: undefined, isWorking: false, timer: undefined }
    slots.add(slot)
    thread.unref()
    return slot
  }

  /** Returns a worker without work: an idle one, a new one, or that of a task that waits for a reply. */
  const findSlot = (): Place | undefined => {
    const free = [...slots].filter(({ isWorking }) => !isWorking)
    const idle = free.find(({ running }) => running === undefined)
    return idle ?? (slots.size < workersMax ? addSlot() : free[0])
  }

  const serve = (): void => {
    while (!isClosed && queue.size > 0) {
      const hasPlace = slots.size < workersMax || [...slots].some(({ isWorking }) => !isWorking)
      const running = hasPlace ? queue.shift(mayServe) : undefined
      const slot = running && findSlot()
      if (running === undefined || slot === undefined) return
      if (slot.running !== undefined) slot.running.slot = undefined
      slot.running = running
      running.isQueued = false
      running.slot = slot
      startTimer(slot)
      const { start } = running.task
      slot.thread.post({ kind: 'start', task: running.id, start, replies: running.replies })
    }
  }

  return {
    run: (task) =>
      new Promise<Result>((resolve, reject) => {
        const isFull = queue.size >= options.waitingMax || queue.count(task.owner) >= options.waitingMaxOfOwner
        if (isFull || isClosed) {
          reject(new WorkerPoolFullError('Too many tasks wait for a worker.'))
          return
        }
        lastId += 1
        const running: Task = {
          id: lastId,
          task,
          replies: new Map(),
          called: new Set(),
          resolve,
          reject,
          heldBytes: 0,
          slot: undefined,
          isQueued: false,
          isEnded: false,
        }
        tasks.add(running)
        for (const [call, reply] of task.replies.entries()) {
          running.called.add(call)
          if (!hold(running, call, reply)) return
        }
        enqueue(running)
      }),

    close: async () => {
      isClosed = true
      for (const running of tasks) fail(running, new WorkerFailedError('crash'))
      const threads = [...slots].map(({ thread }) => thread)
      for (const thread of threads) thread.kill()
      await Promise.all(threads.map(({ ended }) => ended))
    },
  }
}
