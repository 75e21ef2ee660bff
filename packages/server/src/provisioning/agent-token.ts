import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { Problem } from '@bridge/faults'
import { z } from 'zod'
import { insertAgentToken } from './agent-token.store.ts'
import type { OwnedRealmId } from './membership.ts'
import { name } from './name.ts'
import { parseInput } from './parse-input.ts'
import type { ProvisioningDependencies } from './provisioning-dependencies.ts'

export const createAgentTokenInput = z.object({ label: name(80).default('Agent') })

/**
 * Issues a token for an edge agent of the realm. The token is in this answer alone; the database keeps its hash.
 *
 * @throws Problem `sandbox_realm` for a sandbox, which needs no agent (specification, rule 4.4).
 */
export async function createAgentToken(
  dependencies: ProvisioningDependencies,
  actorId: string | undefined,
  realmId: OwnedRealmId<'admin'>,
  input: z.input<typeof createAgentTokenInput>,
): Promise<{ readonly id: string; readonly label: string; readonly token: string }> {
  const { label } = parseInput(createAgentTokenInput, input)
  const token = mintSecret('svca_')
  const row = await insertAgentToken(
    dependencies.database,
    { realmId, label, tokenHash: hashSecret(token), createdAt: dependencies.clock() },
    actorId,
  )
  if (!row)
    throw new Problem(
      'sandbox_realm',
      'A sandbox realm is served by the service itself; agent tokens are for production realms.',
    )
  return { ...row, token }
}
