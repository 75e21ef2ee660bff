import { requireRealmId } from '@bridge/agent-protocol'
import { type Database, Prisma } from '@bridge/database'
import { recordAudit, toAuditRow } from '@bridge/identity/access/audit.store'
import type { Caller } from '@bridge/identity/access/caller'
import { lockMemberships } from '@bridge/identity/access/membership.store'
import { includesRole, type Owned, type OwnedOrgId, type OwnedRealmId } from '@bridge/identity/access/owned'

interface NewSetupLink {
  readonly tokenHash: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

const columns = { id: true, createdAt: true, expiresAt: true, openedAt: true } as const

/** A realm's links valid at the same time. */
export const maxOpenLinks = 10

/** Inserts the link, unless the realm is a sandbox or has too many valid links, or the caller is no longer an admin. */
export function insertSetupLink(
  database: Database,
  { id: realmId, orgId }: Owned<'realm', 'admin'>,
  link: NewSetupLink,
  caller: Caller,
) {
  return database.$transaction(async (transaction) => {
    const role = await lockMemberships(transaction, orgId, caller.userId, { isShared: true })
    if (!role || !includesRole(role, 'admin')) return 'role-changed'
    const [realm] = await transaction.$queryRaw<[{ kind: string }]>`
      SELECT kind::text AS kind FROM realm WHERE id = ${realmId} FOR UPDATE`
    if (realm.kind === 'sandbox') return 'sandbox'
    const open = { realmId, revokedAt: null, expiresAt: { gt: link.createdAt } }
    if ((await transaction.setupLink.count({ where: open })) >= maxOpenLinks) return 'too-many'
    const row = await transaction.setupLink.create({
      data: { ...link, realmId, creatorId: caller.userId },
      select: columns,
    })
    await recordAudit(transaction, {
      orgId,
      caller,
      action: 'setup-link.create',
      resource: 'setup-link',
      resourceId: row.id,
      at: link.createdAt,
      details: { realmId },
    })
    return row
  })
}

/** A link for each of several realms. */
interface ManyLinks {
  /** Which realms of the organization; undefined for those that were never connected. */
  readonly realmIds: readonly string[] | undefined
  readonly limit: number
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly mintToken: () => { readonly token: string; readonly tokenHash: string }
}

/**
 * Inserts a link for each of these production realms that has no valid one, by name. One more than the limit is looked
 * for, to say that there are others.
 */
export function insertSetupLinks(
  database: Database,
  orgId: OwnedOrgId<'admin'>,
  { realmIds, limit, createdAt, expiresAt, mintToken }: ManyLinks,
  caller: Caller,
) {
  return database.$transaction(async (transaction) => {
    const role = await lockMemberships(transaction, orgId, caller.userId, { isShared: true })
    if (!role || !includesRole(role, 'admin')) return 'role-changed'
    const chosen = realmIds
      ? Prisma.sql`listing."realmId" = ANY (${[...realmIds]}::bpchar[])`
      : Prisma.sql`listing."stateGroup" = 'never_connected'`
    const found = await transaction.$queryRaw<{ readonly id: string; readonly name: string }[]>`
      SELECT realm.id, realm.name FROM realm_listing AS listing JOIN realm ON realm.id = listing."realmId"
      WHERE listing."orgId" = ${orgId} AND NOT listing."isSandbox" AND ${chosen} AND NOT EXISTS (
        SELECT FROM setup_link AS link
        WHERE link."realmId" = listing."realmId" AND link."revokedAt" IS NULL AND link."expiresAt" > ${createdAt})
      ORDER BY listing.name, listing."realmId" LIMIT ${limit + 1} FOR KEY SHARE OF realm`
    const links = found.slice(0, limit).map((realm) => ({ ...realm, ...mintToken() }))
    const rows = await transaction.setupLink.createManyAndReturn({
      data: links.map(({ id, tokenHash }) => ({
        realmId: id,
        tokenHash,
        createdAt,
        expiresAt,
        creatorId: caller.userId,
      })),
      select: { id: true, realmId: true },
    })
    const audited = { orgId, caller, action: 'setup-link.create', resource: 'setup-link', at: createdAt } as const
    await transaction.auditEvent.createMany({
      data: rows.map(({ id, realmId }) => toAuditRow({ ...audited, resourceId: id, details: { realmId } })),
    })
    return { links, hasMore: found.length > limit }
  })
}

/** Finds the realm's valid links, newest first. */
export function findOpenSetupLinks(database: Database, { id: realmId }: Owned<'realm', 'admin'>, now: Date) {
  return database.setupLink.findMany({
    where: { realmId, revokedAt: null, expiresAt: { gt: now } },
    select: { ...columns, creator: { select: { email: true } } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
}

/** Revokes the link, once. */
export function revokeSetupLink(
  database: Database,
  { id, orgId }: Owned<'setup-link', 'admin'>,
  caller: Caller,
  at: Date,
) {
  return database.$transaction(async (transaction) => {
    const { count } = await transaction.setupLink.updateMany({
      where: { id, revokedAt: null },
      data: { revokedAt: at },
    })
    if (count === 0) return
    const audited = { orgId, caller, action: 'setup-link.revoke', resource: 'setup-link', resourceId: id, at } as const
    await recordAudit(transaction, audited)
  })
}

/** Finds a valid link by its token's hash, and records the first use. The link proves the right to its realm. */
export async function openSetupLink(database: Database, tokenHash: string, now: Date) {
  const row = await database.setupLink.findFirst({
    where: { tokenHash, revokedAt: null, expiresAt: { gt: now } },
    select: { id: true, realmId: true, creatorId: true, expiresAt: true, openedAt: true, pairedAt: true },
  })
  if (!row) return undefined
  if (row.openedAt === null) {
    await database.setupLink.updateMany({ where: { id: row.id, openedAt: null }, data: { openedAt: now } })
  }
  return { ...row, realmId: requireRealmId(row.realmId) as OwnedRealmId }
}
