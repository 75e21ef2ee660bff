import type { Database } from '@bridge/database'

export const findMembership = (database: Database, userId: string, orgId: string) =>
  database.membership.findUnique({ where: { orgId_userId: { orgId, userId } }, select: { role: true } })

export const findRealmMembership = (database: Database, userId: string, realmId: string) =>
  database.membership.findFirst({
    where: { userId, org: { realms: { some: { id: realmId } } } },
    select: { role: true, orgId: true },
  })
