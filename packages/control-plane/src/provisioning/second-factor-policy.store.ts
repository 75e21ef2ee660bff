import type { Database } from '@bridge/database'
import { recordAudit } from '@bridge/identity/access/audit.store'
import type { Caller } from '@bridge/identity/access/caller'
import type { OwnedOrgId } from '@bridge/identity/access/owned'

/** Finds whether the organization requires a second factor, and how many members lack one. */
export async function findSecondFactorPolicy(database: Database, orgId: OwnedOrgId<'viewer'>) {
  const [{ requiresSecondFactor }, membersWithout] = await Promise.all([
    database.organization.findUniqueOrThrow({ where: { id: orgId }, select: { requiresSecondFactor: true } }),
    database.membership.count({ where: { orgId, user: { secondFactorSince: null } } }),
  ])
  return { required: requiresSecondFactor, membersWithout }
}

/** Changes whether a second factor is required. Returns false if it is to be, and the caller has none themselves. */
export function updateSecondFactorPolicy(
  database: Database,
  orgId: OwnedOrgId<'admin'>,
  required: boolean,
  caller: Caller,
  at: Date,
): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    const user = await transaction.user.findUniqueOrThrow({
      where: { id: caller.userId },
      select: { secondFactorSince: true },
    })
    if (required && user.secondFactorSince === null) return false
    const where = { id: orgId, requiresSecondFactor: !required }
    const { count } = await transaction.organization.updateMany({ where, data: { requiresSecondFactor: required } })
    if (count === 0) return true
    await recordAudit(transaction, {
      orgId,
      caller,
      action: 'organization.second-factor',
      resource: 'org',
      resourceId: orgId,
      at,
      details: { before: { required: !required }, after: { required } },
    })
    return true
  })
}
