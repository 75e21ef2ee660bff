/** Threads of one kind that compute for long. */
export interface Participant {
  /** Returns how many of the threads compute now. */
  count(): number
  /** Begins work that had to wait, if it may begin now. */
  resume(): void
}

/** The membership of a kind of threads in a {@link ProcessorShare}. */
export interface Membership {
  /**
   * Returns whether another thread may compute. If not, the participant is resumed once it may.
   *
   * @param since when the work began to wait, in milliseconds of `now`
   */
  mayBegin(since: number): boolean
  /** Resumes the participants, because a thread has ended its work. */
  release(): void
}

/** Limits how many threads compute for long at the same time. */
export interface ProcessorShare {
  join(participant: Participant): Membership
}

export interface ProcessorShareOptions {
  /** The most threads that compute at the same time. */
  readonly atOnceMax: number
  /** Returns a time in milliseconds; that of the process by default. */
  readonly now?: () => number
}

/** Returns how many processors of a machine may compute for long, of which one is left to short calls. */
export function countSharedProcessors(processors: number): number {
  return Math.max(1, processors - 1)
}

/** The longest time that work waits for other work, in milliseconds. So a slow read only delays it. */
export const shareWaitMsMax = 1_000

/**
 * Creates a limit for threads that compute for long, so that a processor is free for short calls: for the event loop,
 * for the threads that short calls need, and for PostgreSQL. Lower priorities are not enough, because the scheduler of
 * Linux lets a thread run for some milliseconds before another one that was just woken.
 */
export function createProcessorShare({
  atOnceMax,
  now = () => performance.now(),
}: ProcessorShareOptions): ProcessorShare {
  const participants: Participant[] = []
  return {
    join(participant) {
      participants.push(participant)
      let timer: NodeJS.Timeout | undefined
      const resumeOverdue = () => {
        timer = undefined
        participant.resume()
      }
      return {
        mayBegin(since) {
          const computing = participants.reduce((sum, { count }) => sum + count(), 0)
          const leftMs = since + shareWaitMsMax - now()
          if (computing < atOnceMax || leftMs <= 0) return true
          if (timer === undefined) timer = setTimeout(resumeOverdue, Math.ceil(leftMs)).unref()
          return false
        },
        release() {
          // The next time, another one is the first.
          participants.push(...participants.splice(0, 1))
          for (const { resume } of [...participants]) resume()
        },
      }
    },
  }
}
