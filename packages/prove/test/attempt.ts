import type { Attempt } from '../src/soak/load.ts'

/** Returns a read whose response arrived at a time after 1 ms. */
export function attempt(at: number, outcome: string, changes: Partial<Attempt> = {}): Attempt {
  return { kind: 'read', outcome, at, ms: 1, ...changes }
}
