import { connectDatabase, createChangeFeed, createPresence } from '@bridge/database'
import { createCallMetrics } from '@bridge/platform/call-metrics'
import { addSurfaceMetric, createBlockMetric, createProcessMetrics } from '@bridge/platform/process-metrics'
import { createReadiness } from '@bridge/platform/readiness'
import { serveMetrics } from '@bridge/platform/serve-metrics'
import { startTracing } from '@bridge/platform/start-tracing'
import { type BridgeServer, createServer, maxStripeFetches } from '@bridge/server'
import type { Logger } from 'pino'
import type { Env } from './env.ts'
import { findAgentRelease } from './find-agent-release.ts'
import { refuseStart } from './refuse-start.ts'

/** A server with its connections. */
export interface OpenBridge {
  readonly server: BridgeServer
  /** Adds a blocked event loop's time to the metrics, in milliseconds. */
  readonly recordBlock: (ms: number) => void
  /** Closes the server, then its connections. Its requests must have ended. */
  close(): Promise<void>
}

/** Connects the database and creates the server. @throws {DatabaseRefusedError} if the database refuses the server */
export async function openBridge(env: Env, logger: Logger): Promise<OpenBridge> {
  if (env.ignoredVariables.length > 0) {
    logger.warn({ variables: env.ignoredVariables }, 'These variables have no effect any more: see the changelog.')
  }
  if (Object.keys(env.misspelledVariables).length > 0) {
    const message = 'These variables are unknown, but resemble known ones. Are they misspelled?'
    logger.warn({ variables: env.misspelledVariables }, message)
  }
  const database = connectDatabase(env.databaseUrl, { maxConnections: env.maxDatabaseConnections })
  const readiness = await createReadiness({ database, logger, onRefused: refuseStart })
  // Opens no connection until Stripe is read.
  const billingDatabase = connectDatabase(env.databaseUrl, { maxConnections: maxStripeFetches })
  const changes = createChangeFeed(env.databaseUrl)
  const presence = await createPresence(env.databaseUrl, {
    onError: (error) =>
      logger.warn({ err: error }, 'The database closed the connection that shows that this server lives.'),
  })
  const registry = createProcessMetrics({ main: database, billing: billingDatabase })
  addSurfaceMetric(registry, env.surfaces)
  const metrics = createCallMetrics(registry, () => !changes.isConnected())
  const listener = env.metrics && (await serveMetrics(registry, env.metrics))
  const tracing = env.isTraced ? await startTracing({ serviceName: 'bridge-server', logger }) : undefined
  const server = await createServer({
    database,
    readiness,
    metrics,
    tracing,
    presence,
    billingDatabase,
    changes,
    logger,
    config: { ...env.config, agentReleaseDir: env.config.agentReleaseDir ?? findAgentRelease() },
    servesWebConnector: env.gatewayUrl !== undefined,
  })
  return {
    server,
    recordBlock: createBlockMetric(registry),
    async close() {
      listener?.close()
      await server.close()
      await tracing?.close()
      await changes.close()
      await presence.close()
      await billingDatabase.$disconnect()
      await database.$disconnect()
    },
  }
}
