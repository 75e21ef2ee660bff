const firstCeilingMs = 500
const ceilingMsMax = 30_000

/**
 * Returns how long to wait before reconnecting, in milliseconds: random below a ceiling that doubles with each failed
 * attempt, so that agents that lost the same gateway do not all reconnect at once.
 *
 * @param attempt 0 after a stable connection
 * @param random a number from 0 (included) to 1 (excluded)
 */
export function backoffMs(attempt: number, random: () => number): number {
  return Math.round(random() * Math.min(ceilingMsMax, firstCeilingMs * 2 ** Math.min(attempt, 16)))
}
