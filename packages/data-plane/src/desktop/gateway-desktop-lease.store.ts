import { setTimeout as delay } from 'node:timers/promises'
import type { RealmId } from '@bridge/agent-protocol'
import { type Database, hasFileOfCopies, Prisma } from '@bridge/database'
import { LRUCache } from 'lru-cache'
import { isLiveConnectorLease, isLiveLease, isMovingLease } from './live-lease.ts'

/** The gateway serving a realm's agent or Web Connector. */
export interface HeldLease {
  readonly transport: Transport
  readonly gatewayUrl: string
  readonly epoch: bigint
  /** The open company file's FileID, where known. */
  readonly fileId: string | null
  /** Since when the transport has its condition; a change may come with another company file. */
  readonly conditionSince: Date
  /** The FileID of the realm's latest Web Connector, which the company file keeps when the credential is revoked. */
  readonly connectorFileId: string | null
  /** The OwnerID of that Web Connector, unless it is derived from the realm. */
  readonly connectorOwnerId: string | null
}

/** What carries requests to a company file. */
export type Transport = 'agent' | 'connector'

/** A realm's live leases, by transport. */
export type HeldLeases = Readonly<Partial<Record<Transport, HeldLease>>>

/** A realm's leases, and whether its agent is connecting to another gateway. */
interface ReadLeases {
  readonly leases: HeldLeases
  readonly isMoving: boolean
}

const cachedMs = 2_000
const maxCached = 10_000
/** The times between lease reads while an agent moves: 2 s in all. */
const movingDelaysMs = [25, 25, 25, 25, 50, 50, 100, 100, 200, 300, 500, 600]

/**
 * Reads leases from the database and caches them by realm for 2 s. Missing leases are not cached. While an agent moves
 * to another gateway, its next lease is awaited.
 */
export class LeaseReader {
  readonly #database: Database
  readonly #cache: LRUCache<RealmId, HeldLeases>

  constructor(database: Database, clock: () => Date) {
    this.#database = database
    this.#cache = new LRUCache({
      max: maxCached,
      ttl: cachedMs,
      ttlResolution: 0,
      perf: { now: () => clock().getTime() },
    })
  }

  /** Returns the leases, at most 2 s old. */
  async find(realmId: RealmId): Promise<HeldLeases> {
    return this.#cache.get(realmId) ?? this.#readSettled(realmId)
  }

  /** Returns the current leases. */
  findNow(realmId: RealmId): Promise<HeldLeases> {
    return this.#readSettled(realmId)
  }

  /**
   * Returns the lease following one whose gateway did not accept a call.
   *
   * @param isLeft whether that gateway runs and no longer has the socket, so the next lease is awaited
   */
  async findNext(realmId: RealmId, old: HeldLease, isLeft: boolean): Promise<HeldLease | undefined> {
    const isSame = ({ leases }: ReadLeases) => leases[old.transport]?.epoch === old.epoch
    const leases = await this.#readSettled(realmId, (latest) => !latest.isMoving && !(isLeft && isSame(latest)))
    const next = leases[old.transport]
    return next?.epoch === old.epoch && next.gatewayUrl === old.gatewayUrl ? undefined : next
  }

  /** Finds the transports whose open company file all copies of a message set were sent to. */
  async findSameFile(realmId: RealmId, messageSetId: string): Promise<ReadonlySet<Transport>> {
    const copies = [Prisma.sql`${realmId}`, Prisma.sql`${messageSetId}`] as const
    const rows = await this.#database.$queryRaw<{ transport: Transport }[]>`
      SELECT 'agent' AS transport FROM realm_session AS lease
      WHERE lease."realmId" = ${realmId} AND ${hasFileOfCopies('agent', ...copies)}
      UNION ALL
      SELECT 'connector' FROM connector_session AS held
        JOIN connector_credential AS lease ON lease.id = held."credentialId"
      WHERE held."realmId" = ${realmId} AND ${hasFileOfCopies('connector', ...copies)}`
    return new Set(rows.map(({ transport }) => transport))
  }

  /** Stores that an agent's company file has the FileID of the realm's Web Connector, unless it changed since. */
  async storeFileId(realmId: RealmId, { epoch, conditionSince, connectorFileId }: HeldLease): Promise<void> {
    await this.#database.$executeRaw`
      UPDATE realm_session SET "fileId" = ${connectorFileId}::uuid
      WHERE "realmId" = ${realmId} AND epoch = ${epoch} AND "conditionSince" = ${conditionSince}`
    this.#cache.delete(realmId)
  }

  async #readSettled(
    realmId: RealmId,
    isSettled: (read: ReadLeases) => boolean = ({ isMoving }) => !isMoving,
  ): Promise<HeldLeases> {
    let latest = await this.#read(realmId)
    for (const ms of movingDelaysMs) {
      if (isSettled(latest)) break
      await delay(ms)
      latest = await this.#read(realmId)
    }
    return latest.leases
  }

  async #read(realmId: RealmId): Promise<ReadLeases> {
    const rows = await this.#database.$queryRaw<(HeldLease & { isLive: boolean })[]>`
      WITH connector AS (
        SELECT used."fileId"::text AS "fileId", used."ownerId"::text AS "ownerId" FROM connector_session AS held
          JOIN connector_credential AS used ON used.id = held."credentialId"
        WHERE held."realmId" = ${realmId}
      )
      SELECT 'agent' AS transport, "gatewayUrl", epoch, "fileId"::text, "conditionSince",
        (SELECT "fileId" FROM connector) AS "connectorFileId", (SELECT "ownerId" FROM connector) AS "connectorOwnerId",
        ${isLiveLease} AS "isLive"
      FROM realm_session AS lease WHERE "realmId" = ${realmId} AND (${isLiveLease} OR ${isMovingLease})
      UNION ALL
      SELECT 'connector', "gatewayUrl", epoch, (SELECT "fileId" FROM connector), "conditionSince",
        (SELECT "fileId" FROM connector), (SELECT "ownerId" FROM connector), true
      FROM connector_session AS lease WHERE "realmId" = ${realmId} AND ${isLiveConnectorLease}`
    const live = rows.filter(({ isLive }) => isLive)
    const leases: HeldLeases = Object.fromEntries(live.map((row) => [row.transport, row]))
    if (live.length === 0) this.#cache.delete(realmId)
    else this.#cache.set(realmId, leases)
    return { leases, isMoving: live.length < rows.length }
  }
}
