import type { Database, Prisma } from '@bridge/database'
import type { Caller } from './caller.ts'
import type { Resource } from './membership.store.ts'

export interface AuditEntry {
  readonly orgId: string
  readonly caller: Caller
  /** A noun and a verb: `realm.create`. */
  readonly action: string
  readonly resource: Resource | 'connection'
  readonly resourceId: string
  readonly at: Date
  /** What changed, where that is worth a word; never a secret. */
  readonly details?: Prisma.InputJsonObject
}

/** Writes down who did what to which resource, when, from where and with which credential, in the transaction that does it. */
export const recordAudit = (
  transaction: Pick<Database, 'auditEvent'>,
  { orgId, caller, action, resource, resourceId, at, details }: AuditEntry,
) =>
  transaction.auditEvent.create({
    data: {
      orgId,
      actorKind: caller.kind,
      actorId: caller.userId,
      apiKeyId: caller.kind === 'api-key' ? caller.apiKeyId : null,
      ip: caller.address ?? null,
      action,
      resourceKind: resource,
      resourceId,
      createdAt: at,
      ...(details && { details }),
    },
    select: { id: true },
  })
