import type { Database } from '@bridge/database'
import { createTenant, type ResourceIds } from '@bridge/harness/create-tenant'

/** Creates an organization and deletes it with everything it had. Returns the former IDs. */
export async function findDeletedIds(database: Database): Promise<ResourceIds> {
  const { orgId, ids } = await createTenant(database, 'deleted')
  await database.organization.delete({ where: { id: orgId } })
  await database.user.deleteMany({ where: { email: { endsWith: '@deleted.example' } } })
  return ids
}
