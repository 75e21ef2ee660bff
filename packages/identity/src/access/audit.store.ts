import type { Database, Prisma } from '@bridge/database'
import type { AuditAction, DetachedAuditAction } from '@bridge/platform/audit-action'
import type { Caller } from './caller.ts'
import type { OwnedOrgId, Resource } from './owned.ts'

interface Entry<OrgId, Action> {
  readonly orgId: OrgId
  readonly caller: Caller
  readonly action: Action
  readonly resource: Resource | 'account' | 'session'
  readonly resourceId: string
  /** The name of a resource that this transaction has deleted. The database looks up others. */
  readonly resourceName?: string
  readonly at: Date
  /** The changed values, without secrets. */
  readonly details?: Prisma.InputJsonObject
}

/** An organization's event. */
export type AuditEntry = Entry<string, AuditAction>

/** An event about a user, or about a deleted organization. */
type DetachedAuditEntry = Entry<null, DetachedAuditAction>

/** Records who did what to which resource, when, from where and with which credential, in the acting transaction. */
export function recordAudit(transaction: Pick<Database, 'auditEvent'>, entry: AuditEntry | DetachedAuditEntry) {
  return transaction.auditEvent.create({ data: toAuditRow(entry), select: { id: true } })
}

/** Records a user's event in each of their organizations; without any, for the user only. */
export async function recordUserAudit(
  transaction: Pick<Database, 'auditEvent' | 'membership'>,
  entry: Omit<AuditEntry, 'orgId'>,
): Promise<void> {
  await transaction.auditEvent.createMany({ data: await toUserRows(transaction, entry) })
}

async function toUserRows(
  transaction: Pick<Database, 'membership'>,
  entry: Omit<AuditEntry, 'orgId'>,
): Promise<AuditRow[]> {
  const where = { userId: entry.caller.userId }
  const memberships = await transaction.membership.findMany({ where, select: { orgId: true } })
  const orgIds = memberships.length > 0 ? memberships.map(({ orgId }) => orgId) : [null]
  return orgIds.map((orgId) => toAuditRow({ ...entry, orgId }))
}

/** How long repeats by scripts and open pages are not recorded. */
const repeatedMs = 10 * 60_000

/** Records an event, unless the same caller caused the same event in the last 10 minutes. */
export function recordRepeatedAudit(database: Pick<Database, 'auditEvent'>, entry: AuditEntry): Promise<void> {
  return insertUnlessRepeated(database, toAuditRow(entry))
}

/** Records a user's event in the same way in each of their organizations. */
export async function recordRepeatedUserAudit(
  database: Pick<Database, 'auditEvent' | 'membership'>,
  entry: Omit<AuditEntry, 'orgId'>,
): Promise<void> {
  for (const row of await toUserRows(database, entry)) await insertUnlessRepeated(database, row)
}

/** Records a token request with a wrong client secret, once in 10 minutes per address. */
export function recordWrongSecret(
  database: Pick<Database, 'auditEvent'>,
  { id, orgId }: { readonly id: string; readonly orgId: string },
  ip: string,
  createdAt: Date,
): Promise<void> {
  const client = { orgId, actorKind: 'client', actorId: id, resourceKind: 'client', resourceId: id }
  return insertUnlessRepeated(database, { ...client, action: 'client.deny', ip, createdAt })
}

/** A tool called by an MCP host. */
interface McpCall {
  readonly clientId: string
  readonly orgId: string
  readonly realmId: string
  /** The member who consented. */
  readonly userId: string
  readonly host: string
  readonly tool: string
  readonly at: Date
}

/** Records that an MCP host calls a tool, once in 10 minutes. The request log has each call. */
export function recordMcpCall(database: Pick<Database, 'auditEvent'>, call: McpCall): Promise<void> {
  const { clientId, orgId, realmId, userId, host, tool, at } = call
  const client = { orgId, actorKind: 'client', actorId: clientId, resourceKind: 'realm', resourceId: realmId }
  return insertUnlessRepeated(database, {
    ...client,
    action: 'mcp.call',
    ip: null,
    createdAt: at,
    details: { tool, host, userId },
  })
}

interface AuditRow {
  readonly orgId: string | null
  readonly actorKind: string
  readonly actorId: string
  readonly apiKeyId?: string | null
  readonly ip: string | null
  readonly action: AuditAction | DetachedAuditAction
  readonly resourceKind: string
  readonly resourceId: string
  readonly resourceName?: string
  readonly createdAt: Date
  readonly details?: Prisma.InputJsonObject
}

async function insertUnlessRepeated(database: Pick<Database, 'auditEvent'>, row: AuditRow): Promise<void> {
  const { createdAt, details, ...event } = row
  const since = new Date(createdAt.getTime() - repeatedMs)
  const where = { ...event, createdAt: { gt: since }, ...(details && { details: { equals: details } }) }
  const recorded = await database.auditEvent.findFirst({ where, select: { id: true } })
  if (!recorded) await database.auditEvent.create({ data: row, select: { id: true } })
}

/** Returns the row of an event. */
export function toAuditRow({
  orgId,
  caller,
  action,
  resource,
  resourceId,
  resourceName,
  at,
  details,
}: Entry<string | null, AuditRow['action']>): AuditRow {
  return {
    orgId,
    actorKind: caller.kind,
    actorId: caller.userId,
    apiKeyId: caller.kind === 'api-key' ? caller.apiKeyId : null,
    ip: caller.address ?? null,
    action,
    resourceKind: resource,
    resourceId,
    ...(resourceName !== undefined && { resourceName }),
    createdAt: at,
    ...(details && { details }),
  }
}

/** Selects events; every condition is optional. */
export interface AuditFilter {
  readonly action?: string | undefined
  readonly resourceKind?: string | undefined
  readonly resourceId?: string | undefined
  readonly actorId?: string | undefined
  /** `session`, `api-key`, `client` or `system`. */
  readonly actorKind?: string | undefined
  readonly since?: Date | undefined
  readonly until?: Date | undefined
  /** The previous page's last event. */
  readonly before?: string | undefined
}

/** Finds an organization's events, newest first. */
export async function findAuditEvents(
  database: Database,
  orgId: OwnedOrgId,
  { since, until, before, ...filter }: AuditFilter,
  limit: number,
) {
  const last = before === undefined ? null : await database.auditEvent.findFirst({ where: { id: before, orgId } })
  return database.auditEvent.findMany({
    where: {
      orgId,
      ...filter,
      createdAt: { ...(since && { gte: since }), ...(until && { lt: until }), ...(last && { lte: last.createdAt }) },
      // The index begins at the time above, not at the newest event.
      ...(last && {
        OR: [{ createdAt: { lt: last.createdAt } }, { createdAt: last.createdAt, id: { lt: last.id } }],
      }),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
  })
}

/** The present names of what events refer to, by ID: users by email address. Deleted ones are missing. */
export async function findAuditNames(
  database: Database,
  orgId: OwnedOrgId,
  rows: readonly {
    readonly actorId: string | null
    readonly apiKeyId: string | null
    readonly resourceKind: string
    readonly resourceId: string
  }[],
): Promise<ReadonlyMap<string, string>> {
  const idsFor = (kind: string, ...more: readonly (string | null)[]) => {
    const ids = rows.filter(({ resourceKind }) => resourceKind === kind).map(({ resourceId }) => resourceId)
    return { id: { in: [...new Set([...ids, ...more].filter((id) => id !== null))] } }
  }
  const actorIds = rows.map(({ actorId }) => actorId)
  const apiKeyIds = rows.map(({ apiKeyId }) => apiKeyId)
  const found = await Promise.all([
    database.user.findMany({ where: idsFor('account', ...actorIds), select: { id: true, email: true } }),
    database.oAuthClient.findMany({
      where: { orgId, ...idsFor('client', ...actorIds) },
      select: { id: true, name: true },
    }),
    database.apiKey.findMany({
      where: { orgId, ...idsFor('api-key', ...apiKeyIds) },
      select: { id: true, name: true },
    }),
    database.realm.findMany({ where: { orgId, ...idsFor('realm') }, select: { id: true, name: true } }),
    database.membership.findMany({
      where: { orgId, ...idsFor('member') },
      select: { id: true, user: { select: { email: true } } },
    }),
    database.invitation.findMany({ where: { orgId, ...idsFor('invitation') }, select: { id: true, email: true } }),
    database.agentToken.findMany({
      where: { realm: { orgId }, ...idsFor('agent-token') },
      select: { id: true, label: true },
    }),
    database.connectorCredential.findMany({
      where: { realm: { orgId }, ...idsFor('connector') },
      select: { id: true, label: true },
    }),
    database.connection.findMany({
      where: { client: { orgId }, ...idsFor('connection') },
      select: { id: true, client: { select: { name: true } }, realm: { select: { name: true } } },
    }),
    database.organization.findMany({ where: { id: orgId }, select: { id: true, name: true } }),
  ])
  return new Map(found.flat().map((row) => [row.id, toAuditName(row)]))
}

function toAuditName(
  row:
    | { readonly name: string }
    | { readonly email: string }
    | { readonly label: string }
    | { readonly user: { readonly email: string } }
    | { readonly client: { readonly name: string }; readonly realm: { readonly name: string } },
): string {
  if ('name' in row) return row.name
  if ('email' in row) return row.email
  if ('label' in row) return row.label
  if ('user' in row) return row.user.email
  return `${row.client.name} → ${row.realm.name}`
}
