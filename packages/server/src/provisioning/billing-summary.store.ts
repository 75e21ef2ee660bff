import type { Database } from '@bridge/database'
import type { OwnedOrgId } from './owned.ts'

/**
 * Finds the requests and errors of an organization's production realms by UTC day, oldest first; idle days are omitted.
 */
export async function findUsage(database: Database, orgId: OwnedOrgId, since: Date) {
  const rows = await database.usageDay.groupBy({
    by: ['day'],
    where: { realm: { orgId, kind: 'production' }, day: { gte: since } },
    _sum: { requests: true, errors: true },
    orderBy: { day: 'asc' },
  })
  return rows.map(({ day, _sum }) => ({ day, requests: _sum.requests ?? 0, errors: _sum.errors ?? 0 }))
}
