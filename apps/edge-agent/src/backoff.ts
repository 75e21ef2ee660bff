const firstCeilingMs = 500
const maxCeilingMs = 30_000

/**
 * Returns how long to wait before reconnecting, in milliseconds: random below a ceiling doubled with each failed
 * attempt, so agents without their gateway do not all reconnect at once.
 *
 * @param attempt 0 after a stable connection
 * @param random a number from 0 (included) to 1 (excluded)
 */
export function backoffMs(attempt: number, random: () => number): number {
  return Math.round(random() * Math.min(maxCeilingMs, firstCeilingMs * 2 ** Math.min(attempt, 16)))
}

const maxMoveMs = 100

/**
 * Returns how long to wait before reconnecting after a gateway told the agent to leave, in milliseconds. It is short,
 * because requests wait for the agent; a stopping gateway tells a few agents at a time.
 *
 * @param random a number from 0 (included) to 1 (excluded)
 */
export function moveMs(random: () => number): number {
  return Math.round(random() * maxMoveMs)
}

const hintMsMin = 500

/**
 * Returns how long to wait before reconnecting, in milliseconds, if the gateway said when: half to one and a half times
 * as long, so refused agents do not all come back at once.
 *
 * @param random a number from 0 (included) to 1 (excluded)
 */
export function hintedMs(retryAfterMs: number, random: () => number): number {
  return Math.round((0.5 + random()) * Math.min(maxCeilingMs, Math.max(hintMsMin, retryAfterMs)))
}
