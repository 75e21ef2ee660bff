import { createServer as createHttpServer } from 'node:http'
import { EventLoopWatch } from '@bridge/platform/event-loop-watch'
import { stopOnSignal } from '@bridge/platform/stop-on-signal'
import { type BridgeServer, httpServerOptions } from '@bridge/server'
import type { Logger } from 'pino'
import { closeServer, trackResponses } from './close-server.ts'
import type { Env } from './env.ts'
import type { Pages } from './lib/pages.ts'
import { serveHttp } from './serve-http.ts'
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
  const server = createHttpServer(httpServerOptions)
  const served = serveHttp(server, { ...env, pages, bridge })
  const { endWebSockets } = served
  const responses = trackResponses(server)
  const eventLoop = new EventLoopWatch({ logger, recordBlock })
  watchCalls(server, eventLoop, served.findAddress)

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
    served.releaseConnectors()
    eventLoop.stop()
    await closeServer({ server, responses, endWebSockets, drainMs, idleMs })
    await pages?.close()
    await onClose()
  }
}
