import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { httpServerOptions } from '@bridge/platform/http-server-options'
import { getRequestListener } from '@hono/node-server'

type Handle = (request: Request) => Response | Promise<Response>

/** Listens on a free loopback port, before there is a server that knows its address. */
export async function listen() {
  let handle: Handle = () => new Response('Not ready', { status: 503 })
  const server = createServer(
    httpServerOptions,
    getRequestListener((request) => handle(request)),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve(next: Handle) {
      handle = next
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Finds a loopback port that another program can listen on. */
export async function findFreePort(): Promise<number> {
  const found = await listen()
  await found.stop()
  return Number(new URL(found.origin).port)
}
