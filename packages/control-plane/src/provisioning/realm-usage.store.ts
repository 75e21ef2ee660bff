import type { RealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'
import type { OwnedOrgId } from '@bridge/identity/access/owned'

/** A realm's requests on one UTC day. */
interface DailyUsage {
  readonly realmId: string
  readonly day: Date
  readonly requests: number
  readonly errors: number
}

/** Adds up the requests of an organization's realms by day. Days without a request are missing. */
export function findDailyUsage(
  database: Database,
  orgId: OwnedOrgId<'viewer'>,
  realmIds: readonly RealmId[],
  since: Date,
): Promise<DailyUsage[]> {
  return database.$queryRaw<DailyUsage[]>`
    SELECT "realmId", day, sum(requests)::int AS requests, sum(errors)::int AS errors
    FROM usage_day JOIN realm ON realm.id = "realmId"
    WHERE realm.id = ANY (${[...realmIds]}::bpchar[]) AND realm."orgId" = ${orgId} AND day >= ${since}::date
    GROUP BY "realmId", day`
}
