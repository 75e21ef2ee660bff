const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** The times between the attempts of QuickBooks Online. The last one repeats. */
const delaysMs = [
  10 * secondMs,
  20 * secondMs,
  30 * secondMs,
  5 * minuteMs,
  20 * minuteMs,
  2 * hourMs,
  4 * hourMs,
  6 * hourMs,
] as const

const lastDelayMs = 6 * hourMs

/** How long deliveries fail before no more are sent. */
export const pausedAfterMs = 5 * 24 * hourMs

/** Returns the time in milliseconds until the next attempt, after a number of failed ones. */
export function getRetryDelay(failedAttempts: number): number {
  return delaysMs[failedAttempts - 1] ?? lastDelayMs
}
