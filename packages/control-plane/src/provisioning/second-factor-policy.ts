import { Problem } from '@bridge/faults'
import { z } from 'zod'
import { noInput, operation } from '../operation/operation.ts'
import { findSecondFactorPolicy, updateSecondFactorPolicy } from './second-factor-policy.store.ts'

const policySchema = z
  .strictObject({
    /** Whether members need a second factor to reach the organization with a session. */
    required: z.boolean(),
    /** Members who have not turned one on. */
    membersWithout: z.number().int(),
  })
  .meta({ id: 'SecondFactorPolicy' })

export const secondFactorPolicyOperations = {
  getSecondFactorPolicy: operation({
    route: 'GET /orgs/{orgId}/second-factor',
    summary: 'Returns whether the organization requires a second factor, and how many members have none.',
    about: 'org',
    role: 'viewer',
    input: noInput,
    output: z.strictObject({ policy: policySchema }),
    run: async ({ database }, { orgId }) => ({ policy: await findSecondFactorPolicy(database, orgId) }),
  }),

  updateSecondFactorPolicy: operation({
    route: 'PATCH /orgs/{orgId}/second-factor',
    summary: 'Requires a second factor of the members, or no longer. API keys need none.',
    about: 'org',
    role: 'admin',
    sessionOnly: true,
    input: z.strictObject({ required: z.boolean() }),
    output: z.strictObject({ policy: policySchema }),
    run: async ({ database, clock }, { caller, orgId }, { required }) => {
      if (!(await updateSecondFactorPolicy(database, orgId, required, caller, clock())))
        throw new Problem('invalid_request', 'Turn on a second factor of your own first, under Account.', {
          field: 'required',
        })
      return { policy: await findSecondFactorPolicy(database, orgId) }
    },
  }),
}
