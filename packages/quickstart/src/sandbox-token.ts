import type { Database } from '@bridge/database'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { insertConnection } from '@bridge/server/portal/quick-start.store'
import type { Caller } from '@bridge/server/provisioning/caller'
import { own } from '@bridge/server/provisioning/membership'
import type { QuickstartFacts } from './quickstart-facts.ts'

const lifetimeMs = 3_600_000

/** An access token for the sandbox realm, good for an hour, as the owner's consent would give it. */
export async function issueSandboxToken(
  database: Database,
  ownerId: string,
  { orgId, clientId, sandboxRealmId }: QuickstartFacts,
): Promise<string> {
  const accessToken = mintSecret('svct_')
  const createdAt = new Date()
  const caller: Caller = { kind: 'system', userId: ownerId }
  const owned = await own({ database, clock: () => createdAt }, caller, 'org', orgId, 'member')
  await insertConnection(database, {
    orgId: owned.orgId,
    caller,
    clientId,
    realmId: sandboxRealmId,
    scope: 'com.intuit.quickbooks.accounting',
    tokenHash: hashSecret(accessToken),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + lifetimeMs),
  })
  return accessToken
}
