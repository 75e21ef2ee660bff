import type { Attack } from '../run/attack.ts'
import type { Reply } from '../target/reply.ts'
import type { Target } from '../target/start-target.ts'
import { type ControlPlaneCall, controlPlaneCalls } from './control-plane.ts'
import { type Credential, withSession } from './credentials.ts'

/** The reads of an organization that its viewers may make. Everything else about it is denied. */
const reads: ReadonlySet<string> = new Set([
  'getSecondFactorPolicy',
  'listMembers',
  'listInvitations',
  'listRealms',
  'countRealms',
  'listRealmUsage',
  'getRealm',
  'getRealmStatus',
  'getRealmActivity',
  'getConnectionHistory',
  'getQuickBooksChecks',
  'listWentBack',
  'listConnectorCredentials',
  'getBilling',
  'getBillingState',
  'getUsage',
  'liveState',
])

/** Other operations that viewers may run, and those that need no role. Tests of the server have these. */
const untried: ReadonlySet<string> = new Set([
  'leaveOrganization',
  'refreshBilling',
  'liveChanges',
  // Of the caller.
  'endSession',
  // Of anyone with the link.
  'invitation',
  'setup.pair',
])

const session: Credential = {
  name: 'the session of a viewer',
  toHeaders: (target: Target) => withSession(target.victim.members.viewer.session, target),
}
const apiKey: Credential = {
  name: 'the API key of a viewer',
  toHeaders: ({ victim }) => ({ 'x-api-key': victim.members.viewer.apiKey }),
}

/** Only the REST API takes API keys. */
function credentialsFor({ isRest }: ControlPlaneCall): readonly Credential[] {
  return isRest ? [session, apiKey] : [session]
}

/** A viewer’s session and API key × everything that names a resource of the organization: reads succeed, the rest is denied. */
export const viewerMatrix: readonly Attack[] = controlPlaneCalls
  .filter(({ namesResource, isPublic, operation }) => namesResource && !isPublic && !untried.has(operation))
  .flatMap((call) =>
    credentialsFor(call).map(
      ({ name, toHeaders }): Attack<Reply> => ({
        name: `${call.name} with ${name}`,
        attempt: (target) => {
          const request = call.toRequest(target.victim.ids)
          return target.send({ ...request, headers: { ...request.headers, ...toHeaders(target) } })
        },
        holds: ({ status }) => status === (reads.has(call.operation) ? 200 : 403),
      }),
    ),
  )
