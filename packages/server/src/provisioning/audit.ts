import type { Database } from '@bridge/database'
import { z } from 'zod'
import { type AuditFilter, findAuditEvents, findEmails } from './audit.store.ts'
import { printableSchema } from './name.ts'
import { operation } from './operation.ts'
import type { OwnedOrgId } from './owned.ts'
import { instantSchema, printTime, timeSchema } from './shapes.ts'

const eventSchema = z
  .strictObject({
    id: z.string(),
    at: timeSchema,
    action: z.string(),
    resource: z.string(),
    resourceId: z.string(),
    /** `session`, `api-key`, `client` or `system`. */
    credential: z.string(),
    apiKeyId: z.string().nullable(),
    actorId: z.string().nullable(),
    /** The actor's email address, if the user still exists. */
    actor: z.string().nullable(),
    address: z.string().nullable(),
    details: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'AuditEvent' })

const wordSchema = printableSchema.max(64).optional()

const filterFields = {
  action: wordSchema,
  resource: wordSchema,
  resourceId: wordSchema,
  actorId: wordSchema,
  since: instantSchema.optional(),
}

const pageMax = 200
const exportMax = 10_000

const columns = [
  'at',
  'action',
  'resource',
  'resourceId',
  'credential',
  'apiKeyId',
  'actorId',
  'actor',
  'address',
] as const

export const auditOperations = {
  listAuditEvents: operation({
    route: 'GET /audit-events',
    summary: 'Lists who did what to which resource, when, from where and with which credential; newest first.',
    about: 'org',
    role: 'member',
    input: z.strictObject({
      ...filterFields,
      before: wordSchema,
      limit: z.coerce.number().int().min(1).max(pageMax).default(50),
    }),
    output: z.strictObject({ events: z.array(eventSchema), before: z.string().nullable() }),
    run: async ({ database }, { orgId }, { limit, ...filter }) => {
      const events = await loadEvents(database, orgId, filter, limit)
      return { events, before: events.length === limit ? (events.at(-1)?.id ?? null) : null }
    },
  }),

  exportAuditEvents: operation({
    route: 'GET /audit-events.csv',
    summary: 'Exports the newest 10,000 audit events as CSV, with the same filters.',
    about: 'org',
    role: 'member',
    input: z.strictObject(filterFields),
    output: z.string(),
    file: { type: 'text/csv; charset=utf-8', name: 'audit-events.csv' },
    run: async ({ database }, { orgId }, filter) => toCsv(await loadEvents(database, orgId, filter, exportMax)),
  }),
}

type Event = z.output<typeof eventSchema>

async function loadEvents(
  database: Database,
  orgId: OwnedOrgId,
  { resource, ...rest }: Omit<AuditFilter, 'resourceKind'> & { readonly resource?: string | undefined },
  limit: number,
): Promise<Event[]> {
  const rows = await findAuditEvents(database, orgId, { ...rest, resourceKind: resource }, limit)
  const emails = await findEmails(
    database,
    rows.flatMap(({ actorId }) => actorId ?? []),
  )
  return rows.map((row) => ({
    id: row.id,
    at: printTime(row.createdAt),
    action: row.action,
    resource: row.resourceKind,
    resourceId: row.resourceId,
    credential: row.actorKind,
    apiKeyId: row.apiKeyId,
    actorId: row.actorId,
    actor: emails.get(row.actorId ?? '') ?? null,
    address: row.ip,
    details: row.details as Event['details'],
  }))
}

function toCsv(events: readonly Event[]): string {
  return [
    [...columns, 'details'],
    ...events.map((each) => [
      ...columns.map((column) => each[column] ?? ''),
      each.details ? JSON.stringify(each.details) : '',
    ]),
  ]
    .map((fields) => `${fields.map(toCsvField).join(',')}\r\n`)
    .join('')
}

/** Quotes a CSV field (RFC 4180). An apostrophe keeps spreadsheets from evaluating it as a formula. */
function toCsvField(text: string): string {
  return `"${text.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`
}
