import { registry } from '@bridge/translation'
import type { Reply } from '../target/reply.ts'
import type { AttackRequest } from '../target/send.ts'
import { sessionCookie } from '../target/session-cookie.ts'
import { createUnreadLoad } from './create-unread-load.ts'
import { expectStatus } from './expect-status.ts'
import type { CreateLoad, LoadTarget } from './run-load.ts'

function toAttackerCall({ attacker }: LoadTarget, method: string, path: string, body?: string): AttackRequest {
  const headers = { authorization: `Bearer ${attacker.tokens.sandbox}`, 'content-type': 'application/json' }
  return {
    method,
    path: `/v3/company/${attacker.sandboxId}${path}`,
    headers,
    ...(body !== undefined && { body }),
  }
}

function attackerCall(target: LoadTarget, method: string, path: string, body?: string): Promise<Reply> {
  return target.send(toAttackerCall(target, method, path, body))
}

/** Returns a portal mutation by a signed-in owner. */
function toPortalCall({ attacker, origin }: LoadTarget, name: string, input: object): AttackRequest {
  return {
    method: 'POST',
    path: `/trpc/${name}`,
    headers: {
      cookie: `${sessionCookie}=${attacker.members.owner.session}`,
      origin,
      'content-type': 'application/json',
    },
    body: JSON.stringify(input),
  }
}

function createBatch(items: number): string {
  const Query = 'select * from Invoice orderby TxnDate desc maxresults 1000'
  return JSON.stringify({ BatchItemRequest: Array.from({ length: items }, (_, index) => ({ bId: `${index}`, Query })) })
}

const everyEntity = Object.entries(registry).flatMap(([name, { kind }]) => (kind === 'built' ? [name] : []))

function formatDaysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}

/** The worst a tenant can do, by name. */
export const tenantLoads: Readonly<Record<string, CreateLoad>> = {
  'a tenant sends batches of scans': async (target) => {
    const batch = createBatch(30)
    return { repeat: expectStatus(200, () => attackerCall(target, 'POST', '/batch', batch)), atOnce: 6 }
  },
  'a tenant requests the changes of everything': async (target) => {
    const path = `/cdc?entities=${everyEntity.join()}&changedSince=${formatDaysAgo(29)}`
    return { repeat: expectStatus(200, () => attackerCall(target, 'GET', path)), atOnce: 10 }
  },
  'a tenant resets a sandbox in a loop': async ({ send, attacker }) => ({
    repeat: expectStatus(200, () =>
      send({
        method: 'POST',
        path: `/admin/v1/realms/${attacker.sandboxId}/sandbox/reset`,
        headers: { 'x-api-key': attacker.members.owner.apiKey, 'content-type': 'application/json' },
        body: '{"template":"sample"}',
      }),
    ),
    atOnce: 2,
  }),
  'a tenant sends bodies of 2 MiB': async (target) => {
    const body = `{"a":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`
    return { repeat: expectStatus(400, () => attackerCall(target, 'POST', '/customer', body)), atOnce: 8 }
  },
  'a tenant does not read its responses': async (target) =>
    createUnreadLoad(target, toAttackerCall(target, 'POST', '/batch', createBatch(8))),
  'a tenant does not read the results of the Explorer': async (target) => {
    const { sandboxId: realmId } = target.attacker
    const input = { realmId, method: 'POST', path: '/batch', query: '', body: createBatch(8) }
    return createUnreadLoad(target, toPortalCall(target, 'explorer.send', input))
  },
  'a tenant gets sandbox tokens in a loop': async (target) => {
    const request = toPortalCall(target, 'quickStart.issueToken', { orgId: target.attacker.orgId })
    return { repeat: expectStatus(200, () => target.send(request)), atOnce: 10 }
  },
}
