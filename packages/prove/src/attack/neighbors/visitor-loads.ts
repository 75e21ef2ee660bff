import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { authPath } from '@bridge/identity/sign-in/auth-address'
import { createSignInUrl } from '@bridge/identity/sign-in/sign-in-url'
import type { Reply } from '../target/reply.ts'
import { sessionCookie } from '../target/session-cookie.ts'
import { expectStatus } from './expect-status.ts'
import type { CreateLoad } from './run-load.ts'

/** More connections than a server lets wait for a request. */
const maxOpen = 8_000
/** With four at once, up to a thousand connections a second. What stops a flood is in front of the service. */
const pauseMs = 4

/** The worst a visitor without an account can do, by name. */
export const visitorLoads: Readonly<Record<string, CreateLoad>> = {
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
  'a visitor signs up again and again': async ({ send, database, origin }) => ({
    repeat: async () => {
      const link = await createSignInUrl(
        { database, clock: () => new Date(), config: { baseUrl: origin } },
        `${randomUUID()}@attacker.example`,
      )
      const reply = await send({
        method: 'POST',
        path: `${authPath}/callback/email`,
        headers: { origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
        body: new URL(link).searchParams.toString(),
      })
      return hasSession(reply)
    },
    atOnce: 4,
  }),
  'a visitor opens connections and sends half a request': async ({ port }) => {
    const sockets = new Set<Socket>()
    return {
      repeat: () =>
        new Promise<boolean>((resolve) => {
          const socket = connect(port, '127.0.0.1', () => {
            socket.write('POST /oauth2/v1/tokens HTTP/1.1\r\nHost: x\r\n')
            setTimeout(resolve, pauseMs, true)
          })
          sockets.add(socket)
          socket.on('error', () => undefined)
          socket.once('close', () => {
            sockets.delete(socket)
            resolve(false)
          })
          // The oldest connections make way: the attacker does not run out of ports.
          const [oldest] = sockets
          if (oldest === undefined || sockets.size <= maxOpen) return
          sockets.delete(oldest)
          oldest.destroy()
        }),
      end: () => {
        for (const socket of sockets) socket.destroy()
      },
      atOnce: 4,
    }
  },
}

function hasSession({ headers }: Reply): boolean {
  return headers.some(([name, value]) => name.toLowerCase() === 'set-cookie' && value.startsWith(`${sessionCookie}=`))
}
