import type { Database, Prisma } from '@bridge/database'
import { recordAudit } from './audit.store.ts'
import type { Caller } from './caller.ts'
import { lockMemberships } from './membership.store.ts'
import type { OwnedOrgId } from './owned.ts'

/** Counts what a deletion of the organization deletes. */
export async function findDeletedResources(database: Database, orgId: OwnedOrgId<'owner'>) {
  const [org, companyFiles, clients, connections, apiKeys, members, invitations] = await Promise.all([
    database.organization.findUniqueOrThrow({ where: { id: orgId }, select: { name: true, plan: true } }),
    database.realm.findMany({
      where: { orgId },
      select: { id: true, name: true, kind: true },
      orderBy: [{ kind: 'desc' }, { createdAt: 'asc' }, { id: 'asc' }],
      take: listedMax,
    }),
    database.oAuthClient.count({ where: { orgId } }),
    database.connection.count({ where: { client: { orgId }, revokedAt: null } }),
    database.apiKey.count({ where: { orgId, revokedAt: null } }),
    database.membership.count({ where: { orgId } }),
    database.invitation.count({ where: { orgId, acceptedAt: null, revokedAt: null } }),
  ])
  return { org, companyFiles, clients, connections, apiKeys, members, invitations }
}

/** Company files that a list of what goes names at most. */
const listedMax = 200

/** Whether an organization was deleted; only `done` deleted it. */
export type Deletion = 'done' | 'subscription' | 'role-changed'

/** Deletes the organization with everything that belongs to it, unless a subscription is active. */
export function deleteOrganization(
  database: Database,
  orgId: OwnedOrgId<'owner'>,
  caller: Caller,
  at: Date,
): Promise<Deletion> {
  return database.$transaction(async (transaction) => {
    if ((await lockMemberships(transaction, orgId, caller.userId)) !== 'owner') return 'role-changed'
    const { plan } = await transaction.organization.findUniqueOrThrow({ where: { id: orgId }, select: { plan: true } })
    if (isSubscribed(plan)) return 'subscription'
    await removeOrganization(transaction, orgId, caller, at)
    return 'done'
  })
}

/** Returns whether a plan is paid by a subscription, which would go on without its organization. */
export function isSubscribed(plan: 'trial' | 'production' | 'enterprise'): boolean {
  return plan !== 'trial'
}

/** Deletes a locked organization. The event belongs to no organization, because those of the organization go with it. */
export async function removeOrganization(
  transaction: Prisma.TransactionClient,
  orgId: string,
  caller: Caller,
  at: Date,
): Promise<void> {
  const { name } = await transaction.organization.delete({ where: { id: orgId }, select: { name: true } })
  await recordAudit(transaction, {
    orgId: null,
    caller,
    action: 'organization.delete',
    resource: 'org',
    resourceId: orgId,
    at,
    details: { before: { name } },
  })
}
