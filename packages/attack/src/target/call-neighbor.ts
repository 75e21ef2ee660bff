import { sessionCookie } from './session-cookie.ts'
import type { Target } from './start-target.ts'

let created = 0

/** Makes one call of every kind as the victim. Returns the calls that failed, with their statuses. */
export async function callNeighbor({ send, victim, origin }: Target): Promise<readonly string[]> {
  created += 1
  const { sandboxId, productionId, tokens, orgId, members } = victim
  const query = '/query?query=select%20*%20from%20Customer%20maxresults%205'
  const createCustomer = {
    method: 'POST',
    path: `/v3/company/${sandboxId}/customer`,
    headers: { authorization: `Bearer ${tokens.sandbox}`, 'content-type': 'application/json' },
    body: JSON.stringify({ DisplayName: `Neighbor ${created}` }),
  }
  const get = (path: string, headers: Readonly<Record<string, string>>) => ({ method: 'GET', path, headers })
  const requests = {
    'sandbox query': get(`/v3/company/${sandboxId}${query}`, { authorization: `Bearer ${tokens.sandbox}` }),
    'sandbox create': createCustomer,
    'company file query': get(`/v3/company/${productionId}${query}`, { authorization: `Bearer ${tokens.production}` }),
    'admin list': get(`/admin/v1/realms?orgId=${orgId}`, { 'x-api-key': members.admin.apiKey }),
    'portal list': get(`/trpc/listRealms?input=${encodeURIComponent(JSON.stringify({ orgId }))}`, {
      cookie: `${sessionCookie}=${members.owner.session}`,
      origin,
    }),
  }
  const failures: string[] = []
  for (const [name, request] of Object.entries(requests)) {
    const { status, body } = await send(request)
    if (status !== 200) failures.push(`${name}: ${status} ${body.slice(0, 200)}`)
  }
  return failures
}
