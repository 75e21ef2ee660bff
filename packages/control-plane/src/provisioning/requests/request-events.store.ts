import type { RealmId } from '@bridge/agent-protocol'
import type { ChangeOperation, Database } from '@bridge/database'
import type { OwnedOrgId } from '@bridge/identity/access/owned'

interface Request {
  readonly realmId: RealmId
  readonly traceId: string
}

const maxChanges = 100

/** Finds the changes that a request has made, in their order. */
export function findRequestChanges(database: Database, { realmId, traceId }: Request) {
  return database.change.findMany({
    where: { realmId, traceId },
    select: { seq: true, entity: true, recordId: true, operation: true, version: true, occurredAt: true },
    orderBy: { seq: 'asc' },
    take: maxChanges,
  })
}

/** A change, as far as a webhook is concerned. */
export interface ChangeDelivery {
  readonly seq: bigint
  readonly entity: string
  readonly operation: ChangeOperation
  readonly clientId: string
  readonly clientName: string
  readonly isOwnClient: boolean
  /** The events that are sent; all of them if it is empty. */
  readonly events: readonly string[]
  readonly isDue: boolean
  /** The latest delivery with the change that was accepted, or of all; null without one in the last 7 days. */
  readonly deliveryId: string | null
  readonly createdAt: Date | null
  readonly status: number | null
}

/** Attempts to deliver a change are fewer: a webhook is paused after five days. */
const maxAttempts = 50

/** Finds how far each webhook got with the changes of a request, and its latest delivery of each. */
export function findChangeDeliveries(
  database: Database,
  { realmId, traceId }: Request,
  orgId: OwnedOrgId,
): Promise<ChangeDelivery[]> {
  return database.$queryRaw<ChangeDelivery[]>`
    SELECT made.seq, made.entity, made.operation, webhook."clientId", client.name AS "clientName",
      client."orgId" = ${orgId} AS "isOwnClient", webhook.events,
      position."dueAt" IS NOT NULL AND position."deliveredSeq" < made.seq AS "isDue",
      latest.id AS "deliveryId", latest."createdAt", latest.status
    FROM (
      SELECT seq, entity, operation FROM change WHERE "realmId" = ${realmId} AND "traceId" = ${traceId}
      ORDER BY seq LIMIT ${maxChanges}) AS made
    JOIN webhook_position AS position ON position."realmId" = ${realmId}
    JOIN webhook ON webhook.id = position."webhookId"
    JOIN oauth_client AS client ON client.id = webhook."clientId"
    LEFT JOIN LATERAL (
      SELECT attempt.id, attempt."createdAt", attempt.status FROM (
        SELECT id, "createdAt", status, "firstSeq" FROM webhook_delivery
        WHERE "webhookId" = webhook.id AND "realmId" = ${realmId} AND "lastSeq" >= made.seq
        ORDER BY "lastSeq" LIMIT ${maxAttempts}) AS attempt
      WHERE attempt."firstSeq" <= made.seq
      ORDER BY attempt.status IS NOT DISTINCT FROM 200 DESC, attempt."createdAt" DESC LIMIT 1) AS latest ON true
    ORDER BY made.seq, client.name, client.id`
}
