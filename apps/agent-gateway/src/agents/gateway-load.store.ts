import { deadAfterMs } from '@bridge/agent-protocol'
import { type Database, Prisma } from '@bridge/database'

/** How many agents each gateway holds. Times are the database's, so machines agree. */
export function createGatewayLoadStore(database: Database) {
  return {
    /** Stores how many agents a gateway holds, and returns how many each other live gateway holds. */
    report: async (url: string, agents: number): Promise<readonly number[]> => {
      const others = await database.$queryRaw<{ agents: number }[]>`
      WITH reported AS (
        INSERT INTO gateway (url, agents, "lastSeenAt") VALUES (${url}, ${agents}, now())
        ON CONFLICT (url) DO UPDATE SET agents = excluded.agents, "lastSeenAt" = now()
      ), forgotten AS (
        DELETE FROM gateway WHERE url <> ${url} AND "lastSeenAt" < now() - ${keptTime}
      )
      SELECT agents FROM gateway WHERE url <> ${url} AND "lastSeenAt" > now() - ${liveTime}`
      return others.map(({ agents }) => agents)
    },

    /** Removes a stopping gateway. */
    remove: async (url: string): Promise<void> => {
      await database.$executeRaw`DELETE FROM gateway WHERE url = ${url}`
    },
  }
}

const liveTime = Prisma.sql`make_interval(secs => ${deadAfterMs / 1000})`
/** How long a crashed gateway's row stays. */
const keptTime = Prisma.sql`interval '1 hour'`

export type GatewayLoadStore = ReturnType<typeof createGatewayLoadStore>
