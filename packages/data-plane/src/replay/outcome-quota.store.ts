import type { RealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'
import { Fault } from '@bridge/faults'
import { createByteQuota } from '@bridge/platform/byte-quota'
import { toStoredOutcome } from './stored-outcome.ts'

/** Smaller rows, such as dropped ones, do not count. */
const rowBytesMin = 1_024

/** A repetition's outcome after its own was dropped. The run is finished: nothing is sent again. */
const dropped = toStoredOutcome(
  new Fault(
    'REQUEST_OUTCOME_UNKNOWN',
    'The response to this requestid is no longer stored, because the company file has stored too many since. The write is not sent again. Query the record to see what was written.',
  ),
)

/** Bounds what is stored for the outcomes of a realm's writes. */
export interface OutcomeQuota {
  /** Counts what was stored, and drops the realm's oldest outcomes above the quota. Their rows stay. */
  add(realmId: RealmId, bytes: number, now: Date): Promise<void>
}

/** @param maxBytes the size of a realm's kept outcomes, as stored in the database */
export function createOutcomeQuota(database: Database, maxBytes: number): OutcomeQuota {
  const quota = createByteQuota(maxBytes)

  const enforce = async (realmId: RealmId, now: Date): Promise<void> => {
    await database.$executeRaw`
      UPDATE request_outcome AS stored
      SET outcome = ${JSON.stringify(dropped)}::json, "respondedAt" = coalesce("respondedAt", ${now}),
        responses = '[]', claim = NULL, "claimedUntil" = NULL
      FROM (
        SELECT "requestId", sum(bytes) OVER (ORDER BY "createdAt" DESC, "requestId") AS total
        FROM (
          SELECT "requestId", "createdAt",
            coalesce(pg_column_size(outcome), 0) + pg_column_size(responses) AS bytes
          FROM request_outcome WHERE "realmId" = ${realmId}
        ) AS sized
        WHERE bytes >= ${rowBytesMin}
      ) AS counted
      WHERE stored."realmId" = ${realmId} AND stored."requestId" = counted."requestId"
        AND counted.total > ${maxBytes} AND (claim IS NULL OR "claimedUntil" < now())`
  }

  return { add: (realmId, bytes, now) => quota.add(realmId, bytes, () => enforce(realmId, now)) }
}
