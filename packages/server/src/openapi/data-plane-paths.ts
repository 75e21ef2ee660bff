import { realmIdPattern } from '@bridge/agent-protocol'
import { departmentsFromClasses, type EntityTable, registry, reports } from '@bridge/translation'
import { errorComponents, errorRefs } from './error-responses.ts'
import { type FaultScope, faultSet } from './fault-sets.ts'
import { headerRefs, rateHeaders } from './headers.ts'
import {
  componentRef,
  type DocumentedOperation,
  type DocumentedParameter,
  type DocumentedResponse,
  type JsonSchema,
  jsonContent,
  jsonOrXmlContent,
  objectSchema,
  type Paths,
} from './json-schema.ts'
import { reportParameters } from './report-schemas.ts'

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

/** Returns the lists of records of a query or a change request, by the name of their entity. */
function recordLists(toItem: (table: EntityTable) => JsonSchema): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(builtTables().map((table) => [table.name, { type: 'array', items: toItem(table) }]))
}

function queryResponse(): JsonSchema {
  return objectSchema({
    QueryResponse: {
      type: 'object',
      description: 'The records under the name of their entity, with the selected columns; empty if there are none.',
      properties: {
        startPosition: { type: 'integer' },
        maxResults: { type: 'integer' },
        totalCount: { type: 'integer', description: 'The only field of a query with `COUNT(*)`.' },
        ...recordLists(({ name }) => componentRef(name)),
      },
      additionalProperties: false,
    },
    time,
  })
}

const bId: JsonSchema = {
  type: 'string',
  minLength: 1,
  description: 'The ID of the item, at most 10 characters with a requestid.',
}

const itemWarnings: JsonSchema = {
  ...objectSchema(
    {
      warnings: {
        type: 'array',
        items: { type: 'string' },
        description: 'What you should know about the written record.',
      },
    },
    ['warnings'],
  ),
  additionalProperties: false,
}

function batchOperation(): DocumentedOperation {
  return {
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
      content: jsonOrXmlContent(
        objectSchema({
          BatchItemRequest: {
            type: 'array',
            maxItems: 30,
            items: {
              ...objectSchema(
                {
                  bId,
                  operation: { type: 'string', enum: ['create', 'update', 'delete', 'void', 'query'] },
                  optionsData: { type: 'string', enum: ['void'] },
                  Query: { type: 'string' },
                  ...Object.fromEntries(writtenTables().map((table) => [table.name, writeBody(table)])),
                },
                ['bId'],
              ),
              additionalProperties: false,
            },
          },
        }),
      ),
    },
    responses: responses(
      'batch',
      objectSchema({
        BatchItemResponse: {
          type: 'array',
          maxItems: 30,
          items: {
            ...objectSchema(
              {
                bId,
                Fault: faultField('Fault'),
                svc: { anyOf: [faultField('svc'), itemWarnings] },
                QueryResponse: { type: 'object' },
                ...Object.fromEntries(
                  builtTables().map(({ name }) => [
                    name,
                    { anyOf: [componentRef(name), componentRef('DeletedRecord')] },
                  ]),
                ),
              },
              ['bId'],
            ),
            minProperties: 2,
            additionalProperties: false,
          },
        },
        time,
      }),
    ),
  }
}

function responses(scope: FaultScope, schema: JsonSchema) {
  const own: { readonly [Scope in FaultScope]?: readonly ('X-SVC-Warning' | 'X-SVC-Plan')[] } = {
    write: ['X-SVC-Warning'],
    query: ['X-SVC-Plan'],
    report: ['X-SVC-Warning'],
  }
  const headers = headerRefs(...rateHeaders, ...(own[scope] ?? []))
  const content = scope === 'report' ? jsonContent(schema) : jsonOrXmlContent(schema)
  return { 200: { description: 'Success.', headers, content }, ...errorRefs(faultSet(scope)) }
}

/** Returns the fault responses of the data plane. */
export function dataPlaneResponses(): Readonly<Record<string, DocumentedResponse>> {
  const scopes: readonly FaultScope[] = ['read', 'query', 'write', 'batch', 'changes', 'report', 'entitlements']
  return Object.assign({}, ...scopes.map((scope) => errorComponents(faultSet(scope))))
}

/** The record of a deletion: in the response to it, in a batch and in changed data. */
export const deletedRecord: JsonSchema = objectSchema(
  {
    Id: { type: 'string' },
    status: { const: 'Deleted' },
    domain: { const: 'QBO' },
    MetaData: objectSchema({ LastUpdatedTime: { type: 'string' } }),
  },
  ['Id', 'status'],
)

/** The record that a deletion or a void names. */
export const namedRecord: JsonSchema = {
  ...objectSchema({ Id: { type: 'string' }, SyncToken: { type: 'string' } }),
  description: 'The record to delete or void. Other fields are ignored.',
}

/** Returns the tables of the entities that can be created or updated. */
export function writtenTables(): readonly EntityTable[] {
  return builtTables().filter(({ can }) => can.includes('create') || can.includes('update'))
}

/** Returns the schema of the body of a write. */
function writeBody({ name, can }: EntityTable): JsonSchema {
  const bodies = [
    ...(can.includes('create') ? [componentRef(`${name}Create`)] : []),
    ...(can.includes('update') ? [componentRef(`${name}Update`)] : []),
    ...(can.includes('delete') || can.includes('void') ? [componentRef('NamedRecord')] : []),
  ]
  return bodies.length === 1 && bodies[0] ? bodies[0] : { anyOf: bodies }
}

/** Returns the schema of a field of the fault component. */
function faultField(name: 'Fault' | 'svc'): JsonSchema {
  return { $ref: `#/components/schemas/Fault/properties/${name}` }
}

function changedSlot(): JsonSchema {
  return {
    ...objectSchema(
      {
        startPosition: { const: 1 },
        maxResults: { type: 'integer', maximum: 1000 },
        ...recordLists(({ name }) => ({ anyOf: [componentRef(name), componentRef('DeletedRecord')] })),
      },
      ['startPosition', 'maxResults'],
    ),
    description: 'Changed records, then a stub for each deleted one.',
    additionalProperties: false,
  }
}

function changesOperation(): DocumentedOperation {
  return {
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
      'changes',
      objectSchema({
        CDCResponse: {
          type: 'array',
          minItems: 1,
          maxItems: 1,
          items: objectSchema({
            QueryResponse: {
              type: 'array',
              minItems: 1,
              items: { anyOf: [changedSlot(), objectSchema({ Fault: faultField('Fault'), svc: faultField('svc') })] },
            },
          }),
        },
        time,
      }),
    ),
  }
}

function reportOperation(): DocumentedOperation {
  return {
    operationId: 'readReport',
    summary: 'Returns a report of the company file.',
    description: 'Each report takes some of the parameters: see the documentation of reports.',
    tags: ['reports'],
    security,
    parameters: [
      realmId,
      {
        name: 'reportName',
        in: 'path',
        required: true,
        description: 'In any case.',
        schema: { type: 'string', enum: reports.map(({ name }) => name) },
        example: 'ProfitAndLoss',
      },
      ...reportParameters,
    ],
    responses: responses('report', componentRef('Report')),
  }
}

/** Returns the paths of the data plane: every supported entity, query, batch, changed data, reports and entitlements. */
export function dataPlanePaths(): Paths {
  const paths: Record<string, Record<string, DocumentedOperation>> = {
    [`${base}/query`]: { get: queryOperation('get'), post: queryOperation('post') },
    [`${base}/batch`]: { post: batchOperation() },
    [`${base}/cdc`]: { get: changesOperation() },
    [`${base}/reports/{reportName}`]: { get: reportOperation() },
    [`${base}/entitlements`]: { get: entitlementsOperation('readEntitlements', [realmId]) },
    '/entitlements': { get: entitlementsOperation('readEntitlementsOfToken', []) },
  }
  for (const table of builtTables()) {
    const path = `${base}/${table.name.toLowerCase()}`
    const isWritten = table.can.includes('create') || table.can.includes('update')
    paths[path] = {
      ...((table.kind === 'single' || table.readBy !== undefined) && { get: readOperation(table, false) }),
      ...(isWritten && { post: writeOperation(table) }),
    }
    if (table.readBy === undefined) paths[`${path}/{id}`] = { get: readOperation(table, true) }
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
        schema: { type: 'string', enum: ['1'] },
      },
    ],
    ...(method === 'post' && {
      requestBody: { required: false, content: { 'application/text': { schema: { type: 'string' } } } },
    }),
    responses: responses('query', queryResponse()),
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
      'entitlements',
      objectSchema(
        {
          PlanName: { type: 'string', enum: ['trial', 'production', 'enterprise'] },
          DaysRemainingTrial: { type: 'integer', minimum: 0 },
          Entitlement: {
            type: 'array',
            items: objectSchema({
              id: { type: 'string' },
              name: { type: 'string' },
              term: { type: 'string', enum: ['On', 'Off'] },
            }),
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

/** Returns the parameters of an entity whose records have no Id. */
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

function writeOperation(table: EntityTable): DocumentedOperation {
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
