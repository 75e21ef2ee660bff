import { z } from 'zod'
import { noInput, operation } from '../operation/operation.ts'
import { findChecklist } from './checklist.store.ts'
import { findFirstRequest } from './requests/logged-request.store.ts'
import { requestLineSchema, serializeRequest } from './requests/logged-request.ts'

export const checklistOperations = {
  getChecklist: operation({
    route: 'GET /orgs/{orgId}/checklist',
    summary:
      'Returns which first steps an organization has taken, and its first successful request that is still in the log; without one, its first request.',
    about: 'org',
    role: 'member',
    input: noInput,
    output: z.strictObject({
      sandboxReady: z.boolean(),
      callMade: z.boolean().describe('A call succeeded.'),
      appRegistered: z.boolean(),
      appConnected: z.boolean().describe('An app was connected on the consent page.'),
      fileConnected: z.boolean().describe('A company file of QuickBooks Desktop has been connected.'),
      firstRequest: requestLineSchema.nullable(),
    }),
    run: async ({ database }, { orgId }) => {
      const [steps, first] = await Promise.all([findChecklist(database, orgId), findFirstRequest(database, orgId)])
      return { ...steps, firstRequest: first ? serializeRequest(first) : null }
    },
  }),
}
