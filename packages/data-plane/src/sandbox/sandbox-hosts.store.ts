import { deadAfterMs } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'

/** Finds live sandbox hosts' addresses, by the database's clock. */
export async function findLiveHosts(database: Database): Promise<readonly string[]> {
  const rows = await database.$queryRaw<{ url: string }[]>`
    SELECT url FROM sandbox_host WHERE "lastSeenAt" > now() - make_interval(secs => ${deadAfterMs / 1000})`
  return rows.map(({ url }) => url)
}
