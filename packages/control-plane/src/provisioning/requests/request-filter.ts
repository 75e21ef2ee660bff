import { printableSchema } from '@bridge/identity/access/name'
import { instantSchema } from '@bridge/identity/access/shapes'
import { z } from 'zod'

/** Conditions on logged requests; every one is optional. */
export interface RequestFilter {
  readonly realmId?: string | undefined
  readonly clientId?: string | undefined
  readonly source?: string | undefined
  readonly statusFrom?: number | undefined
  readonly statusTo?: number | undefined
  readonly code?: string | undefined
  readonly method?: string | undefined
  readonly operation?: string | undefined
  readonly entity?: string | undefined
  readonly field?: string | undefined
  /** Part of the path or query text, case-insensitive. */
  readonly path?: string | undefined
  readonly requestId?: string | undefined
  readonly traceId?: string | undefined
  readonly slowerThanMs?: number | undefined
  readonly since?: Date | undefined
  readonly until?: Date | undefined
}

const statusFilterSchema = z
  .string()
  .regex(/^([1-5](\d\d|xx)|failed)$/i, 'must be a status, a class like 4xx, or failed')
  .describe('A status (404), a class (4xx), or failed.')

/** Filter fields for a realm's requests. */
export const realmFilterFields = {
  status: statusFilterSchema.optional(),
  code: printableSchema.max(64).optional(),
  method: printableSchema.max(16).toUpperCase().optional(),
  path: printableSchema.max(200).optional().describe('A part of the path, case-insensitive.'),
  requestId: printableSchema.max(64).optional().describe('The requestid of a write.'),
  traceId: printableSchema.max(64).optional().describe('X-Request-Id of the response.'),
  since: instantSchema.optional(),
  until: instantSchema.optional(),
}

/** Filter fields for an organization's requests. */
export const requestFilterFields = {
  ...realmFilterFields,
  realmId: printableSchema.max(64).optional(),
  clientId: printableSchema.max(64).optional(),
  source: z.enum(['api', 'explorer', 'replay', 'mcp', 'proposal']).optional(),
  operation: printableSchema
    .max(32)
    .optional()
    .describe('read, query, create, update, delete, void, batch, changes, report or propose.'),
  entity: printableSchema.max(64).optional().describe('The name of an entity: Invoice.'),
  field: printableSchema.max(250).optional().describe('The field that the fault names: Line[].Amount.'),
  path: printableSchema.max(200).optional().describe('A part of the path or of the query text, case-insensitive.'),
  slowerThanMs: z.coerce.number().int().min(0).max(3_600_000).optional(),
}

/** Converts a filter as it was sent. */
export function toRequestFilter<Filter extends { readonly status?: string | undefined }>({
  status,
  ...filter
}: Filter): Omit<Filter, 'status'> & Pick<RequestFilter, 'statusFrom' | 'statusTo'> {
  if (status === undefined) return filter
  if (status.toLowerCase() === 'failed') return { ...filter, statusFrom: 400 }
  return {
    ...filter,
    statusFrom: Number(status.replace(/x/gi, '0')),
    statusTo: Number(status.replace(/x/gi, '9')),
  }
}
