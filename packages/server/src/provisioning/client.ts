import { randomUUID } from 'node:crypto'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { z } from 'zod'
import { insertClient } from './client.store.ts'
import type { OwnedOrgId } from './membership.ts'
import { name } from './name.ts'
import { parseInput } from './parse-input.ts'
import type { ProvisioningDependencies } from './provisioning-dependencies.ts'
import { redirectUris } from './redirect-uri.ts'

/** An OAuth client of an organization. */
export interface Client {
  readonly id: string
  readonly orgId: string
  readonly name: string
  readonly redirectUris: readonly string[]
  readonly createdAt: Date
}

export const createClientInput = z.object({ name: name(80), redirectUris })

/**
 * Registers an OAuth client. The secret is in this answer alone; the database keeps its hash.
 *
 * @throws Problem `invalid_request` that names what is wrong with a redirect URI (specification, rule 4.1).
 */
export async function createClient(
  dependencies: ProvisioningDependencies,
  actorId: string | undefined,
  orgId: OwnedOrgId<'admin'>,
  input: z.input<typeof createClientInput>,
): Promise<{ readonly client: Client; readonly clientSecret: string }> {
  const clientSecret = mintSecret('svcs_')
  const client = await insertClient(
    dependencies.database,
    {
      ...parseInput(createClientInput, input),
      id: `svcc_${randomUUID().replaceAll('-', '')}`,
      orgId,
      secretHash: hashSecret(clientSecret),
      createdAt: dependencies.clock(),
    },
    actorId,
  )
  return { client, clientSecret }
}
