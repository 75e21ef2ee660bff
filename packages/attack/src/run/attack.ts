import type { Target } from '../target/start-target.ts'

/** An attack on a target. */
export interface Attack<Seen = unknown> {
  readonly name: string
  /** Attacks, and returns what came back. */
  attempt(target: Target): Promise<Seen>
  /** Returns whether the target withstood the attack. */
  holds(seen: Seen): boolean
}

/** Attacks of one kind, which share a target. */
export interface AttackGroup {
  readonly name: string
  readonly attacks: readonly Attack[]
  /** How many run at a time. */
  readonly atOnce: number
  /** What must be true after all of them. */
  readonly afterwards?: readonly Attack[]
  /** How many of them the short form runs, evenly distributed. */
  readonly sampleSize: number
}
