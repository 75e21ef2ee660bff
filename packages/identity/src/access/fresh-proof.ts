import { Problem } from '@bridge/faults'
import type { Dependencies } from '@bridge/platform/dependencies'
import type { Caller } from './caller.ts'
import { findProvenAt } from './fresh-proof.store.ts'

/** How long a proof counts: a sign-in, or a second factor's code. */
const proofMs = 10 * 60_000

/**
 * Requires a recent proof from the caller's session. An API key has no session to steal from a browser, and the service
 * has none at all.
 *
 * @throws Problem `proof_required`
 */
export async function requireFreshProof(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  caller: Caller,
): Promise<void> {
  if (caller.kind !== 'session') return
  const { userId, sessionId } = caller
  const provenAt = sessionId === undefined ? null : await findProvenAt(database, { userId, sessionId })
  if (provenAt === null || clock().getTime() - provenAt.getTime() > proofMs) throw new Problem('proof_required')
}
