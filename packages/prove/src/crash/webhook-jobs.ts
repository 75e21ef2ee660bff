import type { Database } from '@bridge/database'
import { serverDefaults } from '@bridge/server'

/** How long a server claims a poll for. The next one after a poll that has ended is due sooner. */
const claimedSeconds = serverDefaults.agentTimeoutMs / 1_000 + 60
/** How long a claim counts here: its poll has ended by then, or its server. */
const pollSeconds = 10

/**
 * Has a realm's poll and failed deliveries be due, as if their time had come. Polls in progress have some
 * time left, and claims of deliveries expire on their own.
 */
export async function makeDue(database: Database, realmId: string): Promise<void> {
  await database.$executeRaw`
    UPDATE realm_changes SET "nextPollAt" = now() - interval '1 second'
    WHERE "realmId" = ${realmId} AND "nextPollAt" < now() + make_interval(secs => ${claimedSeconds - pollSeconds})`
  await database.$executeRaw`
    UPDATE webhook_position SET "dueAt" = now() WHERE "realmId" = ${realmId} AND failures > 0 AND "dueAt" > now()`
}

/** Returns whether a poll has begun since a time, and everything is delivered. */
export async function isSettled(database: Database, realmId: string, since: Date): Promise<boolean> {
  const [row] = await database.$queryRaw<{ isSettled: boolean }[]>`
    SELECT EXISTS (SELECT FROM realm_changes WHERE "realmId" = ${realmId} AND "polledAt" >= ${since})
      AND NOT EXISTS (SELECT FROM webhook_position WHERE "realmId" = ${realmId} AND "dueAt" IS NOT NULL) AS "isSettled"`
  return row?.isSettled ?? false
}

/** Ends a realm's webhook: the servers no longer poll its company file. */
export async function endWebhook(database: Database, seed: number): Promise<void> {
  await database.webhook.deleteMany({ where: { clientId: `crash-${seed}` } })
}
