import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createChangeFeed } from '@bridge/database'
import type { TestDatabase } from '@bridge/database/testing'
import { createRejectionHold } from '@bridge/platform/rejection-pause'
import { createServer, preferEventLoop, type ServerOptions, serverDefaults } from '@bridge/server'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { pino } from 'pino'

const secret = 'secret-of-the-benchmark-0123456789-0123'
// Logs at the level of a deployment, to /dev/null.
const logger = pino({ level: 'info' }, pino.destination({ dest: '/dev/null', sync: false, minLength: 4096 }))
const unlimited = 100_000_000

/** Serves an app on a free port of this machine. */
export async function serve(fetch: Hono['fetch']) {
  const server = createHttpServer(getRequestListener(fetch))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Serves the service on a free port, with every rate limit raised. */
export async function serveBridge(
  db: Pick<TestDatabase, 'database' | 'url'>,
  {
    config,
    ...options
  }: Pick<ServerOptions, 'requestLog' | 'productionDesktop' | 'databaseUrl'> & {
    readonly config?: Partial<ServerOptions['config']>
  } = {},
) {
  // As the program of the server does.
  preferEventLoop()
  const changes = createChangeFeed(db.url)
  const server = await createServer({
    ...options,
    database: db.database,
    changes,
    logger,
    config: {
      ...serverDefaults,
      baseUrl: 'http://127.0.0.1',
      machineSecret: secret,
      sessionSecret: secret,
      restRequestsPerMinute: unlimited,
      realmRequestsAtOnce: unlimited,
      apiKeyRequestsPerMinute: unlimited,
      sandboxCallsPerDay: unlimited,
      ...config,
    },
  })
  const hold = createRejectionHold()
  const served = await serve(async (request, bindings) => hold(await server.fetch(request, bindings)))
  return {
    server,
    origin: served.origin,
    fetch: server.fetch,
    async stop() {
      await served.stop()
      await server.close()
      await changes.close()
    },
  }
}
