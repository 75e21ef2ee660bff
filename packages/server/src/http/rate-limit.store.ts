import type { Database } from '@bridge/database'

/**
 * Adds to what all servers took in a window and gives the new sum. The sum may pass the limit; the caller
 * takes only the part that lies below it.
 */
export async function addToWindow(database: Database, key: string, startsAt: Date, permits: number): Promise<number> {
  const rows = await database.$queryRaw<{ taken: number }[]>`
    INSERT INTO rate_window AS "window" (key, "startsAt", taken) VALUES (${key}, ${startsAt}, ${permits})
    ON CONFLICT (key, "startsAt") DO UPDATE SET taken = "window".taken + EXCLUDED.taken
    RETURNING taken`
  return rows[0]?.taken ?? permits
}

/** Gives permits back that were taken and not used. */
export async function returnToWindow(database: Database, key: string, startsAt: Date, permits: number) {
  await database.rateWindow.updateMany({ where: { key, startsAt }, data: { taken: { decrement: permits } } })
}

/** Deletes the windows of a limiter that began before the time. */
export async function deleteWindowsBefore(database: Database, keyPrefix: string, time: Date) {
  await database.rateWindow.deleteMany({ where: { key: { startsWith: keyPrefix }, startsAt: { lt: time } } })
}
