import type { Database } from '@bridge/database'
import { recordAudit } from '@bridge/identity/access/audit.store'
import type { Caller } from '@bridge/identity/access/caller'
import { lockMemberships } from '@bridge/identity/access/membership.store'
import { includesRole, type OwnedRealmId } from '@bridge/identity/access/owned'

interface NewPairingCode {
  readonly realmId: OwnedRealmId
  /** The issuing set-up link; null for an admin. */
  readonly setupLinkId: string | null
  readonly codeHash: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

/**
 * Inserts the code and ends earlier ones from the same link, or from the realm's admins. Returns why it did not: the
 * realm is a sandbox, the caller is no longer an admin, or the link has paired an agent already. Calls for the same
 * realm must take turns.
 */
export function insertPairingCode(database: Database, code: NewPairingCode, caller: Caller) {
  return database.$transaction(async (transaction) => {
    const { realmId, setupLinkId, createdAt } = code
    const realm = await transaction.realm.findUniqueOrThrow({
      where: { id: realmId },
      select: { kind: true, orgId: true },
    })
    if (realm.kind === 'sandbox') return 'sandbox'
    const role = await lockMemberships(transaction, realm.orgId, caller.userId, { isShared: true })
    if (!role || !includesRole(role, 'admin')) return 'role-changed'
    // Before the link is read: this waits for a redemption in progress, which pairs the link.
    await transaction.pairingCode.updateMany({
      where: { realmId, setupLinkId, redeemedAt: null, revokedAt: null },
      data: { revokedAt: createdAt },
    })
    if (setupLinkId !== null) {
      const link = await transaction.setupLink.findUniqueOrThrow({
        where: { id: setupLinkId },
        select: { pairedAt: true },
      })
      if (link.pairedAt !== null) return 'paired'
    }
    const row = await transaction.pairingCode.create({
      data: { ...code, issuerId: caller.userId },
      select: { id: true, createdAt: true, expiresAt: true },
    })
    await recordAudit(transaction, {
      orgId: realm.orgId,
      caller,
      action: 'pairing-code.create',
      resource: 'pairing-code',
      resourceId: row.id,
      at: createdAt,
      details: { realmId, ...(setupLinkId !== null && { setupLinkId }) },
    })
    return row
  })
}
