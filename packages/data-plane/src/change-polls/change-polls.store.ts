import type { RealmId } from '@bridge/agent-protocol'
import { type Database, Prisma } from '@bridge/database'
import type { FinishedPoll, PollState } from '@bridge/translation'
import type { RecordChange } from '../record-changes/record-change.ts'
import { insertChanges } from '../record-changes/record-changes.store.ts'

/** A realm whose poll is due. */
export interface DuePoll {
  readonly realmId: RealmId
  readonly realmKind: 'sandbox' | 'production'
  readonly orgId: string
  /** The realm's settings as they are stored. */
  readonly settings: unknown
  /** What the previous poll knew; null before the first. */
  readonly state: PollState | null
  /** Identifies the claim. */
  readonly claimedUntil: Date
}

/** The columns of an insertion are bound in one statement. */
const maxInserted = 1_000

/** The least time between the beginnings of two polls, however often an agent reports changes. */
const reportedSeconds = 5

/**
 * Claims up to `limit` realms whose poll is due: those that a webhook receives changes of, and whose company file can
 * be reached. Each is claimed by one server, which has `seconds` before the next one is due.
 */
export function claimDuePolls(
  database: Database,
  { now, limit, seconds }: { readonly now: Date; readonly limit: number; readonly seconds: number },
): Promise<DuePoll[]> {
  const until = new Date(now.getTime() + seconds * 1_000)
  return database.$queryRaw<DuePoll[]>`
    WITH subscribed AS (
      SELECT DISTINCT connection."realmId" FROM webhook JOIN connection ON connection."clientId" = webhook."clientId"
      WHERE webhook."pausedAt" IS NULL AND connection."revokedAt" IS NULL
    ), due AS (
      SELECT listing."realmId" FROM subscribed JOIN realm_listing AS listing ON listing."realmId" = subscribed."realmId"
      LEFT JOIN realm_changes AS state ON state."realmId" = listing."realmId"
      WHERE listing."stateGroup" = 'connected' AND (${isDue(now)})
      ORDER BY state."nextPollAt" NULLS FIRST LIMIT ${limit}
    ), claimed AS (
      INSERT INTO realm_changes AS state ("realmId", "nextPollAt", "claimedAt")
      -- Gateways lock the rows in the same order.
      SELECT "realmId", ${until}, ${now} FROM due ORDER BY "realmId"
      ON CONFLICT ("realmId") DO UPDATE
        SET "nextPollAt" = excluded."nextPollAt", "claimedAt" = excluded."claimedAt", "hasChanged" = false
      WHERE ${isDue(now)}
      RETURNING "realmId", "pollState", "nextPollAt"
    )
    SELECT realm.id AS "realmId", realm.kind AS "realmKind", realm."orgId", settings."values" AS settings,
      claimed."pollState" AS state, claimed."nextPollAt" AS "claimedUntil"
    FROM claimed JOIN realm ON realm.id = claimed."realmId"
      LEFT JOIN realm_settings AS settings ON settings."realmId" = claimed."realmId"`
}

/**
 * Stores what a poll found, and when the next one is due. Returns how many changes were new; nothing is stored if
 * another server has claimed the realm since, or its books have started over.
 */
export async function storePoll(
  database: Database,
  due: DuePoll,
  found: FinishedPoll,
  times: PollTimes,
): Promise<number> {
  const changes = found.changes.map((change): RecordChange => ({ ...change, source: 'poll' }))
  // Most polls find nothing, and one statement is enough for them.
  if (changes.length === 0) {
    await updateState(database, due, found, times)
    return 0
  }
  return database.$transaction(async (transaction) => {
    if ((await updateState(transaction, due, found, times)) === 0) return 0
    let inserted = 0
    for (let index = 0; index < changes.length; index += maxInserted) {
      inserted += await insertChanges(transaction, due.realmId, changes.slice(index, index + maxInserted))
    }
    return inserted
  })
}

interface PollTimes {
  readonly polledAt: Date
  readonly nextPollAt: Date
}

/** Returns 0 if the claim has ended. */
function updateState(
  database: Pick<Database, '$executeRaw'>,
  { realmId, claimedUntil }: DuePoll,
  { state, resynchronize }: FinishedPoll,
  { polledAt, nextPollAt }: PollTimes,
): Promise<number> {
  return database.$executeRaw`
    UPDATE realm_changes SET "pollState" = ${JSON.stringify(state)}::jsonb, "polledAt" = ${polledAt},
      "nextPollAt" = ${nextPollAt} ${resynchronize === undefined ? Prisma.empty : toMark(resynchronize, polledAt)}
    WHERE "realmId" = ${realmId} AND "nextPollAt" = ${claimedUntil}`
}

/**
 * Whether the poll of a row `state` is due: its time has come, or the agent has reported a change and the poll before
 * has ended.
 */
function isDue(now: Date): Prisma.Sql {
  const latestClaim = new Date(now.getTime() - reportedSeconds * 1_000)
  return Prisma.sql`state."nextPollAt" IS NULL OR state."nextPollAt" <= ${now} OR (state."hasChanged"
        AND state."polledAt" >= state."claimedAt" AND state."claimedAt" <= ${latestClaim})`
}

function toMark(reason: string, at: Date): Prisma.Sql {
  return Prisma.sql`, "resynchronizeAt" = ${at}, "resynchronizeReason" = ${reason}`
}
