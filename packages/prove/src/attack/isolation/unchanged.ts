import type { Attack } from '../run/attack.ts'
import { fingerprint } from '../target/fingerprint.ts'

/** Compares everything the victim has with what it had before the attacks. */
export const unchanged: Attack<readonly [string, string]> = {
  name: 'nothing of the victim has changed',
  attempt: async ({ database, victim, fingerprint: before }) => [before, await fingerprint(database, victim)],
  holds: ([before, after]) => before === after,
}
