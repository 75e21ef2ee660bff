import { type DesktopState, deadAfterMs, type RealmId } from '@bridge/agent-protocol'
import { type Database, Prisma } from '@bridge/database'
import { type DesktopCondition, getCondition } from '../sessions/desktop-condition.ts'
import type { Lease } from '../sessions/lease.ts'

/** Why a socket must close. */
export type LeaseEnd = 'realmDeleted' | 'tokenRevoked' | 'superseded'

interface NewLease {
  readonly realmId: RealmId
  readonly gatewayUrl: string
  readonly tokenId: string
  readonly agentVersion: string
  readonly desktop: DesktopState
}

interface AcquiredLease {
  readonly epoch: bigint
  /** The gateway that held the lease before. */
  readonly previousGatewayUrl: string | null
}

/** A lease whose socket ended, and why: a close of the protocol by its name, or `lost`. */
export interface EndedLease extends Lease {
  readonly reason: string
}

/**
 * The leases of the realms that this gateway serves. Times are the database's, so that machines agree.
 *
 * @param renewals the connection for renewals, which must not wait for the statements of agents
 */
export function createLeaseStore(database: Database, renewals: Database) {
  return {
    /**
     * Acquires the realm's lease for a new socket, which raises its epoch.
     *
     * @throws if the realm was deleted
     */
    acquire: async (lease: NewLease): Promise<AcquiredLease> => {
      const companyFile = lease.desktop.companyFile ?? null
      const condition = toSql(getCondition(lease.desktop))
      // An agent that was replaced by one with another token has stopped. The same agent may have a socket that it lost.
      const [row] = await database.$queryRaw<AcquiredLease[]>`
      WITH previous AS (
        SELECT "gatewayUrl", "agentTokenId", "lastSeenAt", phase <> 'draining' AS "hasNoEnd",
          phase <> 'draining' AND ${isAlive} AS "isLive"
        FROM realm_session AS lease WHERE "realmId" = ${lease.realmId}
      ), acquired AS (
        INSERT INTO realm_session AS held ("realmId", "gatewayUrl", epoch, phase, "agentTokenId", "agentVersion",
                                           "companyFile", "connectedAt", "lastSeenAt", condition, "conditionSince")
        VALUES (${lease.realmId}, ${lease.gatewayUrl}, 1, ${toPhase(lease.desktop)}, ${lease.tokenId},
                ${lease.agentVersion}, ${companyFile}, now(), now(), ${condition}, now())
        ON CONFLICT ("realmId") DO UPDATE SET
          "gatewayUrl" = excluded."gatewayUrl", epoch = held.epoch + 1, phase = excluded.phase,
          "agentTokenId" = excluded."agentTokenId", "agentVersion" = excluded."agentVersion",
          "companyFile" = excluded."companyFile", "connectedAt" = now(), "lastSeenAt" = now(),
          condition = excluded.condition, "conditionSince" = now(), "endedAt" = NULL, "endReason" = NULL, "fileId" = NULL,
          "replacedAgent" = CASE
            WHEN held."agentTokenId" = excluded."agentTokenId" THEN held."replacedAgent"
            ELSE COALESCE((SELECT "isLive" FROM previous), false) END
        RETURNING epoch, "replacedAgent"
      ), silent AS (
        INSERT INTO connection_change ("realmId", at, reason)
        SELECT ${lease.realmId}, "lastSeenAt", 'lost' FROM previous WHERE "hasNoEnd" AND NOT "isLive"
      ), changed AS (
        INSERT INTO connection_change ("realmId", at, condition, "companyFile", "agentVersion", reason)
        SELECT ${lease.realmId}, now(), ${condition}, ${companyFile}, ${lease.agentVersion},
          CASE WHEN "isLive" AND "agentTokenId" <> ${lease.tokenId} THEN 'replaced' END
        FROM acquired LEFT JOIN previous ON true
      )
      SELECT epoch, (SELECT "gatewayUrl" FROM previous) AS "previousGatewayUrl" FROM acquired`
      if (row === undefined) throw new Error('The lease was not written.')
      return row
    },

    /** Renews the leases and returns the reason for each one that ended, by realm. */
    renew: async (leases: readonly (Lease & { tokenId: string })[]): Promise<Map<RealmId, LeaseEnd>> => {
      const realmIds = leases.map(({ realmId }) => realmId)
      const renewed = await renewals.$queryRaw<{ realmId: string }[]>`
      UPDATE realm_session AS lease SET "lastSeenAt" = now()
      FROM unnest(${realmIds}::bpchar[], ${leases.map(({ epoch }) => epoch)}::bigint[]) AS mine ("realmId", epoch)
      WHERE lease."realmId" = mine."realmId" AND lease.epoch = mine.epoch
      RETURNING lease."realmId"`
      // A separate statement, so that it sees a deletion that the update may have waited for.
      const rights = await renewals.$queryRaw<{ realmId: string; tokenId: string | null }[]>`
      SELECT realm.id AS "realmId", token.id AS "tokenId"
      FROM realm LEFT JOIN agent_token AS token ON token."realmId" = realm.id AND token."revokedAt" IS NULL
      AND token.id = ANY (${leases.map(({ tokenId }) => tokenId)}::text[])
      WHERE realm.id = ANY (${realmIds}::bpchar[])`
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

    /** Stores the state of the agent's desktop, and its change if it differs. */
    updateDesktop: async (
      { realmId, epoch }: Lease,
      desktop: DesktopState,
      condition: DesktopCondition,
    ): Promise<void> => {
      const companyFile = desktop.companyFile ?? null
      await database.$executeRaw`
      WITH changed AS (
        UPDATE realm_session SET phase = ${toPhase(desktop)}, "companyFile" = ${companyFile},
          condition = ${toSql(condition)}, "conditionSince" = now(), "fileId" = NULL
        WHERE "realmId" = ${realmId} AND epoch = ${epoch} AND phase <> 'draining'
          AND (condition <> ${toSql(condition)} OR "companyFile" IS DISTINCT FROM ${companyFile})
        RETURNING "agentVersion"
      )
      INSERT INTO connection_change ("realmId", at, condition, "companyFile", "agentVersion")
      SELECT ${realmId}, now(), ${toSql(condition)}, ${companyFile}, "agentVersion" FROM changed`
    },

    /** Releases leases whose sockets end. The rows stay, so that the epoch never decreases. */
    release: async (leases: readonly EndedLease[]): Promise<void> => {
      await database.$executeRaw`
      WITH released AS (
        UPDATE realm_session AS lease SET phase = 'draining', "endedAt" = now(), "endReason" = mine.reason
        FROM unnest(${leases.map(({ realmId }) => realmId)}::bpchar[], ${leases.map(({ epoch }) => epoch)}::bigint[],
                    ${leases.map(({ reason }) => reason)}::text[]) AS mine ("realmId", epoch, reason)
        WHERE lease."realmId" = mine."realmId" AND lease.epoch = mine.epoch AND lease.phase <> 'draining'
        RETURNING lease."realmId", mine.reason
      )
      INSERT INTO connection_change ("realmId", at, reason) SELECT "realmId", now(), reason FROM released`
    },
  }
}

const isAlive = Prisma.sql`lease."lastSeenAt" > now() - make_interval(secs => ${deadAfterMs / 1000})`

function toPhase(desktop: DesktopState) {
  return Prisma.sql`${desktop.phase === 'ready' ? 'ready' : 'app_not_open'}::"SessionPhase"`
}

function toSql(condition: DesktopCondition) {
  return Prisma.sql`${condition}::"DesktopCondition"`
}

export type LeaseStore = ReturnType<typeof createLeaseStore>
