/** A figure measured against a peer in one run. */
export interface Measurement {
  readonly name: string
  /** Our median divided by the peer's. */
  readonly ratio: number
  /** The ratio's bounds; without any, it is only printed. */
  readonly goal: { readonly atMost?: number; readonly atLeast?: number }
  /** The two medians with their units and sample sizes. */
  readonly detail: string
}

/** Returns whether the ratio meets its goal. */
export function isReached({ ratio, goal }: Measurement): boolean {
  return (goal.atMost === undefined || ratio <= goal.atMost) && (goal.atLeast === undefined || ratio >= goal.atLeast)
}

/** Returns the median; with an even number of values, the upper one in the middle pair. */
export function getMedian(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Returns the value above a share of the values. */
export function getPercentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
