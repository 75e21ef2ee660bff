import { realmIdPattern } from '@bridge/agent-protocol'
import type { FaultScope } from '@bridge/faults'
import type { EntityTable } from '@bridge/translation'
import { errorRefs } from '../responses/error-responses.ts'
import { faultSet } from '../responses/fault-sets.ts'
import { headerRefs, rateHeaders } from '../responses/headers.ts'
import { componentRef, type JsonSchema, jsonContent, jsonOrXmlContent } from '../schemas/json-schema.ts'
import { builtTables } from './tables.ts'

/** The parameter in every company file path. */
export const realmId = {
  name: 'realmId',
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: realmIdPattern.source },
}

/** The parameter making a write repeatable. */
export const requestId = {
  name: 'requestid',
  in: 'query',
  description: 'Makes the write repeatable: for 7 days, the same ID with the same request replays the first response.',
  schema: { type: 'string', minLength: 1, maxLength: 50 },
}

/** A response's `time`. */
export const time: JsonSchema = { type: 'string', format: 'date-time' }

/** Every operation's security requirement. */
export const security = [{ accessToken: [] }]

/** Returns an operation's responses: success with a schema, and its scope's faults. */
export function responses(scope: FaultScope, schema: JsonSchema) {
  const own: { readonly [Scope in FaultScope]?: readonly ('X-SVC-Warning' | 'X-SVC-Plan')[] } = {
    write: ['X-SVC-Warning'],
    query: ['X-SVC-Plan'],
    report: ['X-SVC-Warning'],
  }
  const headers = headerRefs(...rateHeaders, ...(own[scope] ?? []))
  const content = scope === 'report' ? jsonContent(schema) : jsonOrXmlContent(schema)
  return { 200: { description: 'Success.', headers, content }, ...errorRefs(faultSet(scope)) }
}

/** Returns the record lists in a query or a change request, by entity name. */
export function recordLists(toItem: (table: EntityTable) => JsonSchema): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(builtTables().map((table) => [table.name, { type: 'array', items: toItem(table) }]))
}

/** Returns the schema for a write body. */
export function writeBody({ name, can }: EntityTable): JsonSchema {
  const bodies = [
    ...(can.includes('create') ? [componentRef(`${name}Create`)] : []),
    ...(can.includes('update') ? [componentRef(`${name}Update`)] : []),
    ...(can.includes('delete') || can.includes('void') ? [componentRef('NamedRecord')] : []),
  ]
  return bodies.length === 1 && bodies[0] ? bodies[0] : { anyOf: bodies }
}

/** Returns the schema for a field in the fault component. */
export function faultField(name: 'Fault' | 'svc'): JsonSchema {
  return { $ref: `#/components/schemas/Fault/properties/${name}` }
}
