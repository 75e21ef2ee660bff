import { componentRef, type DocumentedOperation, type JsonSchema, objectSchema } from '../schemas/json-schema.ts'
import { realmId, recordLists, responses, security, time } from './operation-parts.ts'

/** Documents the query, as GET or POST. */
export function queryOperation(method: 'get' | 'post'): DocumentedOperation {
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
