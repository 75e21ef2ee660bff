import type { DesktopState, RealmId } from '@bridge/agent-protocol'
import { type Database, Prisma } from '@bridge/database'

/** A realm's socket as the lease knows it; the pair is what a later socket makes stale. */
export interface Lease {
  readonly realmId: RealmId
  readonly epoch: bigint
}

/** Why a socket may not stay, by realm. */
export type Ending = 'realmDeleted' | 'tokenRevoked' | 'superseded'

interface NewLease {
  readonly realmId: RealmId
  readonly gatewayUrl: string
  readonly tokenId: string
  readonly agentVersion: string
  readonly desktop: DesktopState
}

/** The lease rows of the realms that this gateway serves; times are the database's, so that machines agree. */
export function createLeaseStore(database: Database) {
  return {
    /**
     * Takes the realm's lease for a new socket and raises its epoch. Tells the gateway that held it before.
     *
     * @throws where the realm does not exist any more.
     */
    take: async (lease: NewLease): Promise<{ epoch: bigint; previousGatewayUrl: string | null }> => {
      const companyFile = lease.desktop.companyFile ?? null
      const [row] = await database.$queryRaw<{ epoch: bigint; previousGatewayUrl: string | null }[]>`
      WITH previous AS (SELECT "gatewayUrl" FROM realm_session WHERE "realmId" = ${lease.realmId})
      INSERT INTO realm_session AS held ("realmId", "gatewayUrl", epoch, phase, "agentTokenId", "agentVersion",
                                         "companyFile", "connectedAt", "lastSeenAt")
      VALUES (${lease.realmId}, ${lease.gatewayUrl}, 1, ${phaseOf(lease.desktop)}, ${lease.tokenId},
              ${lease.agentVersion}, ${companyFile}, now(), now())
      ON CONFLICT ("realmId") DO UPDATE SET
        "gatewayUrl" = excluded."gatewayUrl", epoch = held.epoch + 1, phase = excluded.phase,
        "agentTokenId" = excluded."agentTokenId", "agentVersion" = excluded."agentVersion",
        "companyFile" = excluded."companyFile", "connectedAt" = now(), "lastSeenAt" = now()
      RETURNING epoch, (SELECT "gatewayUrl" FROM previous) AS "previousGatewayUrl"`
      if (row === undefined) throw new Error('The lease was not written.')
      return row
    },

    /** Renews the leases and tells which of them ended, and why. */
    renew: async (held: readonly (Lease & { tokenId: string })[]): Promise<Map<string, Ending>> => {
      const realmIds = held.map(({ realmId }) => realmId)
      const renewed = await database.$queryRaw<{ realmId: RealmId }[]>`
      UPDATE realm_session AS lease SET "lastSeenAt" = now()
      FROM unnest(${realmIds}::text[], ${held.map(({ epoch }) => epoch)}::bigint[]) AS mine ("realmId", epoch)
      WHERE lease."realmId" = mine."realmId" AND lease.epoch = mine.epoch
      RETURNING lease."realmId"`
      // A statement of its own, so that it sees the deletion that the one before may have waited for.
      const rights = await database.$queryRaw<{ realmId: RealmId; tokenId: string | null }[]>`
      SELECT realm.id AS "realmId", token.id AS "tokenId"
      FROM realm LEFT JOIN agent_token AS token ON token."realmId" = realm.id AND token."revokedAt" IS NULL
      AND token.id = ANY (${held.map(({ tokenId }) => tokenId)}::text[])
      WHERE realm.id = ANY (${realmIds}::text[])`
      const isHeld = new Set(renewed.map(({ realmId }) => realmId))
      const exists = new Set(rights.map(({ realmId }) => realmId))
      const isAllowed = new Set(rights.map(({ tokenId }) => tokenId))
      const ended = new Map<string, Ending>()
      for (const { realmId, tokenId } of held) {
        if (!exists.has(realmId)) ended.set(realmId, 'realmDeleted')
        else if (!isAllowed.has(tokenId)) ended.set(realmId, 'tokenRevoked')
        else if (!isHeld.has(realmId)) ended.set(realmId, 'superseded')
      }
      return ended
    },

    /** Notes what the agent said of its desktop. */
    describe: async ({ realmId, epoch }: Lease, desktop: DesktopState): Promise<void> => {
      await database.$executeRaw`
      UPDATE realm_session SET phase = ${phaseOf(desktop)}, "companyFile" = ${desktop.companyFile ?? null}
      WHERE "realmId" = ${realmId} AND epoch = ${epoch}`
    },

    /** Marks leases whose sockets end; the rows stay, so that the epoch never goes back. */
    release: async (leases: readonly Lease[]): Promise<void> => {
      await database.$executeRaw`
      UPDATE realm_session AS lease SET phase = 'draining'
      FROM unnest(${leases.map(({ realmId }) => realmId)}::text[], ${leases.map(({ epoch }) => epoch)}::bigint[])
           AS mine ("realmId", epoch)
      WHERE lease."realmId" = mine."realmId" AND lease.epoch = mine.epoch`
    },
  }
}

function phaseOf(desktop: DesktopState) {
  return Prisma.sql`${desktop.phase === 'ready' ? 'ready' : 'app_not_open'}::"SessionPhase"`
}

export type LeaseStore = ReturnType<typeof createLeaseStore>
