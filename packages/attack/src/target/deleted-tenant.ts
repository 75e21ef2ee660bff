import type { Database } from '@bridge/database'
import { createTenant, type ResourceIds } from './create-tenant.ts'

/** Creates an organization and deletes it with everything that it had. Returns the IDs of what existed. */
export async function findDeletedIds(database: Database): Promise<ResourceIds> {
  const { orgId, ids } = await createTenant(database, 'deleted')
  await database.organization.delete({ where: { id: orgId } })
  await database.user.deleteMany({ where: { email: { endsWith: '@deleted.example' } } })
  return ids
}
