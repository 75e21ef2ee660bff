import { connect, type Socket } from 'node:net'
import type { Reply } from '../target/reply.ts'
import { sessionCookie } from '../target/session-cookie.ts'
import type { Target } from '../target/start-target.ts'
import { agentLoads } from './agent-loads.ts'
import type { CreateLoad } from './run-load.ts'

function attackerCall({ send, attacker }: Target, method: string, path: string, body?: string): Promise<Reply> {
  const headers = { authorization: `Bearer ${attacker.tokens.sandbox}`, 'content-type': 'application/json' }
  return send({
    method,
    path: `/v3/company/${attacker.sandboxId}${path}`,
    headers,
    ...(body !== undefined && { body }),
  })
}

/** Returns a repeat that reaches the service if the response to its request has this status. */
function expectStatus(expected: number, request: () => Promise<Reply>): () => Promise<boolean> {
  return async () => (await request()).status === expected
}

function createBatch(items: number): string {
  const Query = 'select * from Invoice orderby TxnDate desc maxresults 1000'
  return JSON.stringify({ BatchItemRequest: Array.from({ length: items }, (_, index) => ({ bId: `${index}`, Query })) })
}

/** The worst that a tenant, an agent or a visitor can do, by name. */
export const loads: Readonly<Record<string, CreateLoad>> = {
  ...agentLoads,
  'a tenant sends batches of scans': async (target) => {
    const batch = createBatch(30)
    return { repeat: expectStatus(200, () => attackerCall(target, 'POST', '/batch', batch)), atOnce: 6 }
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
  'a tenant does not read its responses': async ({ port, attacker }) => {
    const sockets = new Set<Socket>()
    const batch = createBatch(8)
    const request = [
      `POST /v3/company/${attacker.sandboxId}/batch HTTP/1.1`,
      'Host: x',
      `Authorization: Bearer ${attacker.tokens.sandbox}`,
      'Content-Type: application/json',
      `Content-Length: ${batch.length}`,
      '',
      batch,
    ].join('\r\n')
    return {
      repeat: () =>
        new Promise<boolean>((resolve) => {
          const socket = connect(port, '127.0.0.1', () => socket.write(request))
          sockets.add(socket)
          socket.once('data', (head) => {
            socket.pause()
            resolve(head.toString('latin1').startsWith('HTTP/1.1 200'))
          })
          socket.on('error', () => undefined)
          socket.once('close', () => {
            sockets.delete(socket)
            resolve(false)
          })
        }),
      end: () => {
        for (const socket of sockets) socket.destroy()
      },
      atOnce: 4,
    }
  },
  'a visitor loads the description of the API': async ({ send }) => ({
    repeat: expectStatus(200, () => send({ method: 'GET', path: '/openapi.json' })),
    atOnce: 10,
  }),
  'a visitor tries sessions and keys': async ({ send }) => {
    const headers = { cookie: `${sessionCookie}=x`, 'x-api-key': 'svc_x' }
    return { repeat: expectStatus(401, () => send({ method: 'GET', path: '/admin/v1/orgs', headers })), atOnce: 10 }
  },
  'a visitor tries client secrets': async ({ send, victim }) => {
    const authorization = `Basic ${Buffer.from(`${victim.client.id}:svcs_x`).toString('base64')}`
    const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' }
    const body = 'grant_type=refresh_token&refresh_token=svcr_x'
    return {
      repeat: expectStatus(401, () => send({ method: 'POST', path: '/oauth2/v1/tokens', headers, body })),
      atOnce: 10,
    }
  },
  'a visitor opens connections and sends half a request': async ({ port }) => {
    const sockets = new Set<Socket>()
    return {
      repeat: () =>
        new Promise<boolean>((resolve) => {
          const socket = connect(port, '127.0.0.1', () => {
            socket.write('POST /oauth2/v1/tokens HTTP/1.1\r\nHost: x\r\n')
            resolve(true)
          })
          sockets.add(socket)
          socket.on('error', () => undefined)
          socket.once('close', () => {
            sockets.delete(socket)
            resolve(false)
          })
          // The oldest connections make way, so that the attacker does not run out of ports.
          const [oldest] = sockets
          if (sockets.size > 400) oldest?.destroy()
        }),
      end: () => {
        for (const socket of sockets) socket.destroy()
      },
      atOnce: 4,
    }
  },
}
