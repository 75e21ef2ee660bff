import type { IncomingMessage, Server } from 'node:http'
import { createPeerAddress } from '@bridge/platform/peer-address'
import { createRejectionHold } from '@bridge/platform/rejection-pause'
import { limitWaitingConnections } from '@bridge/platform/waiting-connections'
import { type BridgeServer, createConnectorPassthrough, type ServerConfig, type Surface } from '@bridge/server'
import { getRequestListener } from '@hono/node-server'
import { createVisitCount } from './count-visits.ts'
import { createRequestHandler, type RequestHandlers } from './handle-request.ts'
import { handleUpgrades } from './handle-upgrades.ts'
import type { Pages } from './lib/pages.ts'

export interface ServeHttpOptions {
  readonly config: Pick<ServerConfig, 'baseUrl' | 'trustProxy' | 'pageRequestsPerMinute'>
  readonly surfaces: readonly Surface[]
  /** The gateway for agents and Web Connectors; without it, their paths are not served. */
  readonly gatewayUrl: string | undefined
  /** Undefined in a process with `api` only. */
  readonly pages: (NonNullable<RequestHandlers['pages']> & Pick<Pages, 'upgrade'>) | undefined
  /** Returns the server for the next request. */
  readonly bridge: () => BridgeServer
}

/** What an HTTP server needs to stop, and to describe its clients. */
export interface ServedHttp {
  /** Returns the client's address. */
  findAddress(request: IncomingMessage): string
  /** Lets the gateway respond to the Web Connector calls held open for work. */
  releaseConnectors(): void
  endWebSockets(): void
}

/** Lets an HTTP server serve the surfaces, Web Connectors and agents, before it listens. */
export function serveHttp(server: Server, options: ServeHttpOptions): ServedHttp {
  const { surfaces, gatewayUrl, pages, bridge } = options
  const { baseUrl, trustProxy, pageRequestsPerMinute } = options.config
  const holdRejection = createRejectionHold()
  const findAddress = createPeerAddress(trustProxy)
  const connectors =
    gatewayUrl === undefined ? undefined : createConnectorPassthrough({ gatewayUrl, baseUrl, findAddress })
  server.on(
    'request',
    createRequestHandler({
      baseUrl,
      servesApi: surfaces.includes('api'),
      passConnector: connectors?.pass,
      serve: getRequestListener(async (request, bindings) => holdRejection(await bridge().fetch(request, bindings))),
      pages,
      isDatabaseAway: () => bridge().isDatabaseAway(),
      countVisit: createVisitCount({
        baseUrl,
        limit: pageRequestsPerMinute,
        clock: () => new Date(),
        findAddress,
        async findUserId(request) {
          if (bridge().isDatabaseAway()) return undefined
          const { cookie = '', 'user-agent': userAgent = '' } = request.headers
          const headers = new Headers({ cookie, 'user-agent': userAgent })
          return (await bridge().sessions.signedInUser(headers, findAddress(request)))?.id
        },
      }),
    }),
  )
  limitWaitingConnections(server)
  return {
    findAddress,
    releaseConnectors: () => connectors?.release(),
    endWebSockets: handleUpgrades(server, { baseUrl, gatewayUrl, pages: pages ?? {}, findAddress }),
  }
}
