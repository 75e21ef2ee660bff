/** The time that something took recently, in milliseconds; older times weigh less. */
export interface RecentLoad {
  add(ms: number): void
  get(): number
}

const decayMs = 5_000

/**
 * Creates an exponentially decaying sum: something that is always busy has a load of 5,000 ms.
 *
 * @param now returns a time in milliseconds
 */
export function createRecentLoad(now: () => number): RecentLoad {
  let sum = 0
  let at = now()
  const get = () => {
    const time = now()
    sum *= Math.exp((at - time) / decayMs)
    at = time
    return sum
  }
  return {
    add: (ms) => {
      sum = get() + ms
    },
    get,
  }
}
