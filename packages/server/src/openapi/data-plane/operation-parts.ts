import { realmIdPattern } from '@bridge/agent-protocol'
import type { EntityTable } from '@bridge/translation'
import { errorRefs } from '../responses/error-responses.ts'
import { type FaultScope, faultSet } from '../responses/fault-sets.ts'
import { headerRefs, rateHeaders } from '../responses/headers.ts'
import { componentRef, type JsonSchema, jsonContent, jsonOrXmlContent } from '../schemas/json-schema.ts'
import { builtTables } from './tables.ts'

/** The parameter of every path of a company file. */
export const realmId = {
  name: 'realmId',
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: realmIdPattern.source },
}

/** The parameter that makes a write repeatable. */
export const requestId = {
  name: 'requestid',
  in: 'query',
  description: 'Makes the write repeatable: for 7 days, the same ID with the same request replays the first response.',
  schema: { type: 'string', minLength: 1, maxLength: 50 },
}

/** The `time` of a response. */
export const time: JsonSchema = { type: 'string', format: 'date-time' }

/** The security requirement of every operation. */
export const security = [{ accessToken: [] }]

/** Returns the responses of an operation: success with a schema, and the faults of its scope. */
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

/** Returns the lists of records of a query or a change request, by the name of their entity. */
export function recordLists(toItem: (table: EntityTable) => JsonSchema): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(builtTables().map((table) => [table.name, { type: 'array', items: toItem(table) }]))
}

/** Returns the schema of the body of a write. */
export function writeBody({ name, can }: EntityTable): JsonSchema {
  const bodies = [
    ...(can.includes('create') ? [componentRef(`${name}Create`)] : []),
    ...(can.includes('update') ? [componentRef(`${name}Update`)] : []),
    ...(can.includes('delete') || can.includes('void') ? [componentRef('NamedRecord')] : []),
  ]
  return bodies.length === 1 && bodies[0] ? bodies[0] : { anyOf: bodies }
}

/** Returns the schema of a field of the fault component. */
export function faultField(name: 'Fault' | 'svc'): JsonSchema {
  return { $ref: `#/components/schemas/Fault/properties/${name}` }
}
