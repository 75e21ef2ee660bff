import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Database } from '@bridge/database'
import type { TestDatabase } from '@bridge/database/testing'
import { startService } from '@bridge/harness/start-service'
import { CompanyFiles } from '@bridge/sandbox'
import type { ServerOptions } from '@bridge/server'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { pino } from 'pino'

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
  database: Pick<TestDatabase, 'database' | 'url'>,
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
  const sandboxFiles = usesSandboxHost ? {} : { sandboxFiles: openCompanyFiles(database.database) }
  const api = { ...sandboxFiles, ...options, config: { realmRequestsAtOnce: unlimited, ...config } }
  const { server, origin, close } = await startService({ database, logger, api })
  return { server, origin, fetch: server.fetch, stop: close }
}
