/** What is left to chance, the same for the same seed. */
export interface Dice {
  /** A whole number from 0 to below `max`. */
  below(max: number): number
  pick<Each>(from: readonly Each[]): Each
  /** One to `max` of what is made. */
  some<Each>(max: number, make: () => Each): Each[]
  /** An amount of at least 0.01 and at most `max`. */
  cents(max: number): number
  /** One of the two hundred days before the tests' date. */
  day(): string
}

export function diceOf(seed: number): Dice {
  const random = seededRandom(seed)
  const below = (max: number): number => Math.floor(random() * max)
  return {
    below,
    pick: <Each>(from: readonly Each[]): Each => from[below(from.length)] as Each,
    some: (max, make) => Array.from({ length: 1 + below(max) }, make),
    cents: (max) => (1 + below(max * 100)) / 100,
    day: () => new Date(Date.UTC(2026, 2, 16) - below(200) * 86_400_000).toISOString().slice(0, 10),
  }
}

/** Numbers from 0 (included) to 1 (excluded), the same for the same seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
