/** One thing that was measured against a peer, in one run. */
export interface Measurement {
  readonly name: string
  /** Ours over the peer's, of medians. */
  readonly ratio: number
  readonly goal: { readonly atMost?: number; readonly atLeast?: number }
  /** The two medians, with their units, and what they were taken of. */
  readonly detail: string
}

/** Whether the ratio is within its goal. */
export function isReached({ ratio, goal }: Measurement): boolean {
  return (goal.atMost === undefined || ratio <= goal.atMost) && (goal.atLeast === undefined || ratio >= goal.atLeast)
}

/** The middle of the values; of an even number of them, the upper of the two in the middle. */
export function medianOf(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN
}
