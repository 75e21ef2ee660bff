import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createChangeFeed, type Database } from '@bridge/database'
import type { TestDatabase } from '@bridge/database/testing'
import { createRejectionHold } from '@bridge/platform/rejection-pause'
import { CompanyFiles } from '@bridge/sandbox'
import { createServer, type ServerOptions, serverDefaults } from '@bridge/server'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { pino } from 'pino'

/** The machine secret of the benchmark. */
export const benchSecret = 'secret-of-the-benchmark-0123456789-0123'
// Logs at a deployment's level, to /dev/null.
const logger = pino({ level: 'info' }, pino.destination({ dest: '/dev/null', sync: false, minLength: 4096 }))
const unlimited = 100_000_000

/** Serves an app on a free local port. */
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

/** Opens company files of sandboxes in this process. */
export function openCompanyFiles(database: Database): CompanyFiles {
  return new CompanyFiles({
    database,
    clock: () => new Date(),
    random: Math.random,
    maxRecords: Number.MAX_SAFE_INTEGER,
    wait: async () => undefined,
  })
}

/** Serves the service on a free port, with every rate limit raised. */
export async function serveBridge(
  db: Pick<TestDatabase, 'database' | 'url'>,
  {
    config,
    usesSandboxHost = false,
    ...options
  }: Pick<ServerOptions, 'requestLog' | 'productionDesktop'> & {
    /** Whether sandboxes are served by the host of the deployment; by this process otherwise. */
    readonly usesSandboxHost?: boolean
    readonly config?: Partial<ServerOptions['config']>
  } = {},
) {
  const changes = createChangeFeed(db.url)
  const server = await createServer({
    ...(!usesSandboxHost && { sandboxFiles: openCompanyFiles(db.database) }),
    ...options,
    database: db.database,
    changes,
    logger,
    config: {
      ...serverDefaults,
      baseUrl: 'http://127.0.0.1',
      machineSecret: benchSecret,
      sessionSecret: benchSecret,
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
