import { FairQueue } from './fair-queue.ts'
import { createHeldReplies, type HeldRepliesLimits, type Holder } from './held-replies.ts'
import type { ProcessorShare } from './processor-share.ts'
import { TaskAbandonedError, WorkerFailedError, WorkerPoolFullError } from './worker-error.ts'
import type { WorkerMessage } from './worker-message.ts'
import { createWorkerSlots, type WorkerSlot, type WorkerSlotsOptions } from './worker-slots.ts'

/** Work for a worker, which can call back. The same replies lead it to the same calls. */
export interface WorkerTask<Start, Call, Reply> {
  /** Owners are served in turn. */
  readonly owner: string
  readonly start: Start
  /** The replies to its first calls, which are known already. */
  readonly replies: readonly Reply[]
  readonly onCall: (call: Call) => Promise<Reply>
  /** Returns whether the caller no longer waits for the result. Such a task gets no worker. */
  readonly isAbandoned?: () => boolean
}

export interface WorkerPoolLimits
  extends HeldRepliesLimits,
    Pick<WorkerSlotsOptions, 'workersMax' | 'heapMegabytesMax' | 'timeoutMs'> {
  /** The tasks of an owner that have begun and not ended. */
  readonly begunMaxOfOwner: number
  /** The tasks that have not begun. */
  readonly waitingMax: number
  readonly waitingMaxOfOwner: number
}

interface WorkerPoolOptions<Reply> extends WorkerPoolLimits, WorkerSlotsOptions {
  readonly getSizeBytes: (reply: Reply) => number
  /** The workers compute only when this allows it. */
  readonly processors: ProcessorShare
}

/** Runs tasks in worker threads. */
export interface WorkerPool<Start, Call, Reply, Result> {
  /**
   * Runs a task and returns its result.
   *
   * @throws WorkerFailedError if the task's worker ends; the pool goes on with another
   * @throws TaskAbandonedError if the caller no longer waits for the result when it is the task's turn
   * @throws TaskTooLargeError if the replies to the task take more memory than those of its owner may
   * @throws WorkerPoolFullError if the task has no room: at once, unless its owner has the most tasks or replies when
   * those of all become too many
   */
  run(task: WorkerTask<Start, Call, Reply>): Promise<Result>
  /** Ends the workers. Tasks that have not ended fail. */
  close(): Promise<void>
}

interface Running<Start, Call, Reply, Result> extends Holder {
  readonly id: number
  readonly task: WorkerTask<Start, Call, Reply>
  readonly replies: Map<number, Reply>
  /** The calls so far; a task that starts over repeats them. */
  readonly called: Set<number>
  readonly resolve: (result: Result) => void
  readonly reject: (error: Error) => void
  slot: WorkerSlot<Running<Start, Call, Reply, Result>, Start, Reply> | undefined
  hasBegun: boolean
  isQueued: boolean
  /** When it began to wait for a worker or a processor. */
  waitsSince: number
  isEnded: boolean
}

/**
 * Creates a pool whose workers start when they are first needed. A task that waits for a reply gives its worker to the
 * next task, and starts over with the replies that it has. So tasks whose replies take long hold up no other, and no
 * worker has the memory of two tasks. It keeps the worker until it has waited for as long as it had worked, so that
 * starting over at most doubles the work. With two workers or more, one owner never uses all of them.
 */
export function createWorkerPool<Start, Call, Reply, Result>(
  options: WorkerPoolOptions<Reply>,
): WorkerPool<Start, Call, Reply, Result> {
  type Task = Running<Start, Call, Reply, Result>
  type Slot = WorkerSlot<Task, Start, Reply>
  const { workersMax, getSizeBytes } = options
  const workersMaxOfOwner = Math.max(1, workersMax - 1)
  const queue = new FairQueue<Task>()
  const tasks = new Set<Task>()
  const heldReplies = createHeldReplies(tasks, options)
  const processors = options.processors.join({
    count: () => slots.list().filter(({ work }) => work.isWorking()).length,
    resume: () => serve(),
  })
  let lastId = 0
  let isClosed = false

  const mayServe = ({ owner, hasBegun }: Task): boolean => {
    const working = slots.list().filter(({ running, work }) => work.isWorking() && running?.owner === owner)
    if (working.length >= workersMaxOfOwner) return false
    const begun = [...tasks].filter((task) => task.hasBegun && task.owner === owner)
    return hasBegun || begun.length < options.begunMaxOfOwner
  }

  const end = (running: Task): void => {
    running.isEnded = true
    tasks.delete(running)
    queue.remove(running.owner, running)
    const { slot } = running
    if (slot?.running === running && !slot.work.isWorking()) slot.work.stop()
    heldReplies.release()
  }

  const fail = (running: Task, error: Error): void => {
    if (running.isEnded) return
    end(running)
    running.reject(error)
    serve()
  }

  /** Holds a reply until its task ends. Returns false if it has ended, because there was no room for the reply. */
  const hold = (running: Task, call: number, reply: Reply): boolean => {
    running.replies.set(call, reply)
    const noRoom = heldReplies.hold(running, getSizeBytes(reply))
    if (noRoom !== undefined) fail(noRoom.task, noRoom.error)
    return !running.isEnded
  }

  const enqueue = (running: Task): void => {
    if (running.isQueued) return
    running.isQueued = true
    running.waitsSince = performance.now()
    if (running.hasBegun) queue.pushFirst(running.owner, running)
    else queue.push(running.owner, running)
  }

  const onCall = async (running: Task, number: number, call: Call): Promise<void> => {
    if (running.called.has(number)) return
    running.called.add(number)
    try {
      await heldReplies.untilRoom(running)
      if (running.isEnded) return
      const reply = await running.task.onCall(call)
      if (running.isEnded || !hold(running, number, reply)) return
      const { slot } = running
      if (slot?.running === running) {
        if (slot.waiting.length === 0) running.waitsSince = performance.now()
        slot.waiting.push([number, reply])
      } else enqueue(running)
      serve()
    } catch (error) {
      fail(running, error instanceof Error ? error : new Error(String(error)))
    }
  }

  const onMessage = (slot: Slot, message: WorkerMessage<Call, Result>): void => {
    const running = [...tasks].find(({ id }) => id === message.task)
    const isCurrent = slot.running?.id === message.task
    if (isCurrent) slot.work.stop()
    if (message.kind === 'call') {
      if (isCurrent && running !== undefined) slot.work.keep()
      if (running !== undefined) void onCall(running, message.number, message.call)
    } else {
      if (isCurrent) slot.running = undefined
      if (running !== undefined) {
        end(running)
        running.resolve(message.result)
      }
    }
    processors.release()
  }

  const slots = createWorkerSlots<Task, Start, Call, Reply, Result>(options, {
    onMessage,
    onEnd: ({ running }, error) => {
      if (running !== undefined) fail(running, error)
      processors.release()
    },
    onGiveAway: () => serve(),
  })

  /** Passes replies to a task that kept its worker. */
  const passReplies = (slot: Slot): void => {
    const { running, waiting, work } = slot
    if (running === undefined || running.isEnded || waiting.length === 0) return
    if (!work.isWorking()) {
      if (!processors.mayBegin(running.waitsSince)) return
      work.start(slot.isLoaded)
    }
    slot.waiting = []
    for (const [call, reply] of waiting) slot.thread.post({ kind: 'reply', task: running.id, call, reply })
  }

  /** Takes the worker from a task that waits. With replies, it starts over when it has a worker again. */
  const giveAway = (slot: Slot): void => {
    const { running, waiting } = slot
    if (running === undefined) return
    running.slot = undefined
    slot.running = undefined
    slot.waiting = []
    if (waiting.length > 0 && !running.isEnded) enqueue(running)
  }

  const serve = (): void => {
    if (isClosed) return
    for (const slot of slots.list()) passReplies(slot)
    while (queue.size > 0) {
      const running = slots.hasPlace()
        ? queue.shift((task) => mayServe(task) && processors.mayBegin(task.waitsSince))
        : undefined
      if (running?.task.isAbandoned?.()) {
        fail(running, new TaskAbandonedError())
        continue
      }
      const slot = running && slots.find()
      if (running === undefined || slot === undefined) return
      giveAway(slot)
      slot.running = running
      slot.work.reset()
      running.hasBegun = true
      running.isQueued = false
      running.slot = slot
      slot.work.start(slot.isLoaded)
      const { start } = running.task
      slot.thread.post({ kind: 'start', task: running.id, start, replies: running.replies })
    }
  }

  /** Makes room for a task that has not begun. Returns false if its owner has the most of them already. */
  const makeRoom = (owner: string): boolean => {
    const waiting = [...tasks].filter(({ hasBegun }) => !hasBegun)
    const ofOwner = (each: string) => waiting.filter((task) => task.owner === each)
    if (ofOwner(owner).length >= options.waitingMaxOfOwner) return false
    if (waiting.length < options.waitingMax) return true
    const [most = []] = waiting.map((task) => ofOwner(task.owner)).sort((a, b) => b.length - a.length)
    const last = most.at(-1)
    if (last === undefined || most.length <= ofOwner(owner).length + 1) return false
    fail(last, tooManyTasks())
    return true
  }

  return {
    run: (task) =>
      new Promise<Result>((resolve, reject) => {
        const { owner, replies } = task
        const bytes = replies.reduce((sum, reply) => sum + getSizeBytes(reply), 0)
        if (isClosed || !heldReplies.hasRoom(owner, bytes) || !makeRoom(owner)) {
          reject(tooManyTasks())
          return
        }
        lastId += 1
        const running: Task = {
          id: lastId,
          owner,
          task,
          replies: new Map(),
          called: new Set(),
          resolve,
          reject,
          heldBytes: 0,
          slot: undefined,
          hasBegun: false,
          isQueued: false,
          waitsSince: 0,
          isEnded: false,
        }
        tasks.add(running)
        for (const [call, reply] of replies.entries()) {
          running.called.add(call)
          if (!hold(running, call, reply)) return
        }
        enqueue(running)
        serve()
      }),

    close: async () => {
      isClosed = true
      for (const running of tasks) fail(running, new WorkerFailedError('crash'))
      await slots.close()
    },
  }
}

function tooManyTasks(): WorkerPoolFullError {
  return new WorkerPoolFullError('Too many tasks wait for a worker.')
}
