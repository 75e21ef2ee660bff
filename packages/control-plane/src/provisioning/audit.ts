import type { Database } from '@bridge/database'
import { type AuditFilter, findAuditEvents, findAuditNames, recordAudit } from '@bridge/identity/access/audit.store'
import { printableSchema } from '@bridge/identity/access/name'
import type { OwnedOrgId } from '@bridge/identity/access/owned'
import { formatTime, instantSchema, timeSchema } from '@bridge/identity/access/shapes'
import { z } from 'zod'
import { fileOutput, operation } from '../operation/operation.ts'

const eventSchema = z
  .strictObject({
    id: z.string(),
    at: timeSchema,
    action: z.string(),
    resource: z.string(),
    resourceId: z.string(),
    resourceName: z
      .string()
      .nullable()
      .describe('The name at the time; in events before December 2026, the present name, and null once it is deleted.'),
    resourceExists: z.boolean().describe('Whether the resource can be found by its ID now.'),
    /** `session`, `api-key`, `client` or `system`. */
    credential: z.string(),
    apiKeyId: z.string().nullable(),
    /** The API key's name; null without one. */
    apiKeyName: z.string().nullable(),
    actorId: z.string().nullable(),
    /** The actor's email address, or the client's name, at the time; null as for the resource. */
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
  credential: z.enum(['session', 'api-key', 'client', 'system']).optional(),
  since: instantSchema.optional(),
  until: instantSchema.optional(),
}

const maxPage = 200

/** The most events in an export, and how many are in memory at a time. */
const maxExport = 100_000
const exportPage = 500

const columns = [
  'at',
  'action',
  'resource',
  'resourceId',
  'resourceName',
  'credential',
  'apiKeyId',
  'apiKeyName',
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
      limit: z.coerce.number().int().min(1).max(maxPage).default(50),
    }),
    output: z.strictObject({ events: z.array(eventSchema), before: z.string().nullable() }),
    run: async ({ database }, { orgId }, { limit, ...filter }) => {
      const events = await loadEvents(database, orgId, filter, limit)
      return { events, before: events.length === limit ? (events.at(-1)?.id ?? null) : null }
    },
  }),

  exportAuditEvents: operation({
    route: 'GET /audit-events.csv',
    summary: 'Exports the newest 100,000 audit events as CSV, with the same filters.',
    about: 'org',
    role: 'member',
    requiresFreshProof: true,
    input: z.strictObject(filterFields),
    output: fileOutput,
    file: { type: 'text/csv; charset=utf-8', name: 'audit-events.csv' },
    run: async ({ database, clock }, { orgId, caller }, filter) => {
      const audited = { orgId, caller, action: 'audit-log.export', resource: 'org', resourceId: orgId } as const
      await recordAudit(database, { ...audited, at: clock() })
      return printCsv(loadAllEvents(database, orgId, filter))
    },
  }),
}

type Event = z.output<typeof eventSchema>

type EventFilter = Omit<AuditFilter, 'resourceKind' | 'actorKind'> & {
  readonly resource?: string | undefined
  readonly credential?: string | undefined
}

async function loadEvents(
  database: Database,
  orgId: OwnedOrgId,
  { resource, credential, ...rest }: EventFilter,
  limit: number,
): Promise<Event[]> {
  const filter = { ...rest, resourceKind: resource, actorKind: credential }
  const rows = await findAuditEvents(database, orgId, filter, limit)
  const names = await findAuditNames(database, orgId, rows)
  return rows.map((row) => ({
    id: row.id,
    at: formatTime(row.createdAt),
    action: row.action,
    resource: row.resourceKind,
    resourceId: row.resourceId,
    resourceName: row.resourceName ?? names.get(row.resourceId) ?? null,
    resourceExists: names.has(row.resourceId),
    credential: row.actorKind,
    apiKeyId: row.apiKeyId,
    apiKeyName: names.get(row.apiKeyId ?? '') ?? null,
    actorId: row.actorId,
    actor: row.actorName ?? names.get(row.actorId ?? '') ?? null,
    address: row.ip,
    details: row.details as Event['details'],
  }))
}

/** Loads an export's events page by page, newest first. */
export async function* loadAllEvents(
  database: Database,
  orgId: OwnedOrgId,
  filter: EventFilter,
): AsyncGenerator<readonly Event[]> {
  let before: string | undefined
  for (let count = 0; count < maxExport; count += exportPage) {
    const events = await loadEvents(database, orgId, { ...filter, before }, exportPage)
    if (events.length > 0) yield events
    if (events.length < exportPage) return
    before = events.at(-1)?.id
  }
}

async function* printCsv(pages: AsyncIterable<readonly Event[]>): AsyncGenerator<string> {
  yield formatLine([...columns, 'details'])
  for await (const events of pages) yield events.map(formatEvent).join('')
}

function formatEvent(event: Event): string {
  return formatLine([
    ...columns.map((column) => event[column] ?? ''),
    event.details ? JSON.stringify(event.details) : '',
  ])
}

function formatLine(fields: readonly string[]): string {
  return `${fields.map(toCsvField).join(',')}\r\n`
}

/** Quotes a CSV field (RFC 4180). An apostrophe keeps spreadsheets from evaluating it as a formula. */
function toCsvField(text: string): string {
  return `"${text.replace(/^\s*[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`
}
