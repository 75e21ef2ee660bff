/** A gateway with fewer agents keeps them all. */
const agentsMin = 10
/** How much above the mean a gateway may hold, with a few more for chance. */
const share = { factor: 1.25, more: 2 }
/** How long a gateway must hold too many: others may be about to restart, or to receive agents. */
const settleMs = 30_000
const maxMoves = 20
const waitMs = { min: 10_000, max: 3_600_000 }

/** Returns how many agents more than its share a gateway holds. */
export function countExcess(own: number, others: readonly number[]): number {
  const mean = others.reduce((sum, agents) => sum + agents, own) / (others.length + 1)
  return Math.max(0, own - Math.max(agentsMin, Math.floor(mean * share.factor + share.more)))
}

/**
 * Decides when a gateway moves agents, and how many. An agent dialing again may get the same gateway. Where moves did
 * not help, because a balancer keeps each agent where it was, the gateway waits before it tries again, each time twice
 * as long.
 *
 * @param move closes up to this many agents' sockets, and returns how many it closed
 * @returns a function to call every few seconds with the time, how many agents the gateway holds, and how many each
 * other one holds; it returns how many it moved
 */
export function createMovePlan(move: (count: number) => number) {
  let since: number | undefined
  /** The excess before the latest moves. */
  let before: number | undefined
  let pauseMs = 0
  let pauseUntil = Number.NEGATIVE_INFINITY

  return (now: number, own: number, others: readonly number[]): number => {
    const excess = countExcess(own, others)
    if (excess === 0) {
      since = undefined
      before = undefined
      return 0
    }
    since ??= now
    if (before !== undefined) {
      pauseMs = excess < before ? 0 : Math.min(waitMs.max, Math.max(waitMs.min, 2 * pauseMs))
      pauseUntil = now + pauseMs
      before = undefined
    }
    if (now - since < settleMs || now < pauseUntil) return 0
    const moved = move(Math.min(excess, maxMoves))
    if (moved > 0) before = excess
    return moved
  }
}
