import { TaskTooLargeError, WorkerPoolFullError } from './worker-error.ts'

/** A task with the replies that it needs to start over. */
export interface Holder {
  readonly owner: string
  heldBytes: number
}

export interface HeldRepliesLimits {
  /** The replies of all tasks that have not ended, in bytes. */
  readonly heldBytesMax: number
  /** The share of an owner, which one task may use up. */
  readonly heldBytesMaxOfOwner: number
}

/** A task that must end, so that the others have room. */
export interface NoRoom<Task> {
  readonly task: Task
  readonly error: Error
}

/** Shares the memory for replies between the owners of tasks. */
export interface HeldReplies<Task extends Holder> {
  /**
   * Adds the bytes of a reply to those of a task. Returns the task that must end for it: this one if it has more than the
   * share of its owner, or the largest of the owner with the most if all tasks have too much.
   */
  hold(task: Task, bytes: number): NoRoom<Task> | undefined
  /** Returns whether the share of an owner has room for the replies with which a new task starts. */
  hasRoom(owner: string, bytes: number): boolean
  /** Resolves when the task is the first one of its owner, or the owner's share is not used up. */
  untilRoom(task: Task): Promise<void>
  /** A task has ended. */
  release(): void
}

/** @param tasks those that have not ended, in the order of their arrival */
export function createHeldReplies<Task extends Holder>(
  tasks: ReadonlySet<Task>,
  { heldBytesMax, heldBytesMaxOfOwner }: HeldRepliesLimits,
): HeldReplies<Task> {
  let wake: (() => void)[] = []

  const findOfOwner = (owner: string): readonly Task[] => [...tasks].filter((task) => task.owner === owner)
  const mayGrow = (task: Task): boolean => {
    const all = findOfOwner(task.owner)
    return all[0] === task || sumBytes(all) < heldBytesMaxOfOwner
  }

  return {
    hold(task, bytes) {
      task.heldBytes += bytes
      if (task.heldBytes > heldBytesMaxOfOwner) return { task, error: new TaskTooLargeError() }
      if (sumBytes([...tasks]) <= heldBytesMax) return undefined
      const owners = [...new Set([...tasks].map(({ owner }) => owner))].map(findOfOwner)
      const ofLargest = owners.reduce((most, each) => (sumBytes(each) > sumBytes(most) ? each : most), [task])
      const largest = ofLargest.reduce((most, each) => (each.heldBytes > most.heldBytes ? each : most))
      return { task: largest, error: new WorkerPoolFullError('The replies to tasks take too much memory.') }
    },
    hasRoom: (owner, bytes) => {
      const held = sumBytes(findOfOwner(owner))
      return held === 0 || held + bytes <= heldBytesMaxOfOwner
    },
    async untilRoom(task) {
      while (tasks.has(task) && !mayGrow(task)) await new Promise<void>((resolve) => wake.push(resolve))
    },
    release() {
      const woken = wake
      wake = []
      for (const resolve of woken) resolve()
    },
  }
}

function sumBytes(tasks: readonly Holder[]): number {
  return tasks.reduce((sum, { heldBytes }) => sum + heldBytes, 0)
}
