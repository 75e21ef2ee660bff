import { findSampleBodies, findSampleParameters } from './operation-samples.ts'
import recorded from './recorded-responses.json' with { type: 'json' }
import { sampleRecords } from './sample-records.ts'
import type {
  DocumentedContent,
  DocumentedOperation,
  DocumentedResponse,
  JsonSchema,
  Paths,
  RecordedResponse,
} from './schemas/json-schema.ts'

const recordedResponses: Readonly<Record<string, Readonly<Record<string, RecordedResponse>>>> = recorded

/** Adds samples to every operation: parameter values, bodies, and recorded responses. */
export function addExamples(paths: Paths): Paths {
  return mapOperations(paths, addToOperation)
}

function mapOperations(paths: Paths, map: (operation: DocumentedOperation) => DocumentedOperation): Paths {
  return Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, map(operation)])),
    ]),
  )
}

function addToOperation(operation: DocumentedOperation): DocumentedOperation {
  const { operationId, parameters, requestBody, responses } = operation
  const values = findSampleParameters(operationId)
  const bodies = getBodies(operation)
  const errors = Object.entries(recordedResponses[operationId] ?? {}).filter(([, { status }]) => status >= 400)
  return {
    ...operation,
    ...(errors.length > 0 && { 'x-recorded-errors': Object.fromEntries(errors) }),
    ...(parameters && {
      parameters: parameters.map((each) => {
        const value = values[each.name]
        return value === undefined ? each : { ...each, example: value }
      }),
    }),
    ...(requestBody &&
      bodies && {
        requestBody: { ...requestBody, content: withExamples(requestBody.content, bodies) },
      }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [
        status,
        addToResponse(response, Number(status), recordedResponses[operationId] ?? {}),
      ]),
    ),
  }
}

/** Returns an operation's sample bodies by name. */
function getBodies(operation: DocumentedOperation): Readonly<Record<string, unknown>> | undefined {
  const {
    operationId,
    tags: [tag = ''],
  } = operation
  if (!operationId.startsWith('write')) return findSampleBodies(operationId) ?? createDefaultBody(operation)
  const { create, update } = sampleRecords[tag] ?? {}
  return {
    ...(create && { create }),
    ...(update && { update: { Id: `$${toVariable(tag)}_ID`, SyncToken: '$SYNC_TOKEN', sparse: true, ...update } }),
  }
}

/** Creates a body with the required fields for an operation without a sample. */
function createDefaultBody({ requestBody }: DocumentedOperation): Readonly<Record<string, unknown>> | undefined {
  const schema = requestBody?.content['application/json']?.schema
  return schema && { default: createSample(schema, '') }
}

interface SampledSchema {
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

function createSample(schema: JsonSchema, name: string): unknown {
  const { type, format, items, properties = {}, required = [], anyOf, ...values }: SampledSchema = schema
  if (values.const !== undefined) return values.const
  if (values.enum) return values.enum[0]
  if (anyOf?.[0]) return createSample(anyOf[0], name)
  if (type === 'object') {
    const sampled = Object.entries(properties).filter(([field]) => required.includes(field))
    return Object.fromEntries(sampled.map(([field, each]) => [field, createSample(each, field)]))
  }
  if (type === 'array') return items ? [createSample(items, name)] : []
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return 1
  if (format === 'date-time') return '2026-03-16T12:00:00Z'
  return /Id$/.test(name) ? `$${toVariable(name)}` : 'Riverside Books'
}

/** `JournalEntry` → `JOURNAL_ENTRY` */
function toVariable(name: string): string {
  return name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()
}

function withExamples(
  content: Readonly<Record<string, DocumentedContent>>,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, DocumentedContent>> {
  const examples = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]))
  // Samples for bodies in two formats are JSON.
  const [first] = Object.keys(content)
  return Object.fromEntries(
    Object.entries(content).map(([type, each]) => [type, type === first ? { ...each, examples } : each]),
  )
}

function addToResponse(
  response: DocumentedResponse,
  status: number,
  responses: Readonly<Record<string, RecordedResponse>>,
): DocumentedResponse {
  const own = Object.entries(responses).filter(([, each]) => each.status === status && each.body !== undefined)
  if (own.length === 0 || response.content === undefined) return response
  return {
    ...response,
    content: withExamples(response.content, Object.fromEntries(own.map(([name, { body }]) => [name, body]))),
  }
}
