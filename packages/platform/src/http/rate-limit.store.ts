import type { Database } from '@bridge/database'
import { type SweepOptions, sweepInSteps } from '../retention/retention.store.ts'

/**
 * Adds permits to those taken by all servers in a window, and returns the sum. The sum may exceed the limit; the caller
 * uses only the part below it.
 */
export async function addToWindow(database: Database, key: string, startsAt: Date, permits: number): Promise<number> {
  const rows = await database.$queryRaw<{ taken: number }[]>`
    INSERT INTO rate_window AS "window" (key, "startsAt", taken) VALUES (${key}, ${startsAt}, ${permits})
    ON CONFLICT (key, "startsAt") DO UPDATE SET taken = "window".taken + EXCLUDED.taken
    RETURNING taken`
  return rows[0]?.taken ?? permits
}

/** Returns unused permits. */
export async function returnToWindow(database: Database, key: string, startsAt: Date, permits: number) {
  await database.rateWindow.updateMany({ where: { key, startsAt }, data: { taken: { decrement: permits } } })
}

/** Deletes a limiter's windows begun before the time, a few with each statement. */
export function deleteWindowsBefore(
  database: Database,
  keyPrefix: string,
  time: Date,
  sweep: SweepOptions = {},
): Promise<void> {
  return sweepInSteps(
    (rows) => database.$executeRaw`
      DELETE FROM rate_window WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM rate_window WHERE starts_with(key, ${keyPrefix}) AND "startsAt" < ${time}
        LIMIT ${rows} FOR UPDATE SKIP LOCKED))`,
    sweep,
  )
}
