const firstMs = 500
const mostMs = 30_000

/**
 * How long to wait before dialling again, in milliseconds: full jitter over a ceiling that doubles with each
 * attempt in a row, so that agents that lost the same gateway do not come back all at once.
 *
 * @param attempt 0 for the first try after a connection that held
 * @param random a number from 0 (included) to 1 (excluded)
 */
export function backoffMs(attempt: number, random: () => number): number {
  return Math.round(random() * Math.min(mostMs, firstMs * 2 ** Math.min(attempt, 16)))
}
