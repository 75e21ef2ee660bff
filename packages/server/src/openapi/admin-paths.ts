import { z } from 'zod'
import type { Operation } from '../provisioning/operation.ts'
import { namedOperations } from '../provisioning/operations.ts'
import {
  componentRef,
  type DocumentedOperation,
  type DocumentedResponse,
  type JsonSchema,
  jsonContent,
  type Paths,
} from './json-schema.ts'

/** Returns the paths of the control plane, one for each operation. */
export function adminPaths(): Paths {
  const paths: Record<string, Record<string, DocumentedOperation>> = {}
  for (const [name, operation] of Object.entries<Operation>(namedOperations)) {
    const [method = '', path = ''] = operation.route.split(' ')
    const below = `/admin/v1${path}`
    paths[below] = { ...paths[below], [method.toLowerCase()]: documentOperation(name, operation) }
  }
  return paths
}

/** Describes an operation in the terms of OpenAPI. */
export function documentOperation(name: string, operation: Operation): DocumentedOperation {
  const [method = '', path = ''] = operation.route.split(' ')
  const ids = placeholders(path)
  const takesOrg = operation.about === 'org' && ids.length === 0
  const input = toSchema(operation.input, 'input')
  const properties: Record<string, JsonSchema> = {
    ...(takesOrg && { orgId: { type: 'string', description: 'The ID of the organization.' } }),
    ...(input.properties as Record<string, JsonSchema> | undefined),
  }
  const required = [...(takesOrg ? ['orgId'] : []), ...((input.required as string[] | undefined) ?? [])]
  const isRead = method === 'GET' || method === 'DELETE'
  const fields = Object.entries(properties).filter(([name]) => !ids.includes(name))
  const query = fields.map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
  return {
    operationId: name,
    summary: operation.summary,
    description: describeAccess(operation),
    tags: [path.split(/[/.]/)[1] ?? ''],
    security: operation.sessionOnly ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }],
    parameters: [...ids.map(pathParameter), ...(isRead ? query : [])],
    ...(!isRead &&
      fields.length > 0 && {
        requestBody: {
          required: required.length > 0,
          content: jsonContent({ ...input, properties, required }),
        },
      }),
    responses: {
      ...successResponse(operation),
      default: { description: 'A problem.', content: jsonContent(componentRef('Problem')) },
    },
  }
}

/** Returns the names of a route's placeholders. */
function placeholders(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return rest
}

function describeAccess({ role, sessionOnly }: Operation): string {
  const who = role === 'any' ? 'Signed-in users' : `Members with the role ${role} or above`
  return sessionOnly ? `${who}, with a session. API keys are rejected.` : `${who}.`
}

function pathParameter(name: string) {
  return { name, in: 'path', required: true, schema: { type: 'string' } }
}

function successResponse({ output, status, file }: Operation): Record<string, DocumentedResponse> {
  if (output instanceof z.ZodUndefined) return { 204: { description: 'Success, without a body.' } }
  const schema = toSchema(output, 'output')
  const content = file ? { [file.type.split(';')[0] ?? file.type]: { schema } } : jsonContent(schema)
  return { [status ?? 200]: { description: 'Done.', content } }
}
