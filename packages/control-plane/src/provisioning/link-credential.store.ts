import type { Database } from '@bridge/database'
import { recordAudit } from '@bridge/identity/access/audit.store'
import type { Caller } from '@bridge/identity/access/caller'
import { lockMemberships } from '@bridge/identity/access/membership.store'
import { includesRole, type OwnedRealmId } from '@bridge/identity/access/owned'

interface LinkCredential {
  readonly realmId: OwnedRealmId
  readonly setupLinkId: string
  readonly passwordHash: string
  /** A new credential's names; an issued one keeps its own. */
  readonly created: {
    readonly label: string
    readonly userName: string
    readonly ownerId: string
    readonly fileId: string
  }
  readonly at: Date
}

const columns = { id: true, userName: true, lastPolledAt: true, revokedAt: true } as const

/** Finds the credential that a link has issued; undefined once it is revoked. */
export async function findLinkCredential(database: Database, id: string) {
  const row = await database.connectorCredential.findFirst({ where: { id, revokedAt: null }, select: columns })
  return row ?? undefined
}

/**
 * Inserts the link's credential, or gives it a new password until a Web Connector has signed in with it. Returns why it
 * did neither: it has signed in, the credential or the link was revoked, or the link's creator is no longer an admin.
 */
export function storeLinkCredential(database: Database, credential: LinkCredential, caller: Caller) {
  const { realmId, setupLinkId, passwordHash, created, at } = credential
  return database.$transaction(async (transaction) => {
    const { orgId } = await transaction.realm.findUniqueOrThrow({ where: { id: realmId }, select: { orgId: true } })
    const role = await lockMemberships(transaction, orgId, caller.userId, { isShared: true })
    if (!role || !includesRole(role, 'admin')) return 'role-changed'
    // Two clicks at the same time take turns.
    const [link] = await transaction.$queryRaw<{ credentialId: string | null }[]>`
      SELECT "credentialId" FROM setup_link WHERE id = ${setupLinkId} AND "revokedAt" IS NULL FOR UPDATE`
    if (!link) return 'revoked'
    const event = { orgId, caller, resource: 'connector', at, details: { realmId, setupLinkId } } as const
    if (link.credentialId === null) {
      const row = await transaction.connectorCredential.create({
        data: { ...created, realmId, passwordHash, createdAt: at },
        select: columns,
      })
      await transaction.setupLink.update({ where: { id: setupLinkId }, data: { credentialId: row.id } })
      await recordAudit(transaction, { ...event, action: 'connector.create', resourceId: row.id })
      return row
    }
    const id = link.credentialId
    const { count } = await transaction.connectorCredential.updateMany({
      where: { id, revokedAt: null, lastPolledAt: null },
      data: { passwordHash },
    })
    const row = await transaction.connectorCredential.findUnique({ where: { id }, select: columns })
    if (!row || row.revokedAt !== null) return 'revoked'
    if (count === 0) return 'polled'
    await recordAudit(transaction, { ...event, action: 'connector.rotate-password', resourceId: id })
    return row
  })
}
