import { type RealmId, requireRealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'
import { recordAudit } from '@bridge/identity/access/audit.store'

interface Redemption {
  /** The code's hashes, one per accepted secret. */
  readonly codeHashes: readonly string[]
  /** The agent token's label. */
  readonly label: string
  readonly tokenHash: string
  readonly agentVersion: string | undefined
  /** The client's address. */
  readonly address: string
  readonly at: Date
}

interface RedeemedRow {
  readonly id: string
  readonly realmId: string
  readonly realmName: string
  readonly orgId: string
  readonly issuerId: string
  readonly setupLinkId: string | null
}

/**
 * Redeems a code for an agent token, once. Returns nothing for a code that is unknown, redeemed, revoked or expired,
 * whose issuer is no admin any more, or whose set-up link has ended: one statement finds out, whatever the reason.
 */
export function redeemPairingCode(
  database: Database,
  { codeHashes, label, tokenHash, agentVersion, address, at }: Redemption,
): Promise<{ readonly realmId: RealmId; readonly realmName: string } | undefined> {
  return database.$transaction(async (transaction) => {
    const [code] = await transaction.$queryRaw<RedeemedRow[]>`
      UPDATE pairing_code AS code SET "redeemedAt" = ${at}
      FROM realm JOIN membership ON membership."orgId" = realm."orgId"
      WHERE code."codeHash" = ANY(${codeHashes}) AND code."redeemedAt" IS NULL AND code."revokedAt" IS NULL
        AND code."expiresAt" > ${at} AND realm.id = code."realmId"
        AND membership."userId" = code."issuerId" AND membership.role IN ('owner', 'admin')
        AND (code."setupLinkId" IS NULL OR EXISTS (
          SELECT FROM setup_link AS link WHERE link.id = code."setupLinkId" AND link."revokedAt" IS NULL))
      RETURNING code.id, code."realmId", realm.name AS "realmName", realm."orgId", code."issuerId", code."setupLinkId"`
    if (!code) return undefined
    const { id: pairingCodeId, realmId, realmName, orgId, issuerId, setupLinkId } = code
    if (setupLinkId !== null) {
      await transaction.setupLink.update({ where: { id: setupLinkId }, data: { pairedAt: at } })
    }
    const token = await transaction.agentToken.create({
      data: { realmId, label, tokenHash, createdAt: at },
      select: { id: true },
    })
    await recordAudit(transaction, {
      orgId,
      caller: { kind: 'system', userId: issuerId, address },
      action: 'agent-token.pair',
      resource: 'agent-token',
      resourceId: token.id,
      at,
      details: { realmId, pairingCodeId, label, ...(agentVersion !== undefined && { agentVersion }) },
    })
    return { realmId: requireRealmId(realmId), realmName }
  })
}
