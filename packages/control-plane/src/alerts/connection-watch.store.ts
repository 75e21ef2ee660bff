import { connectorSeenAt, isLiveConnectorLease, isLiveLease } from '@bridge/data-plane/desktop/live-lease'
import type { Transport } from '@bridge/data-plane/realms/get-realm-state'
import { type Database, Prisma } from '@bridge/database'
import { notifiedOrganization } from '@bridge/identity/mail/notified-organization'
import { type SweepOptions, sweepInSteps } from '@bridge/platform/retention.store'

/** An outage to be emailed. */
export interface Outage {
  readonly realmId: string
  readonly offlineSince: Date
}

/** An outage's begin, and what served the company file last. */
export interface NewOutage extends Outage {
  readonly transport: Transport
}

/**
 * The transports with valid credentials for a row `settings`: a realm with revoked credentials is offline on purpose.
 */
const validTransports = Prisma.sql`
  SELECT 'agent' AS transport, ${isLiveLease} AS "isLive",
    COALESCE(lease."endedAt", lease."lastSeenAt") AS "awaySince"
  FROM realm_session AS lease LEFT JOIN agent_token AS token ON token.id = lease."agentTokenId"
  WHERE lease."realmId" = settings."realmId" AND token."revokedAt" IS NULL
  UNION ALL
  SELECT 'connector', ${isLiveConnectorLease}, COALESCE(lease."endedAt", ${connectorSeenAt})
  FROM connector_session AS lease JOIN connector_credential AS used ON used.id = lease."credentialId"
  WHERE lease."realmId" = settings."realmId" AND used."revokedAt" IS NULL`

/**
 * Claims outages lasting as long as their realm's setting: neither transport is live. Each is claimed once, by one
 * server.
 */
export function claimOutages(database: Database, at: Date): Promise<NewOutage[]> {
  return database.$queryRaw<NewOutage[]>`
    WITH outage AS (
      SELECT settings."realmId", max(transport."awaySince") AS "offlineSince",
        (array_agg(transport.transport ORDER BY transport."awaySince" DESC))[1] AS transport
      FROM realm_settings AS settings CROSS JOIN LATERAL (${validTransports}) AS transport
      WHERE jsonb_typeof(settings."values" -> 'offlineAlertMinutes') = 'number'
        AND (settings."values" ->> 'offlineAlertMinutes')::numeric > 0
      GROUP BY settings."realmId"
      HAVING NOT bool_or(transport."isLive") AND max(transport."awaySince") <=
        now() - make_interval(mins => (settings."values" ->> 'offlineAlertMinutes')::numeric::int)
    ), claimed AS (
      INSERT INTO offline_alert ("realmId", "offlineSince", "sentAt")
      SELECT "realmId", "offlineSince", ${at} FROM outage
      ON CONFLICT ("realmId") DO NOTHING
      RETURNING "realmId"
    )
    SELECT outage.* FROM outage JOIN claimed ON claimed."realmId" = outage."realmId"`
}

/**
 * Ends outages for realms with a live transport again, each once. A lease is looked up for each open alert: with
 * EXISTS, PostgreSQL may read all leases.
 */
export function endOutages(database: Database): Promise<Outage[]> {
  return database.$queryRaw<Outage[]>`
    DELETE FROM offline_alert AS alert
    WHERE (SELECT ${isLiveLease} FROM realm_session AS lease WHERE lease."realmId" = alert."realmId")
      OR (SELECT ${isLiveConnectorLease} FROM connector_session AS lease WHERE lease."realmId" = alert."realmId")
    RETURNING alert."realmId", alert."offlineSince"`
}

/** Returns an unannounced outage, to be claimed again. */
export async function releaseOutage(database: Database, realmId: string): Promise<void> {
  await database.offlineAlert.deleteMany({ where: { realmId } })
}

/** Finds an alert's realm with its organization, and its owners' and admins' addresses. */
export function findAlertedRealm(database: Database, realmId: string) {
  return database.realm.findUnique({
    where: { id: realmId },
    select: {
      name: true,
      org: { select: notifiedOrganization },
    },
  })
}

/**
 * Deletes old connection changes, and those above a company file's maximum. Each transport's last change before
 * `changesBefore` stays: it is the state at that time.
 *
 * @param limits.changedSince company files without a change since then have as many as after the previous sweep
 */
export async function deleteOldConnectionChanges(
  database: Database,
  limits: { readonly changesBefore: Date; readonly maxChanges: number; readonly changedSince: Date },
  sweep: SweepOptions = {},
): Promise<void> {
  const { changesBefore, maxChanges, changedSince } = limits
  const deleteTooOld = (rows: number) => database.$executeRaw`
    DELETE FROM connection_change WHERE id = ANY(ARRAY(
      SELECT old.id FROM connection_change AS old WHERE old.at < ${changesBefore} AND EXISTS (
        SELECT FROM connection_change AS newer
        WHERE newer."realmId" = old."realmId" AND newer.transport = old.transport AND newer.at < ${changesBefore}
          AND (newer.at, newer.id) > (old.at, old.id))
      LIMIT ${rows} FOR UPDATE OF old SKIP LOCKED))`
  const deleteTooMany = (rows: number) => database.$executeRaw`
    DELETE FROM connection_change WHERE id = ANY(ARRAY(
      SELECT superfluous.id
      FROM (SELECT DISTINCT "realmId" FROM connection_change WHERE at >= ${changedSince}) AS changed,
      LATERAL (
        SELECT id FROM connection_change AS each WHERE each."realmId" = changed."realmId"
        ORDER BY at DESC, id DESC OFFSET ${maxChanges}) AS superfluous
      JOIN connection_change AS due ON due.id = superfluous.id
      LIMIT ${rows} FOR UPDATE OF due SKIP LOCKED))`
  for (const change of [deleteTooOld, deleteTooMany]) await sweepInSteps(change, sweep)
}

/**
 * Compares the listed groups of the realms compared longest ago with their leases, and adds up their requests of 30
 * days. Triggers follow what gateways store; a gateway that ended without a word stores nothing.
 */
export function checkListedGroups(database: Database, limit: number, at: Date): Promise<number> {
  return database.$executeRaw`
    UPDATE realm_listing AS listing
    SET "stateGroup" = realm_state_group(listing."realmId", listing."isSandbox"), "checkedAt" = now(),
      "recentRequests" = (SELECT coalesce(sum(requests), 0) FROM usage_day
        WHERE usage_day."realmId" = listing."realmId" AND day > (${at}::timestamptz AT TIME ZONE 'UTC')::date - 30)
    WHERE listing."realmId" = ANY(ARRAY(
      SELECT "realmId" FROM realm_listing ORDER BY "checkedAt" LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED))`
}
