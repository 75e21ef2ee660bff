import { requireRealmId } from '@bridge/agent-protocol'
import { connectSandbox } from '@bridge/control-plane/portal/quick-start'
import type { Database } from '@bridge/database'
import type { Caller } from '@bridge/identity/access/caller'
import { requireRole } from '@bridge/identity/access/membership'
import type { QuickstartFacts } from './quickstart-facts.ts'

/** Issues an access token for the sandbox realm, valid for an hour, with the owner's consent. */
export async function issueSandboxToken(
  database: Database,
  ownerId: string,
  { orgId, clientId, sandboxRealmId }: QuickstartFacts,
): Promise<string> {
  const dependencies = { database, clock: () => new Date() }
  const caller: Caller = { kind: 'system', userId: ownerId }
  const { orgId: owned } = await requireRole(dependencies, caller, { resource: 'org', id: orgId, role: 'member' })
  const { accessToken } = await connectSandbox(dependencies, caller, {
    orgId: owned,
    clientId,
    realmId: requireRealmId(sandboxRealmId),
  })
  return accessToken
}
