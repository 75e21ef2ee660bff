import type { Database } from '@bridge/database'

export interface AuditEntry {
  readonly orgId: string
  readonly actorKind: 'user' | 'system'
  readonly actorId: string | undefined
  readonly action: string
  readonly resourceKind: string
  readonly resourceId: string
  readonly createdAt: Date
}

/** Writes down who did what, in the transaction that does it. */
export const recordAudit = (transaction: Pick<Database, 'auditEvent'>, entry: AuditEntry) =>
  transaction.auditEvent.create({ data: { ...entry, actorId: entry.actorId ?? null }, select: { id: true } })
