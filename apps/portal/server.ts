import { createServer as createHttpServer } from 'node:http'
import { connectDatabase, createChangeFeed } from '@bridge/database'
import { createServer, httpServerOptions, ignoreUpgrade, isWebSocketUpgrade, passAgentUpgrades } from '@bridge/server'
import { getRequestListener } from '@hono/node-server'
import { pino } from 'pino'
import { readEnv } from './env.ts'
import { bridgeKey } from './lib/bridge-key.ts'
import { createPages } from './lib/pages.ts'

const env = readEnv()
const logger = pino({ level: env.logLevel, base: { app: 'portal' } })
const database = connectDatabase(env.databaseUrl, { poolMax: env.databasePoolMax })
const changes = createChangeFeed(env.databaseUrl)
const bridge = await createServer({ database, changes, logger, config: env.config })
Object.assign(globalThis, { [bridgeKey]: bridge })

const surfaces = getRequestListener(bridge.fetch)
const pages = await createPages({ development: env.development })
const server = createHttpServer(httpServerOptions, (request, response) => {
  const path = request.url?.split('?', 1)[0] ?? '/'
  // Next would redirect to an address that stands there in full, whichever host it names.
  if (!path.startsWith('/')) response.writeHead(400, { 'Content-Type': 'text/plain' }).end('Ask for a path.')
  else if (bridge.serves(path)) void surfaces(request, response)
  else void pages.handle(request, response)
})
if (env.gatewayUrl) passAgentUpgrades(server, env.gatewayUrl)
server.on('upgrade', (request, socket, head) => {
  if (request.url?.split('?', 1)[0] === '/agent' && env.gatewayUrl) return
  if (isWebSocketUpgrade(request)) pages.upgrade(request, socket, head)
  else ignoreUpgrade(server, request, socket, head)
})

server.once('error', (error) => {
  logger.fatal({ err: error }, `cannot listen on ${env.host}:${env.port}`)
  process.exitCode = 1
  void close()
})

/** Takes no new requests, lets those under way end, then lets go of everything else. */
async function close(): Promise<void> {
  const ended = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const impatience = setTimeout(() => server.closeAllConnections(), drainMs)
  await ended
  clearTimeout(impatience)
  await bridge.close()
  await pages.close()
  await changes.close()
  await database.$disconnect()
}

server.listen(env.port, env.host, () => logger.info({ url: env.config.baseUrl }, 'listening'))

const drainMs = 10_000

process.on('SIGINT', leave).on('SIGTERM', leave)

/** Closes once, however many signals come. */
function leave(): void {
  process.off('SIGINT', leave).off('SIGTERM', leave)
  close().then(
    () => process.exit(),
    (error) => {
      logger.error({ err: error }, 'could not close cleanly')
      process.exit(1)
    },
  )
}
