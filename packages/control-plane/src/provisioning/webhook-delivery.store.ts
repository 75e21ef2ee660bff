import type { Database } from '@bridge/database'
import { recordAudit } from '@bridge/identity/access/audit.store'
import type { Caller } from '@bridge/identity/access/caller'
import type { Owned } from '@bridge/identity/access/owned'
import type { Delivery, SentWebhook } from '../webhooks/webhook-delivery.store.ts'

type Line = Omit<Delivery, 'body' | 'responseBody' | 'webhookId' | 'firstSeq' | 'lastSeq'>

const acceptedStatus = 200

/** Finds where and how a client's events are sent. */
export async function findSentWebhook(database: Database, { id }: Owned<'client'>): Promise<SentWebhook | undefined> {
  const row = await database.webhook.findUnique({
    where: { clientId: id },
    select: {
      id: true,
      clientId: true,
      url: true,
      format: true,
      events: true,
      sealedToken: true,
      nextSealedToken: true,
      nextTokenAt: true,
      client: { select: { ids: true } },
    },
  })
  if (!row) return undefined
  const { id: webhookId, client, ...rest } = row
  return { ...rest, webhookId, ids: client.ids }
}

/** Lists deliveries without their bodies, newest first. */
export async function findDeliveries(
  database: Database,
  { id }: Owned<'client'>,
  page: { readonly limit: number; readonly before: string | undefined; readonly isAccepted: boolean | undefined },
): Promise<Line[]> {
  const cursor = page.before === undefined ? null : await findDelivery(database, { id }, page.before)
  if (page.before !== undefined && cursor === null) return []
  const rows = await database.webhookDelivery.findMany({
    where: {
      webhook: { clientId: id },
      ...(cursor && {
        createdAt: { lte: cursor.createdAt },
        OR: [{ createdAt: { lt: cursor.createdAt } }, { createdAt: cursor.createdAt, id: { lt: cursor.id } }],
      }),
      ...(page.isAccepted === true && { status: acceptedStatus }),
      ...(page.isAccepted === false && { AND: [{ OR: [{ status: null }, { status: { not: acceptedStatus } }] }] }),
    },
    omit: { body: true, responseBody: true, firstSeq: true, lastSeq: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: page.limit,
  })
  return rows.map(toTyped)
}

export async function findDelivery(
  database: Database,
  { id: clientId }: Pick<Owned<'client'>, 'id'>,
  id: string,
): Promise<Delivery | null> {
  const row = await database.webhookDelivery.findFirst({ where: { id, webhook: { clientId } } })
  return row && toTyped(row)
}

/** Narrows the reason, of which the table has only these. */
function toTyped<Row extends { readonly reason: string }>(row: Row) {
  return { ...row, reason: row.reason as Delivery['reason'] }
}

/** Records that a member had something sent. */
export function recordSend(
  database: Database,
  { id, orgId, caller }: Owned<'client'> & { readonly caller: Caller },
  action: 'webhook.test' | 'webhook.redeliver',
  details: { readonly [name: string]: string },
  at: Date,
) {
  return recordAudit(database, { orgId, caller, action, resource: 'client', resourceId: id, at, details })
}
