import type { AttackRequest } from './send.ts'
import { sessionCookie } from './session-cookie.ts'
import type { Target } from './start-target.ts'

let created = 0

const query = '/query?query=select%20*%20from%20Customer%20maxresults%205'

type Neighbor = Pick<Target, 'send' | 'victim' | 'origin'>

/** The victim's calls, one per kind. */
const neighborCalls = {
  'sandbox query': ({ victim: { sandboxId, tokens } }) => ({
    method: 'GET',
    path: `/v3/company/${sandboxId}${query}`,
    headers: { authorization: `Bearer ${tokens.sandbox}` },
  }),
  'sandbox create': ({ victim: { sandboxId, tokens } }) => createVendor(sandboxId, tokens.sandbox),
  'company file query': ({ victim: { productionId, tokens } }) => ({
    method: 'GET',
    path: `/v3/company/${productionId}${query}`,
    headers: { authorization: `Bearer ${tokens.production}` },
  }),
  'company file create': ({ victim: { productionId, tokens } }) => createVendor(productionId, tokens.production),
  'admin list': ({ victim: { orgId, members } }) => ({
    method: 'GET',
    path: `/admin/v1/realms?orgId=${orgId}`,
    headers: { 'x-api-key': members.admin.apiKey },
  }),
  'portal list': ({ victim: { orgId, members }, origin }) => ({
    method: 'GET',
    path: `/trpc/listRealms?input=${encodeURIComponent(JSON.stringify({ orgId }))}`,
    headers: { cookie: `${sessionCookie}=${members.owner.session}`, origin },
  }),
} satisfies Readonly<Record<string, (target: Neighbor) => AttackRequest>>

/** Creates a vendor: the customers, which are read, do not become more. */
function createVendor(realmId: string, token: string): AttackRequest {
  created += 1
  return {
    method: 'POST',
    path: `/v3/company/${realmId}/vendor`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ DisplayName: `Neighbor ${created}` }),
  }
}

export type NeighborCall = keyof typeof neighborCalls

/** A tenant's call kinds. */
export const allNeighborCalls = Object.keys(neighborCalls) as readonly NeighborCall[]

/** Makes these calls as the victim. Returns failed ones, with their statuses. */
export async function callNeighbor(
  target: Neighbor,
  names: readonly NeighborCall[] = allNeighborCalls,
): Promise<readonly string[]> {
  const failures: string[] = []
  for (const name of names) {
    try {
      const { status, body } = await target.send(neighborCalls[name](target))
      if (status !== 200) failures.push(`${name}: ${status} ${body.slice(0, 200)}`)
    } catch (error) {
      failures.push(`${name}: ${error}`)
    }
  }
  return failures
}
