import type { RealmId } from '@bridge/agent-protocol'
import type { Database, WebhookFailure, WebhookFormat } from '@bridge/database'
import { Prisma } from '@bridge/database'
import type { SealedTokens } from './verifier-token.ts'

/** How long a server has a webhook for itself after it last did something. Longer than a request takes. */
const claimSeconds = 10

/** A webhook's address, its choices and its tokens. */
export interface SentWebhook extends SealedTokens {
  readonly webhookId: string
  readonly url: string
  readonly format: WebhookFormat
  readonly ids: 'text' | 'numeric'
  /** The events that are sent; all of them if it is empty. */
  readonly events: readonly string[]
}

/** A realm's changes that are due for a webhook. */
export interface DuePosition extends SentWebhook {
  readonly realmId: RealmId
  readonly isSandbox: boolean
  readonly sandboxFailure: WebhookFailure | null
  readonly deliveredSeq: bigint
  readonly lastSeq: bigint
  readonly failures: number
  readonly failingSince: Date | null
  /** Whether the app may still read the company file. */
  readonly isConnected: boolean
}

const sentColumns = Prisma.sql`
  webhook.id AS "webhookId", webhook."clientId", url, format, events, "sealedToken", "nextSealedToken", "nextTokenAt",
  client.ids`

/** Claims webhooks with changes due, which no other live server delivers to. The database's clock counts. */
export async function claimWebhooks(database: Database, at: Date, limit: number): Promise<string[]> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    UPDATE webhook SET "claimedUntil" = now() + make_interval(secs => ${claimSeconds})
    WHERE id IN (
      SELECT id FROM webhook
      WHERE id IN (SELECT DISTINCT "webhookId" FROM webhook_position WHERE "dueAt" <= ${at})
        AND "pausedAt" IS NULL AND ("claimedUntil" IS NULL OR "claimedUntil" < now())
      LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING id`
  return rows.map(({ id }) => id)
}

export async function releaseWebhook(database: Database, webhookId: string): Promise<void> {
  await database.$executeRaw`UPDATE webhook SET "claimedUntil" = NULL WHERE id = ${webhookId}`
}

/** Renews the claim, and finds the realm whose changes have been due longest; undefined if nothing is due. */
export async function findDuePosition(
  database: Database,
  webhookId: string,
  at: Date,
): Promise<DuePosition | undefined> {
  const [found] = await database.$queryRaw<DuePosition[]>`
    WITH renewed AS (
      UPDATE webhook SET "claimedUntil" = now() + make_interval(secs => ${claimSeconds}) WHERE id = ${webhookId}
    )
    SELECT ${sentColumns}, position."realmId", realm.kind = 'sandbox' AS "isSandbox", "sandboxFailure", "deliveredSeq", "lastSeq", failures,
      position."failingSince", EXISTS (
        SELECT FROM connection WHERE connection."clientId" = webhook."clientId"
          AND connection."realmId" = position."realmId" AND "revokedAt" IS NULL) AS "isConnected"
    FROM webhook_position AS position JOIN webhook ON webhook.id = position."webhookId"
      JOIN oauth_client AS client ON client.id = webhook."clientId" JOIN realm ON realm.id = position."realmId"
    WHERE position."webhookId" = ${webhookId} AND "dueAt" <= ${at} AND "pausedAt" IS NULL
    ORDER BY "dueAt", position."realmId" LIMIT 1`
  return found
}

/** A request and its outcome. */
export interface Delivery {
  readonly id: string
  readonly webhookId: string
  readonly realmId: string | null
  readonly messageId: string
  readonly reason: 'change' | 'test' | 'redelivery'
  readonly attempt: number
  readonly events: number
  /** The changes that it is about; null for a test. */
  readonly firstSeq: bigint | null
  readonly lastSeq: bigint | null
  readonly body: string
  readonly createdAt: Date
  readonly ms: number
  readonly status: number | null
  readonly responseBody: string | null
  readonly failure: string | null
}

export function insertDelivery(database: Pick<Database, 'webhookDelivery'>, delivery: Delivery) {
  return database.webhookDelivery.create({ data: delivery })
}

type Position = Pick<DuePosition, 'webhookId' | 'realmId'>

/** Moves a position on to a change. Changes after it are due at once. */
export function advancePosition(
  database: Pick<Database, '$executeRaw'>,
  { webhookId, realmId }: Position,
  seq: bigint,
  at: Date,
) {
  return database.$executeRaw`
    UPDATE webhook_position SET "deliveredSeq" = greatest("deliveredSeq", ${seq}::bigint), failures = 0,
      "failingSince" = NULL, "dueAt" = CASE WHEN "lastSeq" > ${seq}::bigint THEN ${at}::timestamptz END
    WHERE "webhookId" = ${webhookId} AND "realmId" = ${realmId}`
}

/** Makes a position due a time after a change was stored. Returns false if that has passed. */
export async function postpone(
  database: Database,
  { webhookId, realmId }: Position,
  { seq, seconds, at }: { readonly seq: bigint; readonly seconds: number; readonly at: Date },
): Promise<boolean> {
  const count = await database.$executeRaw`
    UPDATE webhook_position AS position SET "dueAt" = change."storedAt" + make_interval(secs => ${seconds}::int)
    FROM change WHERE change."realmId" = position."realmId" AND change.seq = ${seq}::bigint
      AND position."webhookId" = ${webhookId} AND position."realmId" = ${realmId}
      AND change."storedAt" + make_interval(secs => ${seconds}::int) > ${at}`
  return count > 0
}

/** Stores a delivery that is left out on purpose. */
export async function storeLost(database: Database, position: Position, seq: bigint, delivery: Delivery) {
  await database.$transaction(async (transaction) => {
    await insertDelivery(transaction, delivery)
    await advancePosition(transaction, position, seq, delivery.createdAt)
  })
}

/** Stores a delivery that the receiver accepted. */
export async function storeDelivered(database: Database, position: Position, seq: bigint, delivery: Delivery) {
  await database.$transaction(async (transaction) => {
    await insertDelivery(transaction, delivery)
    await advancePosition(transaction, position, seq, delivery.createdAt)
    await transaction.$executeRaw`
      UPDATE webhook SET "failingSince" = NULL, notices = 0
      WHERE id = ${position.webhookId} AND "failingSince" IS NOT NULL`
  })
}

/** Stores a delivery that failed. The realm's changes are due again at `dueAt`. */
export async function storeFailed(
  database: Database,
  { webhookId, realmId }: Position,
  dueAt: Date,
  delivery: Delivery,
) {
  const at = delivery.createdAt
  await database.$transaction(async (transaction) => {
    await insertDelivery(transaction, delivery)
    await transaction.$executeRaw`
      UPDATE webhook_position SET failures = failures + 1, "failingSince" = coalesce("failingSince", ${at}),
        "dueAt" = ${dueAt}
      WHERE "webhookId" = ${webhookId} AND "realmId" = ${realmId}`
    await transaction.$executeRaw`
      UPDATE webhook SET "failingSince" = ${at} WHERE id = ${webhookId} AND "failingSince" IS NULL`
  })
}

/** Gives up a realm's changes so far, and remembers since when the app misses some. */
export async function skipChanges(
  database: Database,
  { webhookId, realmId, lastSeq }: Pick<DuePosition, 'webhookId' | 'realmId' | 'lastSeq'>,
  at: Date,
) {
  await database.$transaction(async (transaction) => {
    await transaction.$executeRaw`
      UPDATE webhook SET "missedSince" = least("missedSince", ${firstMissed(webhookId, realmId)})
      WHERE id = ${webhookId}`
    await advancePosition(transaction, { webhookId, realmId }, lastSeq, at)
  })
}

/** Pauses a webhook and gives up its changes so far. Returns false if it was paused already. */
export async function pauseWebhook(database: Database, webhookId: string, at: Date): Promise<boolean> {
  const count = await database.$executeRaw`
    UPDATE webhook SET "pausedAt" = ${at},
      "missedSince" = least("missedSince", coalesce(${firstMissed(webhookId)}, ${at}::timestamptz))
    WHERE id = ${webhookId} AND "pausedAt" IS NULL`
  await clearPositions(database, webhookId)
  return count > 0
}

/** Makes nothing due. The changes so far are not delivered. */
export async function clearPositions(database: Pick<Database, '$executeRaw'>, webhookId: string): Promise<void> {
  await database.$executeRaw`
    UPDATE webhook_position SET "dueAt" = NULL, "deliveredSeq" = "lastSeq", failures = 0, "failingSince" = NULL
    WHERE "webhookId" = ${webhookId}`
}

/** Makes what waits due now. */
export async function retryPositions(database: Pick<Database, '$executeRaw'>, webhookId: string, at: Date) {
  await database.$executeRaw`
    UPDATE webhook_position SET "dueAt" = ${at}, failures = 0, "failingSince" = NULL
    WHERE "webhookId" = ${webhookId} AND "dueAt" > ${at}`
}

/** The time of the oldest change that is not delivered. */
function firstMissed(webhookId: string, realmId?: string): Prisma.Sql {
  return Prisma.sql`(
    SELECT min(missed."occurredAt") FROM webhook_position AS position CROSS JOIN LATERAL (
      SELECT "occurredAt" FROM change WHERE change."realmId" = position."realmId" AND seq > position."deliveredSeq"
      ORDER BY seq LIMIT 1) AS missed
    WHERE position."webhookId" = ${webhookId} AND position."dueAt" IS NOT NULL
      AND (${realmId ?? null}::text IS NULL OR position."realmId" = ${realmId ?? null}))`
}
