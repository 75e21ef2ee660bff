import { deadAfterMs } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'

/** Shows servers that the host at an address is alive. Hosts that are long gone are forgotten. */
export async function renewHost(database: Database, url: string): Promise<void> {
  await database.$executeRaw`
    INSERT INTO sandbox_host (url, "lastSeenAt") VALUES (${url}, now())
    ON CONFLICT (url) DO UPDATE SET "lastSeenAt" = now()`
  await database.$executeRaw`
    DELETE FROM sandbox_host WHERE "lastSeenAt" < now() - make_interval(secs => ${(4 * deadAfterMs) / 1000})`
}

/** Tells servers that the host accepts no more calls. */
export async function removeHost(database: Database, url: string): Promise<void> {
  await database.$executeRaw`DELETE FROM sandbox_host WHERE url = ${url}`
}
