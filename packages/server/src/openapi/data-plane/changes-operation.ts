import { componentRef, type DocumentedOperation, type JsonSchema, objectSchema } from '../schemas/json-schema.ts'
import { faultField, realmId, recordLists, responses, security, time } from './operation-parts.ts'

/** Documents the request for changed data. */
export function changesOperation(): DocumentedOperation {
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
