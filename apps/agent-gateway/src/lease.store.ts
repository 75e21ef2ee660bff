import type { DesktopState, RealmId } from '@bridge/agent-protocol'
import { type Database, Prisma } from '@bridge/database'

/** A realm's lease. A later socket raises the epoch, which makes this pair stale. */
export interface Lease {
  readonly realmId: RealmId
  readonly epoch: bigint
}

/** Why a socket must close. */
export type LeaseEnd = 'realmDeleted' | 'tokenRevoked' | 'superseded'

interface NewLease {
  readonly realmId: RealmId
  readonly gatewayUrl: string
  readonly tokenId: string
  readonly agentVersion: string
  readonly desktop: DesktopState
}

/** The leases of the realms that this gateway serves. Times are the database's, so that machines agree. */
export function createLeaseStore(database: Database) {
  return {
    /**
     * Acquires the realm's lease for a new socket, which raises its epoch. Returns the gateway that held it before.
     *
     * @throws if the realm was deleted
     */
    acquire: async (lease: NewLease): Promise<{ epoch: bigint; previousGatewayUrl: string | null }> => {
      const companyFile = lease.desktop.companyFile ?? null
      const [row] = await database.$queryRaw<{ epoch: bigint; previousGatewayUrl: string | null }[]>`
      WITH previous AS (SELECT "gatewayUrl" FROM realm_session WHERE "realmId" = ${lease.realmId})
      INSERT INTO realm_session AS held ("realmId", "gatewayUrl", epoch, phase, "agentTokenId", "agentVersion",
                                         "companyFile", "connectedAt", "lastSeenAt")
      VALUES (${lease.realmId}, ${lease.gatewayUrl}, 1, ${toPhase(lease.desktop)}, ${lease.tokenId},
              ${lease.agentVersion}, ${companyFile}, now(), now())
      ON CONFLICT ("realmId") DO UPDATE SET
        "gatewayUrl" = excluded."gatewayUrl", epoch = held.epoch + 1, phase = excluded.phase,
        "agentTokenId" = excluded."agentTokenId", "agentVersion" = excluded."agentVersion",
        "companyFile" = excluded."companyFile", "connectedAt" = now(), "lastSeenAt" = now()
      RETURNING epoch, (SELECT "gatewayUrl" FROM previous) AS "previousGatewayUrl"`
      if (row === undefined) throw new Error('The lease was not written.')
      return row
    },

    /** Renews the leases and returns the reason for each one that ended, by realm. */
    renew: async (leases: readonly (Lease & { tokenId: string })[]): Promise<Map<RealmId, LeaseEnd>> => {
      const realmIds = leases.map(({ realmId }) => realmId)
      const renewed = await database.$queryRaw<{ realmId: string }[]>`
      UPDATE realm_session AS lease SET "lastSeenAt" = now()
      FROM unnest(${realmIds}::text[], ${leases.map(({ epoch }) => epoch)}::bigint[]) AS mine ("realmId", epoch)
      WHERE lease."realmId" = mine."realmId" AND lease.epoch = mine.epoch
      RETURNING lease."realmId"`
      // A separate statement, so that it sees a deletion that the update may have waited for.
      const rights = await database.$queryRaw<{ realmId: string; tokenId: string | null }[]>`
      SELECT realm.id AS "realmId", token.id AS "tokenId"
      FROM realm LEFT JOIN agent_token AS token ON token."realmId" = realm.id AND token."revokedAt" IS NULL
      AND token.id = ANY (${leases.map(({ tokenId }) => tokenId)}::text[])
      WHERE realm.id = ANY (${realmIds}::text[])`
      const renewedRealms = new Set(renewed.map(({ realmId }) => realmId))
      const existing = new Set(rights.map(({ realmId }) => realmId))
      const allowed = new Set(rights.map(({ tokenId }) => tokenId))
      const ended = new Map<RealmId, LeaseEnd>()
      for (const { realmId, tokenId } of leases) {
        if (!existing.has(realmId)) ended.set(realmId, 'realmDeleted')
        else if (!allowed.has(tokenId)) ended.set(realmId, 'tokenRevoked')
        else if (!renewedRealms.has(realmId)) ended.set(realmId, 'superseded')
      }
      return ended
    },

    /** Stores the state of the agent's desktop. */
    updateDesktop: async ({ realmId, epoch }: Lease, desktop: DesktopState): Promise<void> => {
      await database.$executeRaw`
      UPDATE realm_session SET phase = ${toPhase(desktop)}, "companyFile" = ${desktop.companyFile ?? null}
      WHERE "realmId" = ${realmId} AND epoch = ${epoch}`
    },

    /** Releases leases whose sockets end. The rows stay, so that the epoch never decreases. */
    release: async (leases: readonly Lease[]): Promise<void> => {
      await database.$executeRaw`
      UPDATE realm_session AS lease SET phase = 'draining'
      FROM unnest(${leases.map(({ realmId }) => realmId)}::text[], ${leases.map(({ epoch }) => epoch)}::bigint[])
           AS mine ("realmId", epoch)
      WHERE lease."realmId" = mine."realmId" AND lease.epoch = mine.epoch`
    },
  }
}

function toPhase(desktop: DesktopState) {
  return Prisma.sql`${desktop.phase === 'ready' ? 'ready' : 'app_not_open'}::"SessionPhase"`
}

export type LeaseStore = ReturnType<typeof createLeaseStore>
