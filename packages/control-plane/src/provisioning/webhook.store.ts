import type { Database, WebhookFailure, WebhookFormat } from '@bridge/database'
import { recordAudit } from '@bridge/identity/access/audit.store'
import type { Caller } from '@bridge/identity/access/caller'
import type { Owned } from '@bridge/identity/access/owned'
import type { AuditAction } from '@bridge/platform/audit-action'
import { clearPositions, retryPositions } from '../webhooks/webhook-delivery.store.ts'

const webhookColumns = {
  id: true,
  url: true,
  format: true,
  events: true,
  sandboxFailure: true,
  createdAt: true,
  nextTokenAt: true,
  failingSince: true,
  pausedAt: true,
  missedSince: true,
} as const

/** A webhook without its tokens. */
export interface WebhookRow {
  readonly id: string
  readonly url: string
  readonly format: WebhookFormat
  readonly events: readonly string[]
  readonly sandboxFailure: WebhookFailure | null
  readonly createdAt: Date
  readonly nextTokenAt: Date | null
  readonly failingSince: Date | null
  readonly pausedAt: Date | null
  readonly missedSince: Date | null
}

type ChangingCall = Owned<'client', 'admin'> & { readonly caller: Caller }

export function findWebhook(database: Database, { id }: Owned<'client'>): Promise<WebhookRow | null> {
  return database.webhook.findUnique({ where: { clientId: id }, select: webhookColumns })
}

/**
 * Creates or changes a webhook. A changed one starts over: it is neither paused nor failing. Only a new one gets the
 * token.
 */
export function setWebhook(
  database: Database,
  call: ChangingCall,
  input: Pick<WebhookRow, 'url' | 'format' | 'sandboxFailure'> & { readonly events: string[] },
  sealedToken: string,
  at: Date,
): Promise<{ readonly row: WebhookRow; readonly isNew: boolean }> {
  return database.$transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT id FROM oauth_client WHERE id = ${call.id} FOR UPDATE`
    const where = { clientId: call.id }
    const before = await transaction.webhook.findUnique({ where, select: webhookColumns })
    const started = { ...input, failingSince: null, pausedAt: null, missedSince: null, notices: 0 }
    const row = before
      ? await transaction.webhook.update({ where, data: started, select: webhookColumns })
      : await transaction.webhook.create({
          data: { ...started, ...where, sealedToken, createdAt: at },
          select: webhookColumns,
        })
    if (before?.pausedAt) await clearPositions(transaction, row.id)
    else await retryPositions(transaction, row.id, at)
    await audit(transaction, call, 'webhook.set', at, { ...(before && { before: toAudited(before) }), after: input })
    return { row, isNew: before === null }
  })
}

function toAudited({ url, format, events, sandboxFailure }: WebhookRow) {
  return { url, format, events: [...events], sandboxFailure }
}

/** Sets the token that signs from `signsFrom`. Returns false without a webhook. */
export function replaceVerifierToken(
  database: Database,
  call: ChangingCall,
  { sealedToken, signsFrom }: { readonly sealedToken: string; readonly signsFrom: Date },
  at: Date,
): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    const count = await transaction.$executeRaw`
      UPDATE webhook SET
        "sealedToken" = CASE WHEN "nextTokenAt" <= ${at} THEN "nextSealedToken" ELSE "sealedToken" END,
        "nextSealedToken" = ${sealedToken}, "nextTokenAt" = ${signsFrom}
      WHERE "clientId" = ${call.id}`
    if (count === 0) return false
    await audit(transaction, call, 'webhook.replace-token', at, { signsFrom: signsFrom.toISOString() })
    return true
  })
}

export function deleteWebhook(database: Database, call: ChangingCall, at: Date): Promise<void> {
  return database.$transaction(async (transaction) => {
    const [deleted] = await transaction.$queryRaw<{ readonly url: string }[]>`
      DELETE FROM webhook WHERE "clientId" = ${call.id} RETURNING url`
    if (deleted) await audit(transaction, call, 'webhook.delete', at, { before: deleted })
  })
}

function audit(
  transaction: Pick<Database, 'auditEvent'>,
  { id, orgId, caller }: ChangingCall,
  action: AuditAction,
  at: Date,
  details: Parameters<typeof recordAudit>[1]['details'] & object,
) {
  return recordAudit(transaction, { orgId, caller, action, resource: 'client', resourceId: id, at, details })
}
