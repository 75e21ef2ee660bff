import { deadAfterMs } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'

/** Lists the host as alive, and forgets those long gone. */
export async function renewHost(database: Database, url: string): Promise<void> {
  await database.$executeRaw`
    INSERT INTO sandbox_host (url, "lastSeenAt") VALUES (${url}, now())
    ON CONFLICT (url) DO UPDATE SET "lastSeenAt" = now()`
  await database.$executeRaw`
    DELETE FROM sandbox_host WHERE "lastSeenAt" < now() - make_interval(secs => ${(4 * deadAfterMs) / 1000})`
}

/** Removes the host from the servers' list. */
export async function removeHost(database: Database, url: string): Promise<void> {
  await database.$executeRaw`DELETE FROM sandbox_host WHERE url = ${url}`
}
