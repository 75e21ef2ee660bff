import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Tenant } from '@bridge/harness/create-tenant'
import type { Reply } from '../target/reply.ts'
import type { AttackRequest } from '../target/send.ts'

const maxMs = 180_000
const pauseMs = 250

/**
 * Creates a customer, and repeats the request with its `requestid` until it succeeds. A second customer with the name
 * would be rejected: a success proves there is one. Returns what is wrong.
 */
export async function createOnce(
  send: (request: AttackRequest) => Promise<Reply>,
  { tokens, productionId, sandboxId }: Tenant,
  kind: 'sandbox' | 'production',
): Promise<readonly string[]> {
  const id = randomUUID()
  const request: AttackRequest = {
    method: 'POST',
    path: `/v3/company/${kind === 'sandbox' ? sandboxId : productionId}/customer?requestid=${id}`,
    headers: { authorization: `Bearer ${tokens[kind]}`, 'content-type': 'application/json' },
    body: JSON.stringify({ DisplayName: id }),
  }
  const until = performance.now() + maxMs
  for (;;) {
    const reply = await send(request).catch(() => undefined)
    if (reply?.status === 200) return []
    const mayRepeat = reply === undefined || reply.status >= 500 || reply.status === 409 || reply.status === 429
    if (!mayRepeat || performance.now() > until) return [`create in the ${kind} realm: ${reply?.status} ${reply?.body}`]
    await delay(pauseMs)
  }
}
