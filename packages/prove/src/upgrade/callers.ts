import { connectDatabase } from '@bridge/database'
import { toInsert } from './old-database.ts'

/** The outcomes of one kind of statement. */
export interface Tally {
  ended: number
  longestMs: number
  readonly errors: Map<string, number>
}

/**
 * Sends what programs of the earlier version send until `stop`: each statement again and again, all at once. A call or a
 * lease waits for `calls`, a person for `pages`; `logs` follow in the background.
 */
export async function startCallers(url: string) {
  const database = connectDatabase(url)
  const kinds = {
    calls: [
      `SELECT realm.id FROM access_token JOIN connection ON connection.id = "connectionId"
       JOIN realm ON realm.id = connection."realmId" WHERE "tokenHash" = 'token-' || (random() * 999)::int AND "expiresAt" > now()`,
      `UPDATE realm_session SET "lastSeenAt" = now() WHERE "realmId" = lpad((random() * 999)::int::text, 16, '0')`,
    ],
    pages: [
      `SELECT count(*) FROM logged_request WHERE "realmId" = lpad((random() * 999)::int::text, 16, '0')
       AND "createdAt" > now() - interval '1 hour'`,
    ],
    logs: [
      `${await toInsert(database, 'logged_request')} FROM (SELECT (random() * 999)::int AS n) AS one`,
      `UPDATE usage_day SET requests = requests + 1 WHERE day = current_date
       AND "realmId" = lpad((random() * 999)::int::text, 16, '0')`,
    ],
  }
  let isStopped = false
  const repeat = async (statement: string, tally: Tally) => {
    while (!isStopped) {
      const startedAt = performance.now()
      await database.$executeRawUnsafe(statement).catch((error: Error) => {
        const text = error.message.trim().split('\n').at(-1) ?? ''
        tally.errors.set(text, (tally.errors.get(text) ?? 0) + 1)
      })
      tally.ended += 1
      tally.longestMs = Math.max(tally.longestMs, performance.now() - startedAt)
    }
  }
  const tallies: Record<keyof typeof kinds, Tally> = {
    calls: createTally(),
    pages: createTally(),
    logs: createTally(),
  }
  const running = Object.entries(kinds).flatMap(([kind, statements]) =>
    statements.map((statement) => repeat(statement, tallies[kind as keyof typeof kinds])),
  )
  return {
    async stop() {
      isStopped = true
      await Promise.all(running)
      await database.$disconnect()
      return tallies
    },
  }
}

function createTally(): Tally {
  return { ended: 0, longestMs: 0, errors: new Map() }
}
