import { createServer as createHttpServer } from 'node:http'
import {
  type BridgeServer,
  httpServerOptions,
  ignoreUpgrade,
  isWebSocketUpgrade,
  passAgentUpgrades,
} from '@bridge/server'
import { getRequestListener } from '@hono/node-server'
import type { Logger } from 'pino'
import type { Env } from './env.ts'
import type { Pages } from './lib/pages.ts'

const drainMs = 10_000

export interface ListenOptions {
  readonly env: Env
  readonly logger: Logger
  readonly pages: Pages
  /** Returns the server for the next request. */
  readonly bridge: () => BridgeServer
  /** Closes what the caller opened, after the last request has ended. */
  readonly onClose: () => Promise<void>
}

/** Listens for HTTP requests and WebSocket upgrades until SIGINT or SIGTERM, then drains and exits. */
export function listen({ env, logger, pages, bridge, onClose }: ListenOptions): void {
  const surfaces = getRequestListener((request, bindings) => bridge().fetch(request, bindings))
  const server = createHttpServer(httpServerOptions, (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '/'
    // Next would redirect to the host of an absolute request target.
    if (!path.startsWith('/')) {
      response.writeHead(400, { 'Content-Type': 'text/plain' }).end('The request target must be a path.')
    } else if (bridge().serves(path)) {
      if (path.startsWith('/v3/')) pages.yieldToApi()
      void surfaces(request, response)
    } else void pages.handle(request, response)
  })
  if (env.gatewayUrl) passAgentUpgrades(server, env.gatewayUrl)
  server.on('upgrade', (request, socket, head) => {
    if (request.url?.split('?', 1)[0] === '/agent' && env.gatewayUrl) return
    if (isWebSocketUpgrade(request)) pages.upgrade(request, socket, head)
    else ignoreUpgrade(server, request, socket, head)
  })

  server.once('error', (error) => {
    logger.fatal({ err: error }, `Cannot listen on ${env.host}:${env.port}.`)
    process.exitCode = 1
    void close()
  })
  server.listen(env.port, env.host, () => logger.info({ url: env.config.baseUrl }, 'Listening.'))
  process.on('SIGINT', leave).on('SIGTERM', leave)

  /** Stops accepting requests, waits for those in progress, then closes everything else. */
  async function close(): Promise<void> {
    const ended = new Promise<void>((resolve) => server.close(() => resolve()))
    bridge().portal.endStreams()
    server.closeIdleConnections()
    const force = setTimeout(() => server.closeAllConnections(), drainMs)
    await ended
    clearTimeout(force)
    await pages.close()
    await onClose()
  }

  function leave(): void {
    process.off('SIGINT', leave).off('SIGTERM', leave)
    close().then(
      () => process.exit(),
      (error) => {
        logger.error({ err: error }, 'The server could not close cleanly.')
        process.exit(1)
      },
    )
  }
}
