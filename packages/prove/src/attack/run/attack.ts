import type { Target } from '../target/start-target.ts'

/** An attack on a target. */
export interface Attack<Seen = unknown, On extends Target = Target> {
  readonly name: string
  /** Attacks, and returns what came back. */
  attempt(target: On): Promise<Seen>
  /** Returns whether the target withstood the attack. */
  holds(seen: Seen): boolean
  /** Describes how much was tried, for the report. */
  describe?(seen: Seen): string
}

/** Attacks of one kind, sharing a target. */
export interface AttackGroup<On extends Target = Target> {
  readonly name: string
  /** Starts the target. */
  readonly start: () => Promise<On>
  readonly attacks: readonly Attack<unknown, On>[]
  /** How many run at a time. */
  readonly atOnce: number
  /** What must be true afterwards. */
  readonly afterwards?: readonly Attack<unknown, On>[]
  /** How many the short form runs, evenly distributed. */
  readonly sampleSize: number
}
