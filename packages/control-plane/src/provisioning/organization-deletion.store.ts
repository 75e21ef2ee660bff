import { requireRealmId } from '@bridge/agent-protocol'
import type { Database, Prisma } from '@bridge/database'
import { recordAudit } from '@bridge/identity/access/audit.store'
import type { Caller } from '@bridge/identity/access/caller'
import { lockMemberships } from '@bridge/identity/access/membership.store'
import type { OwnedOrgId } from '@bridge/identity/access/owned'

/** Counts what deleting the organization deletes. */
export async function findDeletedResources(database: Database, orgId: OwnedOrgId<'owner'>) {
  const [org, companyFiles, clients, connections, apiKeys, members, invitations] = await Promise.all([
    database.organization.findUniqueOrThrow({ where: { id: orgId }, select: { id: true, name: true, plan: true } }),
    database.realm.findMany({
      where: { orgId },
      select: { id: true, name: true, kind: true },
      orderBy: [{ kind: 'desc' }, { createdAt: 'asc' }, { id: 'asc' }],
      take: maxListed,
    }),
    database.oAuthClient.count({ where: { orgId } }),
    database.connection.count({ where: { client: { orgId }, revokedAt: null } }),
    database.apiKey.count({ where: { orgId, revokedAt: null } }),
    database.membership.count({ where: { orgId } }),
    database.invitation.count({ where: { orgId, acceptedAt: null, revokedAt: null } }),
  ])
  const subscribed = (await findSubscribed(database, [org])).size > 0
  return {
    name: org.name,
    subscribed,
    companyFiles: companyFiles.map((file) => ({ ...file, id: requireRealmId(file.id) })),
    clients,
    connections,
    apiKeys,
    members,
    invitations,
  }
}

/** The most company files named in a list of what goes. */
const maxListed = 200

/** Whether an organization was deleted; only `done` deleted it. */
export type Deletion = 'done' | 'subscription' | 'role-changed'

/** Deletes the organization with everything in it, unless a subscription is active. */
export function deleteOrganization(
  database: Database,
  orgId: OwnedOrgId<'owner'>,
  caller: Caller,
  at: Date,
): Promise<Deletion> {
  return database.$transaction(async (transaction) => {
    if ((await lockMemberships(transaction, orgId, caller.userId)) !== 'owner') return 'role-changed'
    const select = { id: true, plan: true } as const
    const org = await transaction.organization.findUniqueOrThrow({ where: { id: orgId }, select })
    if ((await findSubscribed(transaction, [org])).size > 0) return 'subscription'
    await removeOrganization(transaction, orgId, caller, at)
    return 'done'
  })
}

const endedStatuses: readonly (string | null)[] = [null, 'canceled', 'incomplete_expired']

/**
 * Finds the organizations with a subscription at the payment provider, which its payer must cancel. A plan set by an
 * operator could not be canceled.
 */
export async function findSubscribed(
  database: Pick<Database, 'billingAccount'>,
  organizations: readonly { readonly id: string; readonly plan: 'trial' | 'production' | 'enterprise' }[],
): Promise<ReadonlySet<string>> {
  const payable = organizations.filter(({ plan }) => plan !== 'enterprise')
  const accounts = await database.billingAccount.findMany({
    where: { orgId: { in: payable.map(({ id }) => id) } },
    select: { orgId: true, status: true },
  })
  return new Set(accounts.filter(({ status }) => !endedStatuses.includes(status)).map(({ orgId }) => orgId))
}

/** Deletes a locked organization. The event belongs to no organization, because an organization's events go with it. */
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
