import type { Database, Prisma } from '@bridge/database'
import type { Caller } from './caller.ts'
import type { OwnedOrgId, Resource } from './owned.ts'

export interface AuditEntry {
  readonly orgId: string
  readonly caller: Caller
  /** A noun and a verb: `realm.create`. */
  readonly action: string
  readonly resource: Resource
  readonly resourceId: string
  readonly at: Date
  /** The changed values, without secrets. */
  readonly details?: Prisma.InputJsonObject
}

/** Records who did what to which resource, when, from where and with which credential, in the transaction that does it. */
export function recordAudit(
  transaction: Pick<Database, 'auditEvent'>,
  { orgId, caller, action, resource, resourceId, at, details }: AuditEntry,
) {
  return transaction.auditEvent.create({
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
}

/** Selects events; every condition is optional. */
export interface AuditFilter {
  readonly action?: string | undefined
  readonly resourceKind?: string | undefined
  readonly resourceId?: string | undefined
  readonly actorId?: string | undefined
  readonly since?: Date | undefined
  /** The last event of the previous page. */
  readonly before?: string | undefined
}

/** Finds events of an organization, newest first. */
export async function findAuditEvents(
  database: Database,
  orgId: OwnedOrgId,
  { since, before, ...filter }: AuditFilter,
  limit: number,
) {
  const last = before === undefined ? null : await database.auditEvent.findFirst({ where: { id: before, orgId } })
  return database.auditEvent.findMany({
    where: {
      orgId,
      ...filter,
      ...(since && { createdAt: { gte: since } }),
      ...(last && {
        OR: [{ createdAt: { lt: last.createdAt } }, { createdAt: last.createdAt, id: { lt: last.id } }],
      }),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
  })
}

/** Finds the email addresses of users by user ID. Deleted users are missing. */
export async function findEmails(database: Database, userIds: readonly string[]) {
  const users = await database.user.findMany({
    where: { id: { in: [...new Set(userIds)] } },
    select: { id: true, email: true },
  })
  return new Map(users.map(({ id, email }) => [id, email]))
}
