import type { Database, Prisma } from '@bridge/database'
import { recordAudit } from '@bridge/identity/access/audit.store'
import type { Caller } from '@bridge/identity/access/caller'
import { revokeGivenAccess } from './given-access.store.ts'
import { findSubscribed, removeOrganization } from './organization-deletion.store.ts'

const columns = {
  id: true,
  email: true,
  name: true,
  createdAt: true,
  accounts: { select: { provider: true } },
} as const

/** Finds the caller's user. */
export function findAccount(database: Database, { userId }: Caller) {
  return database.user.findUniqueOrThrow({ where: { id: userId }, select: columns })
}

export function renameAccount(database: Database, caller: Caller, name: string, at: Date) {
  return database.$transaction(async (transaction) => {
    const where = { id: caller.userId }
    const before = await transaction.user.findUniqueOrThrow({ where, select: { name: true } })
    const row = await transaction.user.update({ where, data: { name }, select: columns })
    await recordAudit(transaction, {
      orgId: null,
      caller,
      action: 'account.rename',
      resource: 'account',
      resourceId: caller.userId,
      at,
      details: { before, after: { name } },
    })
    return row
  })
}

/** The effect on an organization when the caller's account is deleted; `hand-over` and `subscription` prevent it. */
export interface AffectedOrganization {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly effect: 'deleted' | 'left' | 'hand-over' | 'subscription'
}

/** Finds the caller's organizations by name, with the effect of deleting the account. */
export async function findAffectedOrganizations(
  database: Pick<Database, 'membership' | 'billingAccount'>,
  { userId }: Caller,
): Promise<AffectedOrganization[]> {
  const memberships = await database.membership.findMany({
    where: { userId },
    select: {
      role: true,
      org: {
        select: {
          id: true,
          name: true,
          slug: true,
          plan: true,
          memberships: { where: { userId: { not: userId } }, select: { role: true } },
        },
      },
    },
    orderBy: [{ org: { name: 'asc' } }, { org: { id: 'asc' } }],
  })
  const subscribed = await findSubscribed(
    database,
    memberships.map(({ org }) => org),
  )
  return memberships.map(({ role, org: { plan: _, memberships: others, ...org } }) => {
    const getEffect = () => {
      if (others.length === 0) return subscribed.has(org.id) ? 'subscription' : 'deleted'
      return role === 'owner' && !others.some((other) => other.role === 'owner') ? 'hand-over' : 'left'
    }
    return { ...org, effect: getEffect() }
  })
}

/**
 * Deletes the caller's account and every organization without another member, unless an organization prevents it.
 * Returns what happened to the organizations, or what prevents it.
 */
export function deleteAccount(database: Database, caller: Caller, at: Date) {
  return database.$transaction(async (transaction) => {
    await lockOrganizations(transaction, caller)
    const organizations = await findAffectedOrganizations(transaction, caller)
    const prevents = organizations.filter(({ effect }) => effect === 'hand-over' || effect === 'subscription')
    if (prevents.length > 0) return { kind: 'prevented', organizations: prevents } as const
    for (const { id, effect } of organizations) {
      if (effect === 'deleted') await removeOrganization(transaction, id, caller, at)
      else await leave(transaction, id, caller, at)
    }
    const { email } = await transaction.user.delete({ where: { id: caller.userId }, select: { email: true } })
    const links = { identifier: { in: [email, `operator:${email}`] } }
    await transaction.verificationToken.deleteMany({ where: links })
    await recordAudit(transaction, {
      orgId: null,
      caller,
      action: 'account.delete',
      resource: 'account',
      resourceId: caller.userId,
      at,
    })
    return { kind: 'done', organizations } as const
  })
}

/** Locks the caller's organizations, ordered by ID to make concurrent deletions wait for each other. */
async function lockOrganizations(transaction: Prisma.TransactionClient, { userId }: Caller) {
  await transaction.$queryRaw`
    SELECT id FROM organization WHERE id IN (SELECT "orgId" FROM membership WHERE "userId" = ${userId})
    ORDER BY id FOR UPDATE`
}

async function leave(transaction: Prisma.TransactionClient, orgId: string, caller: Caller, at: Date) {
  const { id } = await transaction.membership.delete({
    where: { orgId_userId: { orgId, userId: caller.userId } },
    select: { id: true },
  })
  await revokeGivenAccess(transaction, { orgId, userId: caller.userId, role: undefined }, at)
  const audited = { orgId, caller, action: 'member.leave', resource: 'member', resourceId: id, at } as const
  await recordAudit(transaction, audited)
}

/** The most events and sessions in an account export. */
const maxExport = 10_000

/** Finds everything stored about the caller, without secrets and their hashes. */
export async function findAccountData(database: Database, { userId }: Caller) {
  const [user, events] = await Promise.all([
    database.user.findUniqueOrThrow({
      where: { id: userId },
      select: {
        ...columns,
        emailVerified: true,
        secondFactorSince: true,
        sessions: {
          select: { id: true, createdAt: true, lastSeenAt: true, expires: true, userAgent: true, address: true },
          take: maxExport,
        },
        memberships: { select: { role: true, createdAt: true, org: { select: { id: true, name: true } } } },
        apiKeys: {
          select: {
            id: true,
            orgId: true,
            name: true,
            lastFour: true,
            createdAt: true,
            lastUsedAt: true,
            revokedAt: true,
          },
          take: maxExport,
        },
        invitations: { select: { id: true, orgId: true, role: true, createdAt: true }, take: maxExport },
      },
    }),
    database.auditEvent.findMany({
      where: { actorId: userId },
      select: { id: true, orgId: true, action: true, resourceKind: true, resourceId: true, ip: true, createdAt: true },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: maxExport,
    }),
  ])
  return { ...user, events }
}
