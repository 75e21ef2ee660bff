import type { Operation } from '@bridge/control-plane/operation/operation'
import { namedOperations } from '@bridge/control-plane/provisioning/operations'
import { type ProblemCode, problems } from '@bridge/faults'
import { z } from 'zod'
import { type ErrorSet, errorComponents, errorRefs } from './responses/error-responses.ts'
import { headerRefs, rateHeaders } from './responses/headers.ts'
import {
  type DocumentedOperation,
  type DocumentedParameter,
  type DocumentedResponse,
  type JsonSchema,
  jsonContent,
  objectSchema,
  type Paths,
} from './schemas/json-schema.ts'
import { toComponentSchema } from './schemas/zod-schemas.ts'

/** Returns the control plane's paths, one per operation. */
export function adminPaths(): Paths {
  const paths: Record<string, Record<string, DocumentedOperation>> = {}
  for (const [name, operation] of Object.entries<Operation>(namedOperations)) {
    const [method = '', path = ''] = operation.route.split(' ')
    const below = `/admin/v1${path}`
    paths[below] = { ...paths[below], [method.toLowerCase()]: documentOperation(name, operation) }
  }
  return paths
}

/** Returns the control plane's named resources, referred to by its operations. */
export function adminSchemas(): Readonly<Record<string, JsonSchema>> {
  const schemas: Record<string, JsonSchema> = {}
  for (const { output, input } of Object.values<Operation>(namedOperations)) {
    Object.assign(schemas, toComponentSchema(output, 'output').components, toComponentSchema(input, 'input').components)
  }
  return schemas
}

/** Returns the error responses for the control plane's operations. */
export function adminResponses(): Readonly<Record<string, DocumentedResponse>> {
  const sets = Object.entries<Operation>(namedOperations).map(([, operation]) => problemSet(operation))
  return Object.assign({}, ...sets.map(errorComponents))
}

/** Describes an operation in OpenAPI terms. */
export function documentOperation(name: string, operation: Operation): DocumentedOperation {
  const [method = '', path = ''] = operation.route.split(' ')
  const ids = placeholders(path)
  const takesOrg = operation.about === 'org' && ids.length === 0
  const { schema: input } = toComponentSchema(operation.input, 'input')
  const properties: Record<string, JsonSchema> = {
    ...(takesOrg && { orgId: { type: 'string', description: 'The ID of the organization.' } }),
    ...(input.properties as Record<string, JsonSchema> | undefined),
  }
  const required = [...(takesOrg ? ['orgId'] : []), ...((input.required as string[] | undefined) ?? [])]
  const isRead = method === 'GET' || method === 'DELETE'
  const fields = Object.entries(properties).filter(([name]) => !ids.includes(name))
  const query = fields.map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }))
  return {
    operationId: name,
    summary: operation.summary,
    description: describeAccess(operation),
    tags: [path.split(/[/.]/)[1] ?? ''],
    security: operation.sessionOnly ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }],
    parameters: [
      ...ids.map(pathParameter),
      ...(isRead ? query : []),
      ...(operation.creates ? [idempotencyKeyParameter] : []),
    ],
    ...(!isRead &&
      fields.length > 0 && {
        requestBody: {
          required: required.length > 0,
          content: jsonContent({ ...input, properties, ...(required.length > 0 && { required }) }),
        },
      }),
    responses: { ...successResponse(operation), ...errorRefs(problemSet(operation)) },
  }
}

const idempotencyKeyParameter: DocumentedParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the request repeatable: for 24 hours, the same key with the same request returns the first response, without its secret.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

/** Returns a route's placeholder names. */
function placeholders(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

function describeAccess({ role, sessionOnly }: Operation): string {
  return sessionOnly ? `${callers[role]} Needs a session: API keys are rejected.` : callers[role]
}

const callers: Readonly<Record<Operation['role'], string>> = {
  any: 'For everyone who is signed in.',
  viewer: 'For all members, also viewers.',
  member: 'For members, admins and owners.',
  admin: 'For admins and owners.',
  owner: 'For owners only.',
}

function pathParameter(name: string) {
  return { name, in: 'path', required: true, schema: { type: 'string' } }
}

function successResponse({ output, status, file, creates }: Operation): Record<string, DocumentedResponse> {
  const headers = headerRefs(...rateHeaders, ...(creates ? (['Idempotent-Replayed'] as const) : []))
  if (output instanceof z.ZodUndefined) return { 204: { description: 'Success, without a body.', headers } }
  const schema = file ? getFileSchema(file) : toComponentSchema(output, 'output').schema
  const type = file?.type.split(';')[0] ?? 'application/json'
  const content = { [type]: { schema: creates ? { anyOf: [schema, toReplay(schema, creates.secret)] } : schema } }
  return { [status ?? 200]: { description: 'Success.', headers, content } }
}

function getFileSchema({ type }: NonNullable<Operation['file']>): JsonSchema {
  return { type: type.startsWith('application/json') ? 'object' : 'string' }
}

/** Returns the schema for a repeated create, which has no secret. */
function toReplay(schema: JsonSchema, secret: string | undefined): JsonSchema {
  const { properties = {}, required = [] } = schema as {
    readonly properties?: Readonly<Record<string, JsonSchema>>
    readonly required?: readonly string[]
  }
  const isKept = (name: string) => name !== secret
  return {
    description: 'The response to a repeat with the same `Idempotency-Key`.',
    ...objectSchema(
      {
        ...Object.fromEntries(Object.entries(properties).filter(([name]) => isKept(name))),
        replayed: { const: true },
      },
      [...required.filter(isKept), 'replayed'],
    ),
    additionalProperties: false,
  }
}

/** Returns an operation's possible problems. */
export function problemSet(operation: Operation): ErrorSet {
  const codes = getProblemCodes(operation)
  const own = codes.filter((code) => !everywhere.has(code))
  const rows = Object.fromEntries(codes.map((code) => [code, problems[code]]))
  return {
    name: ['Problem', ...own.map(toPascalCase)].join(''),
    schema: 'Problem',
    rows,
    example: (code) => ({
      error: code,
      message: problems[code as ProblemCode].when,
      ...(code === 'invalid_request' && { message: 'name is required.', field: 'name' }),
    }),
  }
}

const everywhere: ReadonlySet<ProblemCode> = new Set([
  'invalid_request',
  'unauthenticated',
  'rate_limited',
  'service_unavailable',
  'internal_error',
])

/** Returns an operation's possible codes, in catalogue order. */
export function getProblemCodes({
  route,
  about,
  role,
  sessionOnly,
  requiresFreshProof,
  problems: own = [],
}: Operation): ProblemCode[] {
  const isAboutResource = about !== 'caller'
  const possible = new Set<ProblemCode>([
    ...everywhere,
    ...(isAboutResource ? (['not_found', 'second_factor_required'] as const) : []),
    ...(!route.startsWith('GET ') || sessionOnly || (role !== 'any' && role !== 'viewer')
      ? (['forbidden'] as const)
      : []),
    ...(requiresFreshProof ? (['proof_required'] as const) : []),
    ...own,
  ])
  return (Object.keys(problems) as ProblemCode[]).filter((code) => possible.has(code))
}

/** `not_found` → `NotFound` */
function toPascalCase(code: string): string {
  return code.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
}
