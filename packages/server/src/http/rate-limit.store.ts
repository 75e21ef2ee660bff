import type { Database } from '@bridge/database'

/**
 * Adds permits to those that all servers have taken in a window, and returns the sum. The sum may exceed the limit; the
 * caller uses only the part below it.
 */
export async function addToWindow(database: Database, key: string, startsAt: Date, permits: number): Promise<number> {
  const rows = await database.$queryRaw<{ taken: number }[]>`
    INSERT INTO rate_window AS "window" (key, "startsAt", taken) VALUES (${key}, ${startsAt}, ${permits})
    ON CONFLICT (key, "startsAt") DO UPDATE SET taken = "window".taken + EXCLUDED.taken
    RETURNING taken`
  return rows[0]?.taken ?? permits
}

/** Returns permits that were taken and not used. */
export async function returnToWindow(database: Database, key: string, startsAt: Date, permits: number) {
  await database.rateWindow.updateMany({ where: { key, startsAt }, data: { taken: { decrement: permits } } })
}

/** Deletes the windows of a limiter that began before the time. */
export async function deleteWindowsBefore(database: Database, keyPrefix: string, time: Date) {
  await database.rateWindow.deleteMany({ where: { key: { startsWith: keyPrefix }, startsAt: { lt: time } } })
}
