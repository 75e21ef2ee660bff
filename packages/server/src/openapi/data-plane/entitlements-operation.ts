import { type DocumentedOperation, type DocumentedParameter, objectSchema } from '../schemas/json-schema.ts'
import { responses, security, time } from './operation-parts.ts'

/** Documents an organization's entitlements. */
export function entitlementsOperation(
  operationId: string,
  parameters: readonly DocumentedParameter[],
): DocumentedOperation {
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
