import { createServer as createHttpServer } from 'node:http'
import { createAddressLimiter } from '@bridge/platform/address-limit'
import { EventLoopWatch } from '@bridge/platform/event-loop-watch'
import { createPeerAddress } from '@bridge/platform/peer-address'
import { createRejectionHold } from '@bridge/platform/rejection-pause'
import { stopOnSignal } from '@bridge/platform/stop-on-signal'
import { limitWaitingConnections } from '@bridge/platform/waiting-connections'
import { type BridgeServer, createConnectorPassthrough, httpServerOptions } from '@bridge/server'
import { getRequestListener } from '@hono/node-server'
import type { Logger } from 'pino'
import { closeServer, trackResponses } from './close-server.ts'
import type { Env } from './env.ts'
import { createRequestHandler } from './handle-request.ts'
import { handleUpgrades } from './handle-upgrades.ts'
import type { Pages } from './lib/pages.ts'
import { watchCalls } from './watch-calls.ts'

const drainMs = 10_000
/** How long a request may be on its way on an open connection. */
const idleMs = 1_000
/** After the requests, the server stores what it counted and logged. */
const maxStopMs = drainMs + 5_000

export interface ListenOptions {
  readonly env: Env
  readonly logger: Logger
  /** Undefined in a process with `api` only. */
  readonly pages: Pages | undefined
  /** Returns the server for the next request. */
  readonly bridge: () => BridgeServer
  /** Adds a blocked event loop's time to the metrics, in milliseconds. */
  readonly recordBlock?: (ms: number) => void
  /** Closes what the caller opened, after the last request has ended. */
  readonly onClose: () => Promise<void>
}

/** Listens for HTTP requests and WebSocket upgrades until SIGINT or SIGTERM, then drains and exits. */
export function listen({ env, logger, pages, bridge, recordBlock = () => undefined, onClose }: ListenOptions): void {
  const holdRejection = createRejectionHold()
  const serve = getRequestListener(async (request, bindings) => holdRejection(await bridge().fetch(request, bindings)))
  const { baseUrl, trustProxy, pageRequestsPerMinute } = env.config
  const { gatewayUrl } = env
  const findAddress = createPeerAddress(trustProxy)
  const connectors =
    gatewayUrl === undefined ? undefined : createConnectorPassthrough({ gatewayUrl, baseUrl, findAddress })
  const handleRequest = createRequestHandler({
    baseUrl,
    servesApi: env.surfaces.includes('api'),
    passConnector: connectors?.pass,
    serve,
    pages,
    isDatabaseAway: () => bridge().isDatabaseAway(),
    limiter: createAddressLimiter({ limit: pageRequestsPerMinute, clock: () => new Date() }),
    findAddress,
  })
  const server = createHttpServer(httpServerOptions, handleRequest)
  limitWaitingConnections(server)
  const responses = trackResponses(server)
  const eventLoop = new EventLoopWatch({ logger, recordBlock })
  watchCalls(server, eventLoop, findAddress)
  const endWebSockets = handleUpgrades(server, { baseUrl, gatewayUrl, pages: pages ?? {}, findAddress })

  server.once('error', (error) => {
    logger.fatal({ err: error }, `Cannot listen on ${env.host}:${env.port}.`)
    process.exitCode = 1
    void close()
  })
  server.listen(env.port, env.host, () => {
    logger.info({ url: env.config.baseUrl, surfaces: env.surfaces }, 'Listening.')
    eventLoop.start()
  })
  stopOnSignal({ close, maxStopMs, logger })

  /** Stops accepting requests, waits for those in progress, then closes everything else. */
  async function close(): Promise<void> {
    bridge().portal.endStreams()
    connectors?.release()
    eventLoop.stop()
    await closeServer({ server, responses, endWebSockets, drainMs, idleMs })
    await pages?.close()
    await onClose()
  }
}
