import {
  componentRef,
  type DocumentedOperation,
  type JsonSchema,
  jsonOrXmlContent,
  objectSchema,
} from '../schemas/json-schema.ts'
import { faultField, realmId, requestId, responses, security, time, writeBody } from './operation-parts.ts'
import { builtTables, writtenTables } from './tables.ts'

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

/** Documents the batch. */
export function batchOperation(): DocumentedOperation {
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
