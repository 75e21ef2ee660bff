import { requireRealmId } from '@bridge/agent-protocol'
import { type Database, Prisma } from '@bridge/database'
import { recordAudit, toAuditRow } from '@bridge/identity/access/audit.store'
import type { Caller } from '@bridge/identity/access/caller'
import { lockMemberships } from '@bridge/identity/access/membership.store'
import { includesRole, type Owned, type OwnedOrgId, type OwnedRealmId } from '@bridge/identity/access/owned'

/** What a set-up link sets up. */
export type SetupTransport = 'agent' | 'web_connector'

const storedTransports = { agent: 'agent', web_connector: 'connector' } as const
const transports = { agent: 'agent', connector: 'web_connector' } as const

interface NewSetupLink {
  readonly transport: SetupTransport
  readonly tokenHash: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

const columns = { id: true, transport: true, createdAt: true, expiresAt: true, openedAt: true } as const

/** A realm's links valid at the same time. */
export const maxOpenLinks = 10

/** Inserts the link, unless the realm is a sandbox or has too many valid links, or the caller is no longer an admin. */
export function insertSetupLink(
  database: Database,
  { id: realmId, orgId }: Owned<'realm', 'admin'>,
  { transport, ...link }: NewSetupLink,
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
      data: { ...link, realmId, transport: storedTransports[transport], creatorId: caller.userId },
      select: columns,
    })
    await recordAudit(transaction, {
      orgId,
      caller,
      action: 'setup-link.create',
      resource: 'setup-link',
      resourceId: row.id,
      at: link.createdAt,
      details: { realmId, transport },
    })
    return { ...row, transport }
  })
}

/** A link for each of several realms. */
interface ManyLinks {
  /** Which realms of the organization; undefined for those that were never connected. */
  readonly realmIds: readonly string[] | undefined
  readonly transport: SetupTransport
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
  { realmIds, transport, limit, createdAt, expiresAt, mintToken }: ManyLinks,
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
        transport: storedTransports[transport],
        tokenHash,
        createdAt,
        expiresAt,
        creatorId: caller.userId,
      })),
      select: { id: true, realmId: true },
    })
    const audited = { orgId, caller, action: 'setup-link.create', resource: 'setup-link', at: createdAt } as const
    await transaction.auditEvent.createMany({
      data: rows.map(({ id, realmId }) => toAuditRow({ ...audited, resourceId: id, details: { realmId, transport } })),
    })
    const linkIds = new Map(rows.map(({ id, realmId }) => [realmId, id]))
    return {
      links: links.map((link) => ({ ...link, setupLinkId: linkIds.get(link.id) ?? '' })),
      hasMore: found.length > limit,
    }
  })
}

/** Finds the realm's valid links, newest first, and when each issued its latest code or credential. */
export async function findOpenSetupLinks(database: Database, { id: realmId }: Owned<'realm', 'admin'>, now: Date) {
  const rows = await database.setupLink.findMany({
    where: { realmId, revokedAt: null, expiresAt: { gt: now } },
    select: {
      ...columns,
      credentialId: true,
      creator: { select: { email: true } },
      codes: { select: { createdAt: true }, orderBy: { createdAt: 'desc' }, take: 1 },
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  const ids = rows.map(({ credentialId }) => credentialId).filter((id) => id !== null)
  const credentials = await database.connectorCredential.findMany({
    where: { realmId, id: { in: ids } },
    select: { id: true, createdAt: true },
  })
  return rows.map(({ codes, credentialId, ...row }) => ({
    ...row,
    transport: transports[row.transport],
    startedAt: codes[0]?.createdAt ?? credentials.find(({ id }) => id === credentialId)?.createdAt ?? null,
  }))
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

/** Finds what the mail about a valid link says, and the hash of the token in it. */
export async function findMailedLink(
  database: Database,
  { id }: Owned<'setup-link', 'admin'>,
  { userId, at }: { readonly userId: string; readonly at: Date },
) {
  const [row, sender] = await Promise.all([
    database.setupLink.findFirst({
      where: { id, revokedAt: null, expiresAt: { gt: at } },
      select: {
        transport: true,
        tokenHash: true,
        expiresAt: true,
        realm: { select: { name: true, org: { select: { name: true } } } },
      },
    }),
    database.user.findUniqueOrThrow({ where: { id: userId }, select: { name: true, email: true } }),
  ])
  if (!row) return undefined
  const { tokenHash, expiresAt, realm } = row
  return {
    tokenHash,
    transport: transports[row.transport],
    expiresAt,
    realmName: realm.name,
    orgName: realm.org.name,
    sender: { name: sender.name || sender.email, email: sender.email },
  }
}

/** Records that the link was mailed. */
export function recordSetupMail(
  database: Database,
  { id, orgId }: Owned<'setup-link', 'admin'>,
  { email, at }: { readonly email: string; readonly at: Date },
  caller: Caller,
): Promise<unknown> {
  return recordAudit(database, {
    orgId,
    caller,
    action: 'setup-link.mail',
    resource: 'setup-link',
    resourceId: id,
    at,
    details: { email },
  })
}

/** Finds a valid link by its token's hash, and records the first use. The link proves the right to its realm. */
export async function openSetupLink(database: Database, tokenHash: string, now: Date) {
  const row = await database.setupLink.findFirst({
    where: { tokenHash, revokedAt: null, expiresAt: { gt: now } },
    select: {
      id: true,
      realmId: true,
      transport: true,
      creatorId: true,
      creator: { select: { name: true, email: true } },
      expiresAt: true,
      openedAt: true,
      pairedAt: true,
      credentialId: true,
    },
  })
  if (!row) return undefined
  if (row.openedAt === null) {
    await database.setupLink.updateMany({ where: { id: row.id, openedAt: null }, data: { openedAt: now } })
  }
  return { ...row, transport: transports[row.transport], realmId: requireRealmId(row.realmId) as OwnedRealmId }
}

/** Returns whether a link that would still be valid has lost its company file. */
export async function isDeletedLink(database: Database, tokenHash: string, now: Date): Promise<boolean> {
  return (await database.deletedSetupLink.count({ where: { tokenHash, expiresAt: { gt: now } } })) > 0
}
