import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { z } from 'zod'
import { insertApiKey } from './api-key.store.ts'
import type { OwnedOrgId } from './membership.ts'
import { name } from './name.ts'
import { parseInput } from './parse-input.ts'
import type { ProvisioningDependencies } from './provisioning-dependencies.ts'

export const createApiKeyInput = z.object({ name: name(32) })

/**
 * Mints an API key of the organization, which acts with its creator's role of the moment. The key
 * is in this answer alone; the database keeps its hash. Only a signed-in member may call this
 * (specification, section 5).
 */
export async function createApiKey(
  dependencies: ProvisioningDependencies,
  creatorId: string,
  orgId: OwnedOrgId<'admin'>,
  input: z.input<typeof createApiKeyInput>,
): Promise<{
  readonly id: string
  readonly name: string
  readonly orgId: string
  readonly key: string
  readonly createdAt: Date
}> {
  const key = mintSecret('svc_')
  const row = await insertApiKey(dependencies.database, {
    ...parseInput(createApiKeyInput, input),
    orgId,
    creatorId,
    keyHash: hashSecret(key),
    createdAt: dependencies.clock(),
  })
  return { ...row, key }
}
