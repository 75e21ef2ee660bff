import type { JsonObject, Tool } from '../tools/tool.ts'
import { requireSuccess } from '../tools/tool-error.ts'
import { readOnly } from './read-only.ts'

/** The company, its preferences and what the caller may do. */
export const companyOverview: Tool = {
  name: 'company_overview',
  title: 'Company overview',
  description:
    'Company, fiscal year, preferences (tax, classes, currencies, inventory), connection to QuickBooks, and what you may do.',
  inputSchema: { type: 'object', additionalProperties: false },
  annotations: readOnly,
  scope: 'bridge.read',
  sendsCalls: true,
  async run({ calls, caller, mode, findConnection }) {
    const connection = await findConnection?.()
    const { body } = requireSuccess(await calls.send({ method: 'GET', path: `/companyinfo/${caller.realmId}` }))
    const { body: preferences } = requireSuccess(await calls.send({ method: 'GET', path: '/preferences' }))
    return {
      isError: false,
      structured: {
        realmId: caller.realmId,
        mode,
        scopes: [...caller.scopes],
        ...(connection && { connection }),
        time: body.time as string,
        company: body.CompanyInfo as JsonObject,
        preferences: preferences.Preferences as JsonObject,
      },
    }
  },
}
