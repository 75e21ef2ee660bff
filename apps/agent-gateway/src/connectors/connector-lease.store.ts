import { deadAfterMs, type NotSent, type RealmId } from '@bridge/agent-protocol'
import { type Database, type DesktopCondition, hasFileOfCopies, Prisma } from '@bridge/database'
import type { Lease } from '../sessions/lease.ts'
import type { ConnectorCredential } from './connector-credential.store.ts'

/** The gateway serving a realm's Web Connector. */
export interface ConnectorHolder {
  readonly gatewayUrl: string
  readonly epoch: bigint
  readonly isAlive: boolean
}

/** The poll interval assumed before a second poll was seen, in milliseconds: the `.qwc` file's. */
export const assumedIntervalMs = 15_000

/** How long a Web Connector counts as live after a poll at most, in milliseconds. */
export const maxLiveMs = 240_000

/** The leases for realms with Web Connectors at this gateway. Times are the database's. */
export class ConnectorLeaseStore {
  readonly #database: Database
  readonly #renewals: Database

  /** @param renewals the connection for renewals, which must not wait for other statements */
  constructor(database: Database, renewals: Database) {
    this.#database = database
    this.#renewals = renewals
  }

  /** Finds the gateway serving the realm's Web Connector. */
  async findHolder(realmId: RealmId): Promise<ConnectorHolder | undefined> {
    const [row] = await this.#database.$queryRaw<ConnectorHolder[]>`
    SELECT "gatewayUrl", epoch, ${isAlive} AS "isAlive" FROM connector_session AS lease WHERE "realmId" = ${realmId}`
    return row
  }

  /** Finds the gateway serving a ticket's run. */
  async findHolderOfTicket(ticketHash: string): Promise<ConnectorHolder | undefined> {
    const [row] = await this.#database.$queryRaw<ConnectorHolder[]>`
    SELECT "gatewayUrl", epoch, ${isAlive} AS "isAlive" FROM connector_session AS lease
    WHERE "ticketHash" = ${ticketHash}`
    return row
  }

  /**
   * Acquires the lease for the realm's Web Connector, which raises its epoch. A Web Connector polling another gateway
   * than before has not been away.
   */
  async acquire(realmId: RealmId, credentialId: string, gatewayUrl: string): Promise<Lease> {
    const [row] = await this.#database.$queryRaw<{ epoch: bigint }[]>`
    WITH previous AS (
      SELECT ${seenAt} AS "seenAt", "endedAt" IS NULL AS "hasNoEnd",
        "endedAt" IS NULL AND ${seenAt} > now() - ${liveTime} AS "isPolling"
      FROM connector_session AS lease WHERE "realmId" = ${realmId}
    ), acquired AS (
      INSERT INTO connector_session AS held ("realmId", "credentialId", "gatewayUrl", epoch, "lastSeenAt",
                                             "lastPolledAt", "intervalMs")
      VALUES (${realmId}, ${credentialId}, ${gatewayUrl}, 1, now(), now(), ${assumedIntervalMs})
      ON CONFLICT ("realmId") DO UPDATE SET "credentialId" = excluded."credentialId",
        "gatewayUrl" = excluded."gatewayUrl", epoch = held.epoch + 1, "lastSeenAt" = now(),
        "liveSince" = CASE WHEN (SELECT "isPolling" FROM previous) THEN held."liveSince" ELSE now() END,
        "ticketHash" = NULL, "runOpenedAt" = NULL, "endedAt" = NULL, "endReason" = NULL
      RETURNING epoch, condition, "companyFile"
    ), lost AS (
      INSERT INTO connection_change ("realmId", transport, at, reason)
      SELECT ${realmId}, 'connector', "seenAt", 'lost' FROM previous WHERE "hasNoEnd" AND NOT "isPolling"
    ), changed AS (
      INSERT INTO connection_change ("realmId", transport, at, condition, "companyFile")
      SELECT ${realmId}, 'connector', now(), condition, "companyFile" FROM acquired
      WHERE NOT EXISTS (SELECT FROM previous WHERE "isPolling")
    )
    SELECT epoch FROM acquired`
    if (row === undefined) throw new Error('The lease was not written.')
    return { realmId, epoch: row.epoch }
  }

  /**
   * Records a poll and the run it began, if it did, and measures the time between polls. Returns this time, or nothing
   * if another gateway holds the lease, or the credential was revoked or has another password by now.
   */
  async recordPoll(
    { realmId, epoch }: Lease,
    { id, passwordHash }: Pick<ConnectorCredential, 'id' | 'passwordHash'>,
    ticketHash: string | null,
  ): Promise<number | undefined> {
    const [row] = await this.#database.$queryRaw<{ intervalMs: number }[]>`
    WITH used AS (
      UPDATE connector_credential SET "lastPolledAt" = now()
      WHERE id = ${id} AND "passwordHash" = ${passwordHash} AND "revokedAt" IS NULL
      RETURNING id
    )
    UPDATE connector_session SET "lastSeenAt" = now(), "lastPolledAt" = now(), "credentialId" = ${id},
      "intervalMs" = LEAST(GREATEST(EXTRACT(EPOCH FROM now() - "lastPolledAt") * 1000, ${assumedIntervalMs}),
                           ${maxLiveMs / 2})::int,
      "ticketHash" = ${ticketHash}, "runOpenedAt" = CASE WHEN ${ticketHash}::text IS NULL THEN NULL ELSE now() END
    WHERE "realmId" = ${realmId} AND epoch = ${epoch} AND EXISTS (SELECT FROM used)
    RETURNING "intervalMs"`
    return row?.intervalMs
  }

  /** Records a run's end. The next poll is due an interval later. */
  async recordEnd({ realmId, epoch }: Lease, ticketHash: string): Promise<void> {
    await this.#database.$executeRaw`
    UPDATE connector_session SET "ticketHash" = NULL, "runOpenedAt" = NULL, "lastPolledAt" = now()
    WHERE "realmId" = ${realmId} AND epoch = ${epoch} AND "ticketHash" = ${ticketHash}`
  }

  /** Stores what a run found: whether QuickBooks has the company file open, and which one. */
  async storeCondition(
    { realmId, epoch }: Lease,
    condition: DesktopCondition,
    companyFile: string | null,
  ): Promise<void> {
    await this.#database.$executeRaw`
    WITH problem AS (
      UPDATE connector_credential AS credential
      SET problem = ${condition === 'another_file' ? 'APP_COMPANY_FILE_UNAVAILABLE' : null}
      FROM connector_session AS held
      WHERE held."realmId" = ${realmId} AND held.epoch = ${epoch} AND credential.id = held."credentialId"
    ), changed AS (
      UPDATE connector_session SET condition = ${condition}::"DesktopCondition", "conditionSince" = now(),
        "companyFile" = COALESCE(${companyFile}, "companyFile")
      WHERE "realmId" = ${realmId} AND epoch = ${epoch} AND (condition <> ${condition}::"DesktopCondition"
        OR "companyFile" IS DISTINCT FROM COALESCE(${companyFile}, "companyFile"))
      RETURNING "companyFile"
    )
    INSERT INTO connection_change ("realmId", transport, at, condition, "companyFile")
    SELECT ${realmId}, 'connector', now(), ${condition}::"DesktopCondition", "companyFile" FROM changed`
  }

  /** Renews the leases and returns the realms whose lease ended: another gateway's, or without a valid credential. */
  async renew(leases: readonly Lease[]): Promise<Set<RealmId>> {
    const renewed = await this.#renewals.$queryRaw<{ realmId: string }[]>`
    UPDATE connector_session AS lease SET "lastSeenAt" = now()
    FROM unnest(${leases.map(({ realmId }) => realmId)}::bpchar[], ${leases.map(({ epoch }) => epoch)}::bigint[])
      AS mine ("realmId", epoch)
    WHERE lease."realmId" = mine."realmId" AND lease.epoch = mine.epoch AND EXISTS (
      SELECT FROM connector_credential AS credential
      WHERE credential.id = lease."credentialId" AND credential."revokedAt" IS NULL)
    RETURNING lease."realmId"`
    const kept = new Set(renewed.map(({ realmId }) => realmId))
    return new Set(leases.map(({ realmId }) => realmId).filter((realmId) => !kept.has(realmId)))
  }

  /** Releases a stopping gateway's lease. Its Web Connector polls on. The row stays, so the epoch never decreases. */
  async release({ realmId, epoch }: Lease): Promise<void> {
    await this.#database.$executeRaw`
    UPDATE connector_session AS lease SET "ticketHash" = NULL, "runOpenedAt" = NULL, "lastPolledAt" = ${seenAt},
      "lastSeenAt" = to_timestamp(0)
    WHERE "realmId" = ${realmId} AND epoch = ${epoch}`
  }

  /** Releases the lease for a Web Connector last seen a while ago, which may not or does not poll any more. */
  async end({ realmId, epoch }: Lease, reason: 'silent' | 'credentialRevoked'): Promise<void> {
    await this.#database.$executeRaw`
    WITH ended AS (
      UPDATE connector_session AS lease SET "ticketHash" = NULL, "runOpenedAt" = NULL, "lastPolledAt" = ${seenAt},
        "lastSeenAt" = to_timestamp(0), "endedAt" = ${seenAt}, "endReason" = ${reason}
      WHERE "realmId" = ${realmId} AND epoch = ${epoch} AND "endedAt" IS NULL
      RETURNING "endedAt"
    )
    INSERT INTO connection_change ("realmId", transport, at, reason)
    SELECT ${realmId}, 'connector', "endedAt", ${reason} FROM ended`
  }

  /**
   * Moves a journal row from `queued` to `sending` if the lease still has this epoch, and all earlier copies were sent
   * to its company file. Returns nothing on success; otherwise the write must not be sent.
   */
  async startSending(id: string, { realmId, epoch }: Lease): Promise<NotSent | undefined> {
    const moved = await this.#database.$executeRaw`
    UPDATE write_journal AS queued SET state = 'sending', epoch = ${epoch}, "sentAt" = now(), transport = 'connector',
      "fileId" = lease."fileId"
    FROM (
      SELECT used."fileId" FROM connector_session AS held
      JOIN connector_credential AS used ON used.id = held."credentialId"
      WHERE held."realmId" = ${realmId} AND held.epoch = ${epoch}
    ) AS lease
    WHERE queued.id = ${id}::uuid AND queued."realmId" = ${realmId} AND queued.state = 'queued'
      AND ${hasFileOfCopies('connector', Prisma.sql`queued."realmId"`, Prisma.sql`queued."messageSetId"`)}`
    if (moved === 1) return undefined
    const isQueued = await this.#database.writeJournal.count({ where: { id, realmId, state: 'queued' } })
    return { sent: false, reason: isQueued > 0 ? 'not-mine' : 'cancelled' }
  }
}

const isAlive = Prisma.sql`(lease."lastSeenAt" > now() - make_interval(secs => ${deadAfterMs / 1000}))`

/** When a row's Web Connector was last seen: its latest call is not recorded while a run is open. */
const seenAt = Prisma.sql`(CASE WHEN lease."runOpenedAt" IS NULL THEN lease."lastPolledAt"
  ELSE GREATEST(lease."lastPolledAt", lease."lastSeenAt") END)`

/** How long a row's Web Connector counts as live after a poll. */
const liveTime = Prisma.sql`make_interval(secs => LEAST(2 * lease."intervalMs", ${maxLiveMs}) / 1000.0)`
