import type { EntityTable } from '@bridge/translation'
import {
  componentRef,
  type DocumentedOperation,
  type DocumentedParameter,
  type JsonSchema,
  jsonOrXmlContent,
  objectSchema,
} from '../schemas/json-schema.ts'
import { realmId, requestId, responses, security, time, writeBody } from './operation-parts.ts'

/** Documents reading a record by its Id, by its parameters, or as its entity's only one. */
export function readOperation(table: EntityTable, takesId: boolean): DocumentedOperation {
  return {
    operationId: `read${table.name}${takesId || table.readBy ? '' : 'Single'}`,
    summary: takesId
      ? `Reads ${withArticle(table.name)} by its Id.`
      : `Reads the ${table.name} record of the company file.`,
    tags: [table.name],
    security,
    parameters: [
      realmId,
      ...readByParameters(table),
      ...(takesId ? [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] : []),
    ],
    responses: responses('read', recordSchema(table)),
  }
}

/** Returns the parameters for an entity with records without Id. */
function readByParameters({ readBy }: EntityTable): readonly DocumentedParameter[] {
  if (readBy === undefined) return []
  const { parameter, key, asOf } = readBy
  return [
    {
      name: parameter,
      in: 'query',
      required: true,
      description: `The ${key} of the record.`,
      schema: { type: 'string' },
    },
    {
      name: asOf.parameter,
      in: 'query',
      description: `The ${asOf.key}; today by default.`,
      schema: { type: 'string', format: 'date' },
    },
  ]
}

function recordSchema({ name }: EntityTable): JsonSchema {
  return objectSchema({ [name]: { ...componentRef(name), required: ['domain', 'sparse'] }, time })
}

/** Documents an entity's writes. */
export function writeOperation(table: EntityTable): DocumentedOperation {
  return {
    operationId: `write${table.name}`,
    summary: `Creates ${withArticle(table.name)}, or changes the one with the Id of the body.`,
    description: `QuickBooks Desktop supports: ${getWrites(table).join(', ')}.`,
    tags: [table.name],
    security,
    parameters: [
      realmId,
      requestId,
      {
        name: 'operation',
        in: 'query',
        description: 'Names the write: required to delete or void a record.',
        schema: { type: 'string', enum: ['update', 'delete', 'void'] },
      },
      { name: 'minorversion', in: 'query', description: 'Accepted and ignored.', schema: { type: 'string' } },
    ],
    requestBody: { required: true, content: jsonOrXmlContent(writeBody(table)) },
    responses: responses('write', {
      anyOf: [recordSchema(table), objectSchema({ [table.name]: componentRef('DeletedRecord'), time })],
    }),
  }
}

function getWrites({ can }: EntityTable): readonly string[] {
  return can.filter((each) => each !== 'read' && each !== 'query')
}

function withArticle(name: string): string {
  return `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`
}
