import { type DesktopState, deadAfterMs, type RealmId } from '@bridge/agent-protocol'
import {
  type Database,
  type DesktopCondition,
  isDatabaseUnavailable,
  Prisma,
  type SessionPhase,
} from '@bridge/database'
import { createBatches } from '../runtime/create-batches.ts'
import { getCondition } from '../sessions/desktop-condition.ts'
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

/** The facts about a realm in its agent's welcome. */
export interface RealmFacts {
  readonly applicationName: string | null
  readonly fileChoice: number
  readonly confirmedFile: string | null
  /** Whether the realm's agent opens QuickBooks when needed. */
  readonly opensQuickBooks: boolean
  /** Whether a person at its PC may record exchanges. */
  readonly allowsRecording: boolean
  /** Whether its agent subscribes to data events. */
  readonly subscribesToEvents: boolean
}

interface AcquiredLease extends RealmFacts {
  readonly epoch: bigint
  /** The gateway that held the lease before. */
  readonly previousGatewayUrl: string | null
}

/** What a renewal found. */
interface RenewedLeases {
  /** The reason for each ended lease. */
  readonly ended: ReadonlyMap<RealmId, LeaseEnd>
  readonly facts: ReadonlyMap<string, RealmFacts>
}

/** A lease whose socket ended, and why: a protocol close by its name, or `lost`. */
export interface EndedLease extends Lease {
  readonly reason: string
}

/** Two, so agents do not wait while a connection to the database is lost. */
const batchLimits = { maxItems: 250, atOnce: 2 }

/** How a statement treats rows another one has locked. */
const locked = { wait: Prisma.empty, skip: Prisma.sql`SKIP LOCKED` }

/**
 * The leases for realms with agents at this gateway. Times are the database's, so machines agree.
 *
 * Sockets beginning or ending together share a statement. It skips locked rows; each skipped realm then has its own
 * statement, so no agent waits for another realm's lock, and gateways cannot deadlock.
 */
export class LeaseStore {
  readonly #database: Database
  readonly #renewals: Database
  readonly #acquireTogether: (lease: NewLease) => Promise<AcquiredLease | undefined>
  readonly #releaseTogether: (lease: EndedLease) => Promise<true | undefined>

  /** @param renewals the connection for renewals, which must not wait for agents' statements */
  constructor(database: Database, renewals: Database) {
    this.#database = database
    this.#renewals = renewals
    this.#acquireTogether = createBatches((leases) => this.#acquireUnlocked(leases), batchLimits)
    this.#releaseTogether = createBatches((leases) => this.#releaseUnlocked(leases), batchLimits)
  }

  /**
   * Acquires the realm's lease for a new socket, which raises its epoch. Resolve a realm's acquisitions one after
   * the other.
   *
   * @throws if the realm was deleted
   */
  async acquire(lease: NewLease): Promise<AcquiredLease> {
    const together = await this.#acquireTogether(lease).catch(unlessUnavailable)
    const acquired = together ?? (await this.#acquireAll([lease], locked.wait)).get(lease.realmId)
    if (acquired === undefined) throw new Error('The realm was deleted.')
    return acquired
  }

  /** Renews the leases. Returns which ended, and the facts about the other realms. */
  async renew(leases: readonly (Lease & { tokenId: string })[]): Promise<RenewedLeases> {
    const realmIds = leases.map(({ realmId }) => realmId)
    const renewed = await this.#renewals.$queryRaw<{ realmId: string }[]>`
    UPDATE realm_session AS lease SET "lastSeenAt" = now()
    FROM unnest(${realmIds}::bpchar[], ${leases.map(({ epoch }) => epoch)}::bigint[]) AS mine ("realmId", epoch)
    WHERE lease."realmId" = mine."realmId" AND lease.epoch = mine.epoch
    RETURNING lease."realmId"`
    // A separate statement, so it sees a deletion the update may have waited for.
    const rights = await this.#renewals.$queryRaw<(RealmFacts & { realmId: string; tokenId: string | null })[]>`
    SELECT realm.id AS "realmId", token.id AS "tokenId", ${realmFacts}
    FROM realm LEFT JOIN agent_token AS token ON token."realmId" = realm.id AND token."revokedAt" IS NULL
    AND token.id = ANY (${leases.map(({ tokenId }) => tokenId)}::text[])
    WHERE realm.id = ANY (${realmIds}::bpchar[])`
    const renewedRealms = new Set(renewed.map(({ realmId }) => realmId))
    const existing = new Map(rights.map((row) => [row.realmId, row]))
    const allowed = new Set(rights.map(({ tokenId }) => tokenId))
    const ended = new Map<RealmId, LeaseEnd>()
    for (const { realmId, tokenId } of leases) {
      if (!existing.has(realmId)) ended.set(realmId, 'realmDeleted')
      else if (!allowed.has(tokenId)) ended.set(realmId, 'tokenRevoked')
      else if (!renewedRealms.has(realmId)) ended.set(realmId, 'superseded')
    }
    return { ended, facts: existing }
  }

  /** Stores the agent's desktop state, and its change if it differs. */
  async updateDesktop({ realmId, epoch }: Lease, desktop: DesktopState, condition: DesktopCondition): Promise<void> {
    const companyFile = desktop.companyFile ?? null
    await this.#database.$executeRaw`
    WITH changed AS (
      UPDATE realm_session SET phase = ${toPhase(desktop)}::"SessionPhase",
        "companyFile" = ${companyFile}, condition = ${toSql(condition)}, "conditionSince" = now(), "fileId" = NULL
      WHERE "realmId" = ${realmId} AND epoch = ${epoch} AND phase <> 'draining'
        AND (condition <> ${toSql(condition)} OR "companyFile" IS DISTINCT FROM ${companyFile})
      RETURNING "agentVersion"
    )
    INSERT INTO connection_change ("realmId", at, condition, "companyFile", "agentVersion")
    SELECT ${realmId}, now(), ${toSql(condition)}, ${companyFile}, "agentVersion" FROM changed`
  }

  /** Releases a closed socket's lease. The row stays, so the epoch never decreases. */
  async release(lease: EndedLease): Promise<void> {
    const isReleased = await this.#releaseTogether(lease).catch(unlessUnavailable)
    if (isReleased !== true) await this.#releaseAll([lease], locked.wait)
  }

  async #acquireAll(leases: readonly NewLease[], ifLocked: Prisma.Sql): Promise<Map<string, AcquiredLease>> {
    const conditions = leases.map(({ desktop }) => getCondition(desktop))
    // An agent replaced by one with another token has stopped. The same agent may have a socket it lost.
    const rows = await this.#database.$queryRaw<(AcquiredLease & { realmId: string })[]>`
    WITH asked AS (
      SELECT * FROM unnest(
        ${leases.map(({ realmId }) => realmId)}::bpchar[], ${leases.map(({ gatewayUrl }) => gatewayUrl)}::text[],
        ${leases.map(({ tokenId }) => tokenId)}::text[], ${leases.map(({ agentVersion }) => agentVersion)}::text[],
        ${leases.map(({ desktop }) => toPhase(desktop))}::"SessionPhase"[],
        ${leases.map(({ desktop }) => desktop.companyFile ?? null)}::text[], ${conditions}::"DesktopCondition"[]
      ) AS asked ("realmId", "gatewayUrl", "tokenId", "agentVersion", phase, "companyFile", condition)
    ), existing AS MATERIALIZED (
      SELECT realm.id AS "realmId" FROM realm JOIN asked ON realm.id = asked."realmId"
      FOR KEY SHARE OF realm ${ifLocked}
    ), previous AS MATERIALIZED (
      SELECT lease."realmId", lease."gatewayUrl", lease."agentTokenId", lease."lastSeenAt",
        lease.phase <> 'draining' AS "hasNoEnd", lease.phase <> 'draining' AND ${isAlive} AS "isLive"
      FROM realm_session AS lease JOIN existing USING ("realmId")
      FOR NO KEY UPDATE OF lease ${ifLocked}
    ), free AS (
      SELECT asked.*, COALESCE(previous."isLive" AND previous."agentTokenId" <> asked."tokenId", false) AS "isReplaced",
        COALESCE(previous."isLive", false) AS "isLive"
      FROM asked JOIN existing USING ("realmId") LEFT JOIN previous USING ("realmId")
      WHERE previous."realmId" IS NOT NULL
        OR NOT EXISTS (SELECT FROM realm_session AS held WHERE held."realmId" = asked."realmId")
    ), acquired AS (
      INSERT INTO realm_session AS held ("realmId", "gatewayUrl", epoch, phase, "agentTokenId", "agentVersion",
                                         "companyFile", "connectedAt", "lastSeenAt", condition, "conditionSince",
                                         "replacedAgent")
      SELECT "realmId", "gatewayUrl", 1, phase, "tokenId", "agentVersion", "companyFile", now(), now(), condition, now(),
        "isLive"
      FROM free ORDER BY "realmId"
      ON CONFLICT ("realmId") DO UPDATE SET
        "gatewayUrl" = excluded."gatewayUrl", epoch = held.epoch + 1, phase = excluded.phase,
        "agentTokenId" = excluded."agentTokenId", "agentVersion" = excluded."agentVersion",
        "companyFile" = excluded."companyFile", "connectedAt" = now(), "lastSeenAt" = now(),
        condition = excluded.condition, "conditionSince" = now(), "endedAt" = NULL, "endReason" = NULL, "fileId" = NULL,
        "replacedAgent" = CASE
          WHEN held."agentTokenId" = excluded."agentTokenId" THEN held."replacedAgent"
          ELSE excluded."replacedAgent" END
      RETURNING "realmId", epoch
    ), silent AS (
      INSERT INTO connection_change ("realmId", at, reason)
      SELECT "realmId", "lastSeenAt", 'lost' FROM previous WHERE "hasNoEnd" AND NOT "isLive"
    ), changed AS (
      INSERT INTO connection_change ("realmId", at, condition, "companyFile", "agentVersion", reason)
      SELECT "realmId", now(), condition, "companyFile", "agentVersion", CASE WHEN "isReplaced" THEN 'replaced' END
      FROM free
    )
    SELECT "realmId", acquired.epoch, previous."gatewayUrl" AS "previousGatewayUrl", ${realmFacts}
    FROM acquired JOIN realm ON realm.id = "realmId" LEFT JOIN previous USING ("realmId")`
    return new Map<string, AcquiredLease>(rows.map(({ realmId, ...acquired }) => [realmId, acquired]))
  }

  async #acquireUnlocked(leases: readonly NewLease[]): Promise<Map<NewLease, AcquiredLease>> {
    const acquired = await this.#acquireAll(leases, locked.skip)
    return new Map(
      leases.flatMap((lease) => {
        const row = acquired.get(lease.realmId)
        return row === undefined ? [] : [[lease, row] as const]
      }),
    )
  }

  async #releaseAll(leases: readonly EndedLease[], ifLocked: Prisma.Sql): Promise<Set<string>> {
    const rows = await this.#database.$queryRaw<{ realmId: string }[]>`
    WITH mine AS MATERIALIZED (
      SELECT lease."realmId", mine.reason FROM realm_session AS lease
      JOIN unnest(${leases.map(({ realmId }) => realmId)}::bpchar[], ${leases.map(({ epoch }) => epoch)}::bigint[],
                  ${leases.map(({ reason }) => reason)}::text[]) AS mine ("realmId", epoch, reason) USING ("realmId")
      WHERE lease.epoch = mine.epoch AND lease.phase <> 'draining'
      FOR NO KEY UPDATE OF lease ${ifLocked}
    ), released AS (
      UPDATE realm_session AS lease SET phase = 'draining', "endedAt" = now(), "endReason" = mine.reason
      FROM mine WHERE lease."realmId" = mine."realmId"
      RETURNING lease."realmId", mine.reason
    )
    INSERT INTO connection_change ("realmId", at, reason) SELECT "realmId", now(), reason FROM released
    RETURNING "realmId"`
    return new Set(rows.map(({ realmId }) => realmId))
  }

  async #releaseUnlocked(leases: readonly EndedLease[]): Promise<Map<EndedLease, true>> {
    const released = await this.#releaseAll(leases, locked.skip)
    return new Map(leases.filter(({ realmId }) => released.has(realmId)).map((lease) => [lease, true]))
  }
}

/** Ignores a batch's error, whose items are tried one by one, unless the database is away. */
function unlessUnavailable(error: unknown): undefined {
  if (isDatabaseUnavailable(error)) throw error
}

/** The facts of a row `realm`, with some of its settings (packages/data-plane/src/realms/settings.ts). */
const realmFacts = Prisma.sql`realm."applicationName", realm."fileChoice", realm."confirmedFile",
    ${isOn('opensQuickBooks')}, ${isOn('allowsRecording')}, ${isOn('subscribesToEvents')}`

function isOn(setting: keyof RealmFacts): Prisma.Sql {
  return Prisma.sql`EXISTS (
      SELECT FROM realm_settings AS settings
      WHERE settings."realmId" = realm.id AND settings."values" @> ${Prisma.raw(`'{"${setting}":true}'`)}
    ) AS ${Prisma.raw(`"${setting}"`)}`
}

const isAlive = Prisma.sql`lease."lastSeenAt" > now() - make_interval(secs => ${deadAfterMs / 1000})`

function toPhase(desktop: DesktopState): SessionPhase {
  return desktop.phase === 'ready' ? 'ready' : 'app_not_open'
}

function toSql(condition: DesktopCondition) {
  return Prisma.sql`${condition}::"DesktopCondition"`
}
