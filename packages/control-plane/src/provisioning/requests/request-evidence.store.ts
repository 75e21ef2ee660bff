import type { RealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'
import type { OwnedOrgId } from '@bridge/identity/access/owned'
import type { FoundOutcome, JournaledWrite } from './posted.ts'

interface WriteKey {
  readonly orgId: OwnedOrgId
  readonly realmId: RealmId
  readonly requestId: string
}

/** Finds a `requestid` in the outcome store. */
export async function findOutcome(
  database: Database,
  { orgId, realmId, requestId }: WriteKey,
): Promise<FoundOutcome | undefined> {
  const [row] = await database.$queryRaw<FoundOutcome[]>`
    SELECT outcome."createdAt", outcome."respondedAt", outcome."claimedUntil",
      outcome.outcome->'fault'->>'code' AS "faultCode"
    FROM request_outcome AS outcome JOIN realm ON realm.id = outcome."realmId"
    WHERE outcome."realmId" = ${realmId} AND outcome."requestId" = ${requestId} AND realm."orgId" = ${orgId}`
  return row
}

const maxJournalRows = 50

/** Finds a `requestid`'s journal rows since a time. */
export async function findJournal(
  database: Database,
  { orgId, realmId, requestId }: WriteKey,
  since: Date,
): Promise<readonly JournaledWrite[]> {
  return database.writeJournal.findMany({
    where: { realmId, requestId, createdAt: { gte: since }, realm: { orgId } },
    select: { state: true, entity: true },
    orderBy: { createdAt: 'desc' },
    take: maxJournalRows,
  })
}

/** Returns whether the realm keeps bodies now. */
export async function findRealmState(database: Database, orgId: OwnedOrgId, realmId: RealmId) {
  return database.realm.findFirst({
    where: { id: realmId, orgId },
    select: { kind: true, settings: { select: { values: true } } },
  })
}
