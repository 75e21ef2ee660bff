import { realmIdPattern } from '@bridge/agent-protocol'
import { departmentsFromClasses, type EntityTable, registry } from '@bridge/translation'
import {
  componentRef,
  type DocumentedOperation,
  type DocumentedParameter,
  type JsonSchema,
  jsonContent,
  objectSchema,
  type Paths,
} from './json-schema.ts'

/** Returns the tables of all supported entities, including Department, which depends on a realm setting. */
export function builtTables(): readonly EntityTable[] {
  return Object.values(departmentsFromClasses(registry)).flatMap((found) =>
    found.kind === 'built' ? [found.table] : [],
  )
}

const base = '/v3/company/{realmId}'
const realmId = {
  name: 'realmId',
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: realmIdPattern.source },
}
const requestId = {
  name: 'requestid',
  in: 'query',
  description: 'Makes the write repeatable: for 7 days, the same ID with the same request replays the first response.',
  schema: { type: 'string', minLength: 1, maxLength: 50 },
}
const time: JsonSchema = { type: 'string', format: 'date-time' }
const security = [{ accessToken: [] }]
const faultResponse = { default: { description: 'A fault.', content: jsonContent(componentRef('Fault')) } }

const queryResponse: JsonSchema = objectSchema({
  QueryResponse: {
    type: 'object',
    properties: {
      startPosition: { type: 'integer' },
      maxResults: { type: 'integer' },
      totalCount: { type: 'integer' },
    },
    additionalProperties: {
      type: 'array',
      items: { type: 'object' },
      description: 'Records under the name of their entity, with the selected columns.',
    },
  },
  time,
})

const bId: JsonSchema = {
  type: 'string',
  minLength: 1,
  description: 'The ID of the item, at most 10 characters with a requestid.',
}

const batchOperation: DocumentedOperation = {
  operationId: 'runBatch',
  summary: 'Runs up to 30 independent items in order, and returns their results in the same order.',
  tags: ['batch'],
  security,
  parameters: [
    realmId,
    {
      ...requestId,
      description: 'Makes each write of the batch repeatable for 7 days.',
      schema: { type: 'string', minLength: 1, maxLength: 36 },
    },
  ],
  requestBody: {
    required: true,
    content: jsonContent(
      objectSchema({
        BatchItemRequest: {
          type: 'array',
          maxItems: 30,
          items: {
            ...objectSchema(
              {
                bId,
                operation: { enum: ['create', 'update', 'delete', 'void', 'query'] },
                optionsData: { enum: ['void'] },
                Query: { type: 'string' },
              },
              ['bId'],
            ),
            additionalProperties: { type: 'object', description: 'The record, under the name of its entity.' },
          },
        },
      }),
    ),
  },
  responses: responses(
    objectSchema({
      BatchItemResponse: {
        type: 'array',
        maxItems: 30,
        items: {
          ...objectSchema({ bId, Fault: faultField('Fault'), svc: faultField('svc') }, ['bId']),
          minProperties: 2,
          additionalProperties: { type: 'object' },
        },
      },
      time,
    }),
  ),
}

function responses(schema: JsonSchema) {
  return { 200: { description: 'Done.', content: jsonContent(schema) }, ...faultResponse }
}

/** Returns the schema of a field of the fault component. */
function faultField(name: 'Fault' | 'svc'): JsonSchema {
  return { $ref: `#/components/schemas/Fault/properties/${name}` }
}

const changedSlot: JsonSchema = {
  ...objectSchema({ startPosition: { const: 1 }, maxResults: { type: 'integer', maximum: 1000 } }),
  additionalProperties: {
    type: 'array',
    items: { type: 'object' },
    description:
      'Changed records, then a stub for each deleted one: its Id, status `Deleted` and MetaData.LastUpdatedTime.',
  },
}

const changesOperation: DocumentedOperation = {
  operationId: 'readChanges',
  summary: 'Returns the changes and deletions since a time, by entity.',
  tags: ['cdc'],
  security,
  parameters: [
    realmId,
    {
      name: 'entities',
      in: 'query',
      required: true,
      description: 'Entity names, separated by commas, case-insensitive.',
      schema: { type: 'string' },
      example: 'Customer,Invoice',
    },
    {
      name: 'changedSince',
      in: 'query',
      required: true,
      description: 'A date, or a time with or without a zone (UTC by default), at most 30 days ago.',
      schema: { type: 'string' },
    },
  ],
  responses: responses(
    objectSchema({
      CDCResponse: {
        type: 'array',
        minItems: 1,
        maxItems: 1,
        items: objectSchema({
          QueryResponse: {
            type: 'array',
            minItems: 1,
            items: { anyOf: [changedSlot, objectSchema({ Fault: faultField('Fault'), svc: faultField('svc') })] },
          },
        }),
      },
      time,
    }),
  ),
}

/** Returns the paths of the data plane: every supported entity, query, batch, changed data and entitlements. */
export function dataPlanePaths(): Paths {
  const paths: Record<string, Record<string, DocumentedOperation>> = {
    [`${base}/query`]: { get: queryOperation('get'), post: queryOperation('post') },
    [`${base}/batch`]: { post: batchOperation },
    [`${base}/cdc`]: { get: changesOperation },
    [`${base}/entitlements`]: { get: entitlementsOperation('readEntitlements', [realmId]) },
    '/entitlements': { get: entitlementsOperation('readEntitlementsOfToken', []) },
  }
  for (const table of builtTables()) {
    const path = `${base}/${table.name.toLowerCase()}`
    const isWritten = table.can.includes('create') || table.can.includes('update')
    paths[path] = {
      ...(table.kind === 'single' && { get: readOperation(table, false) }),
      ...(isWritten && { post: writeOperation(table) }),
    }
    paths[`${path}/{id}`] = { get: readOperation(table, true) }
  }
  return Object.fromEntries(Object.entries(paths).filter(([, methods]) => Object.keys(methods).length > 0))
}

function queryOperation(method: 'get' | 'post'): DocumentedOperation {
  return {
    operationId: `${method}Query`,
    summary: 'Queries records: SELECT … FROM <Entity> WHERE … ORDERBY … STARTPOSITION … MAXRESULTS …',
    tags: ['query'],
    security,
    parameters: [
      realmId,
      {
        name: 'query',
        in: 'query',
        required: method === 'get',
        schema: { type: 'string' },
        example: 'SELECT * FROM Customer WHERE Active = true MAXRESULTS 10',
      },
      {
        name: 'explain',
        in: 'query',
        description:
          'Adds the header X-SVC-Plan, which shows the query to QuickBooks and what the service filtered itself.',
        schema: { enum: ['1'] },
      },
    ],
    ...(method === 'post' && {
      requestBody: { required: false, content: { 'application/text': { schema: { type: 'string' } } } },
    }),
    responses: responses(queryResponse),
  }
}

function entitlementsOperation(operationId: string, parameters: readonly DocumentedParameter[]): DocumentedOperation {
  return {
    operationId,
    summary: 'Returns the entitlements of the organization.',
    tags: ['entitlements'],
    security,
    parameters,
    responses: responses(
      objectSchema(
        {
          PlanName: { enum: ['trial', 'production', 'enterprise'] },
          DaysRemainingTrial: { type: 'integer', minimum: 0 },
          Entitlement: {
            type: 'array',
            items: objectSchema({ id: { type: 'string' }, name: { type: 'string' }, term: { enum: ['On', 'Off'] } }),
          },
          time,
        },
        ['PlanName', 'Entitlement', 'time'],
      ),
    ),
  }
}

function readOperation(table: EntityTable, takesId: boolean): DocumentedOperation {
  return {
    operationId: `read${table.name}${takesId ? '' : 'Single'}`,
    summary: `Reads ${table.name}.`,
    tags: [table.name],
    security,
    parameters: [realmId, ...(takesId ? [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] : [])],
    responses: responses(recordSchema(table)),
  }
}

function recordSchema({ name }: EntityTable): JsonSchema {
  return objectSchema({ [name]: { ...componentRef(name), required: ['domain', 'sparse'] }, time })
}

function writeOperation(table: EntityTable): DocumentedOperation {
  return {
    operationId: `write${table.name}`,
    summary: `Creates a ${table.name}, or changes the one with the Id of the body.`,
    description: `QuickBooks Desktop supports: ${getWrites(table).join(', ')}.`,
    tags: [table.name],
    security,
    parameters: [
      realmId,
      requestId,
      { name: 'operation', in: 'query', schema: { enum: ['update', 'delete', 'void'] } },
      { name: 'minorversion', in: 'query', description: 'Accepted and ignored.', schema: { type: 'string' } },
    ],
    requestBody: { required: true, content: jsonContent({ type: 'object' }) },
    responses: responses({ anyOf: [recordSchema(table), deletedSchema(table)] }),
  }
}

function getWrites({ can }: EntityTable): readonly string[] {
  return can.filter((each) => each !== 'read' && each !== 'query')
}

function deletedSchema({ name }: EntityTable): JsonSchema {
  return objectSchema({
    [name]: objectSchema({ Id: { type: 'string' }, status: { const: 'Deleted' }, domain: { const: 'QBO' } }),
    time,
  })
}
