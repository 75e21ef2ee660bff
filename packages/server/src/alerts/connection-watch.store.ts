import { type Database, Prisma } from '@bridge/database'
import { isLiveLease } from '../desktop/live-lease.ts'
import { notifiedOrganization } from '../mail/notified-organization.ts'

/** An outage that an email has to be sent about. */
export interface Outage {
  readonly realmId: string
  readonly offlineSince: Date
}

const offlineSince = Prisma.sql`COALESCE(lease."endedAt", lease."lastSeenAt")`

/**
 * Claims the outages that have lasted as long as their realm's setting says. Each is claimed once, by one server. A
 * realm whose agent token was revoked is offline on purpose.
 */
export function claimOutages(database: Database, at: Date): Promise<Outage[]> {
  return database.$queryRaw<Outage[]>`
    INSERT INTO offline_alert ("realmId", "offlineSince", "sentAt")
    SELECT lease."realmId", ${offlineSince}, ${at}
    FROM realm_settings AS settings
      JOIN realm_session AS lease ON lease."realmId" = settings."realmId"
      LEFT JOIN agent_token AS token ON token.id = lease."agentTokenId"
    WHERE jsonb_typeof(settings."values" -> 'offlineAlertMinutes') = 'number'
      AND (settings."values" ->> 'offlineAlertMinutes')::numeric > 0
      AND ${offlineSince} <= now() - make_interval(mins => (settings."values" ->> 'offlineAlertMinutes')::numeric::int)
      AND NOT ${isLiveLease} AND token."revokedAt" IS NULL
    ON CONFLICT ("realmId") DO NOTHING
    RETURNING "realmId", "offlineSince"`
}

/** Ends the outages of realms whose agent is connected again, each once. */
export function endOutages(database: Database): Promise<Outage[]> {
  return database.$queryRaw<Outage[]>`
    DELETE FROM offline_alert AS alert USING realm_session AS lease
    WHERE lease."realmId" = alert."realmId" AND ${isLiveLease}
    RETURNING alert."realmId", alert."offlineSince"`
}

/** Returns an outage that no one could be informed of, so that it is claimed again. */
export async function releaseOutage(database: Database, realmId: string): Promise<void> {
  await database.offlineAlert.deleteMany({ where: { realmId } })
}

/** Finds the realm of an alert with its organization, and the addresses of its owners and admins. */
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
 * Deletes changes of connections that are too old or too many, and old set-up links. The last change before `changesBefore`
 * stays: it is the state at that time.
 */
export async function deleteOldConnectionChanges(
  database: Database,
  limits: { readonly changesBefore: Date; readonly changesMax: number; readonly linksBefore: Date },
): Promise<void> {
  const { changesBefore, changesMax, linksBefore } = limits
  await database.$executeRaw`
    DELETE FROM connection_change AS old WHERE old.at < ${changesBefore} AND EXISTS (
      SELECT FROM connection_change AS newer
      WHERE newer."realmId" = old."realmId" AND newer.at < ${changesBefore} AND (newer.at, newer.id) > (old.at, old.id))`
  await database.$executeRaw`
    DELETE FROM connection_change WHERE id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY "realmId" ORDER BY at DESC, id DESC) AS place FROM connection_change
      ) AS ranked WHERE place > ${changesMax})`
  await database.setupLink.deleteMany({ where: { expiresAt: { lt: linksBefore } } })
}
