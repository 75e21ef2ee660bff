import type { RealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'
import {
  type Caller,
  createApiKey,
  createOrganization,
  createProductionRealm,
  createSandboxRealm,
  requireRole,
} from '@bridge/server'

/** An organization with a sandbox, a production realm and an API key. */
export interface Account {
  readonly orgId: string
  readonly sandboxId: RealmId
  readonly key: string
}

export async function createAccount(database: Database): Promise<Account> {
  const dependencies = { database, clock: () => new Date() }
  const { id: userId } = await database.user.create({ data: { email: 'bench@example.com' } })
  const caller: Caller = { kind: 'system', userId }
  const { id: orgId } = await createOrganization(dependencies, caller, { name: 'Account' })
  const owned = await requireRole(dependencies, caller, { resource: 'org', id: orgId, role: 'admin' })
  const { id: sandboxId } = await createSandboxRealm(dependencies, caller, owned.orgId)
  await createProductionRealm(dependencies, caller, owned.orgId, { name: 'Company' })
  const { key } = await createApiKey(dependencies, caller, owned.orgId, { name: 'Bench' })
  return { orgId, sandboxId, key }
}
