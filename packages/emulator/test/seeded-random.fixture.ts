/** Random choices a seed repeats. */
export interface SeededRandom {
  /** A number from 0 to below 1. */
  next(): number
  /** A whole number from 0 to below `max`. */
  below(max: number): number
  pick<Each>(from: readonly Each[]): Each
  /** One to `max` results from `make`. */
  some<Each>(max: number, make: () => Each): Each[]
  /** An amount from 0.01 to `max`. */
  cents(max: number): number
  /** A day within the two hundred before the tests' date. */
  day(): string
}

export function createSeededRandom(seed: number): SeededRandom {
  const next = createMulberry32(seed)
  const below = (max: number): number => Math.floor(next() * max)
  return {
    next,
    below,
    pick: <Each>(from: readonly Each[]): Each => from[below(from.length)] as Each,
    some: (max, make) => Array.from({ length: 1 + below(max) }, make),
    cents: (max) => (1 + below(max * 100)) / 100,
    day: () => new Date(Date.UTC(2026, 2, 16) - below(200) * 86_400_000).toISOString().slice(0, 10),
  }
}

/** Creates a generator: numbers from 0 (inclusive) to 1 (exclusive). */
function createMulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
