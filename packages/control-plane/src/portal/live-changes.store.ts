import { isLiveConnectorLease, isLiveLease } from '@bridge/data-plane/desktop/live-lease'
import { type Database, Prisma } from '@bridge/database'

/** Values changing when an organization's members would see something new. */
export interface ChangeMarks {
  readonly orgId: string
  /** Changes with every control plane operation, since each writes an audit event, and when a member signs out. */
  readonly organization: string
  /** Changes with every logged request. */
  readonly requests: string | null
  /** Changes when an agent or a Web Connector connects or disconnects, and with QuickBooks' state. */
  readonly agents: string
}

/** A call is logged when it ends, with the time at which it began. */
const longestCallSeconds = 600

/** Loads the organizations' marks, in one statement. Deleted organizations are missing. */
export async function loadChangeMarks(database: Database, orgIds: readonly string[], now: Date) {
  const callsSince = new Date(now.getTime() - longestCallSeconds * 1_000)
  return database.$queryRaw<ChangeMarks[]>`
    SELECT org.id AS "orgId",
      concat(
        (SELECT concat(event."createdAt", event.id) FROM audit_event event
          WHERE event."orgId" = org.id ORDER BY event."createdAt" DESC, event.id DESC LIMIT 1),
        (SELECT count(*) FROM membership JOIN session ON session."userId" = membership."userId" WHERE membership."orgId" = org.id)
      ) AS organization,
      (SELECT concat(sum(calls.logged), max(calls.latest)) FROM realm
        CROSS JOIN LATERAL (
          SELECT count(*) AS logged, max(call."createdAt") AS latest FROM logged_request call
          WHERE call."realmId" = realm.id AND call."createdAt" >= ${callsSince}
        ) calls WHERE realm."orgId" = org.id) AS requests,
      concat(
        (SELECT string_agg(concat(lease."realmId", lease.epoch, lease.phase, lease.condition, lease."companyFile"), ',' ORDER BY lease."realmId")
          FROM realm JOIN realm_session lease ON lease."realmId" = realm.id
          WHERE realm."orgId" = org.id AND ${isLiveLease}), ' ',
        (SELECT string_agg(concat(lease."realmId", lease."liveSince", lease.condition, lease."companyFile"), ',' ORDER BY lease."realmId")
          FROM realm JOIN connector_session lease ON lease."realmId" = realm.id
          WHERE realm."orgId" = org.id AND ${isLiveConnectorLease})
      ) AS agents
    FROM organization org WHERE org.id IN (${Prisma.join([...orgIds])})`
}
