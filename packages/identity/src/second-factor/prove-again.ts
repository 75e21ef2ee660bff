import type { Caller } from '../access/caller.ts'
import { storeProof } from './second-factor.store.ts'
import { requireCode, type SecondFactorServices } from './second-factor.ts'

/**
 * Proves by a second factor's code that the caller's session is theirs.
 *
 * @throws Problem `invalid_request` for a wrong or used code, `rate_limited` after too many
 */
export async function proveAgain(services: SecondFactorServices, caller: Caller, code: string): Promise<void> {
  await requireCode(services, caller, code)
  await storeProof(services.database, caller, services.clock())
}
