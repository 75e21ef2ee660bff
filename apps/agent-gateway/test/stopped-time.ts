import { onTestFinished, vi } from 'vitest'

/** A time passing only when a test says so. */
export interface StoppedTime {
  now(): Date
  /** Lets this many milliseconds pass, one second at a time, and runs the intervals that elapse. */
  pass(ms: number): void
  /**
   * Lets this many milliseconds pass at once, as when the process is paused; an interval each second runs once then.
   */
  pause(ms: number): void
}

/** Stops this process's intervals until the test ends. */
export function stopTime(): StoppedTime {
  let now = Date.parse('2026-03-02T08:00:00Z')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  return {
    now: () => new Date(now),
    pass: (ms) => {
      for (let passed = 0; passed < ms; passed += 1_000) {
        now += 1_000
        vi.advanceTimersByTime(1_000)
      }
    },
    pause: (ms) => {
      now += ms
      vi.advanceTimersByTime(1_000)
    },
  }
}
