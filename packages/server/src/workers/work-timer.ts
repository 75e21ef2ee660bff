/** How long a task that waits for a reply keeps its worker, in milliseconds. */
const keptMs = { min: 50, max: 5_000 }

interface WorkTimerOptions {
  /** How long a worker may work without a pause, in milliseconds. */
  readonly timeoutMs: number
  readonly onTimeout: () => void
  /** The worker is no longer kept. */
  readonly onGiveAway: () => void
}

/** Times the work of a worker at its task. */
export interface WorkTimer {
  /** The worker neither works nor is kept. */
  isFree(): boolean
  isWorking(): boolean
  /** The worker gets another task. */
  reset(): void
  /** @param isLimited whether the worker may take only so long from now on, which it may not before its program is loaded */
  start(isLimited: boolean): void
  stop(): void
  /** Keeps the worker for its task, which waits: for as long as it has worked. */
  keep(): void
}

export function createWorkTimer({ timeoutMs, onTimeout, onGiveAway }: WorkTimerOptions): WorkTimer {
  let state: 'works' | 'kept' | 'free' = 'free'
  let since = 0
  let workedMs = 0
  let timer: NodeJS.Timeout | undefined

  return {
    isFree: () => state === 'free',
    isWorking: () => state === 'works',
    reset() {
      workedMs = 0
    },
    start(isLimited) {
      clearTimeout(timer)
      state = 'works'
      since = performance.now()
      if (isLimited) timer = setTimeout(onTimeout, timeoutMs).unref()
    },
    stop() {
      clearTimeout(timer)
      if (state === 'works') workedMs += performance.now() - since
      state = 'free'
    },
    keep() {
      state = 'kept'
      const giveAway = () => {
        state = 'free'
        onGiveAway()
      }
      timer = setTimeout(giveAway, Math.min(Math.max(workedMs, keptMs.min), keptMs.max)).unref()
    },
  }
}
