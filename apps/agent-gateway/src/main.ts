import { createChangeFeed } from '@bridge/database'
import { EventLoopWatch } from '@bridge/platform/event-loop-watch'
import { createPeerAddress } from '@bridge/platform/peer-address'
import { createBlockMetric, createProcessMetrics } from '@bridge/platform/process-metrics'
import { createReadiness } from '@bridge/platform/readiness'
import { serveMetrics } from '@bridge/platform/serve-metrics'
import { startTracing } from '@bridge/platform/start-tracing'
import { stopOnSignal } from '@bridge/platform/stop-on-signal'
import { asksForTraces } from '@bridge/platform/tracing-variables'
import { pino } from 'pino'
import { findMisspelledVariables, listIgnoredVariables, readEnv } from './env.ts'
import { defaultGatewayConfig, Gateway } from './gateway.ts'
import { connectGatewayDatabases } from './runtime/gateway-databases.ts'
import { createGatewayMetrics } from './runtime/gateway-metrics.ts'
import { watchRequests } from './runtime/watch-requests.ts'

start().catch(refuseStart)

/** Ends the process with one line saying what to do. */
function refuseStart(error: unknown): never {
  const isPortInUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`agent-gateway: ${isPortInUse ? `${message}. Set PORT to a free port.` : message}\n`)
  process.exit(1)
}

async function start(): Promise<void> {
  const env = readEnv()
  const logger = pino({ level: env.LOG_LEVEL, name: 'agent-gateway' })
  const ignored = listIgnoredVariables()
  if (ignored.length > 0)
    logger.warn({ variables: ignored }, 'These variables have no effect any more: see the changelog.')
  const misspelled = findMisspelledVariables()
  if (Object.keys(misspelled).length > 0)
    logger.warn({ variables: misspelled }, 'These variables are unknown, but resemble known ones. Are they misspelled?')
  const { database, reserved, disconnect } = connectGatewayDatabases(env.DATABASE_URL)
  const readiness = await createReadiness({ database, logger, onRefused: refuseStart })
  const changes = createChangeFeed(env.DATABASE_URL, {
    onError: (error) => logger.warn({ err: error }, 'the change feed was interrupted'),
  })
  const registry = createProcessMetrics({ main: database, ...reserved })
  const listener =
    env.METRICS_PORT === undefined
      ? undefined
      : await serveMetrics(registry, { host: env.METRICS_HOST, port: env.METRICS_PORT })
  const tracing = asksForTraces(env) ? await startTracing({ serviceName: 'bridge-gateway', logger }) : undefined
  const eventLoop = new EventLoopWatch({ logger, recordBlock: createBlockMetric(registry) })
  const gateway = new Gateway({
    database,
    readiness,
    tracing,
    reserved,
    metrics: createGatewayMetrics(registry, eventLoop),
    changes,
    clock: () => new Date(),
    logger,
    config: {
      ...defaultGatewayConfig,
      host: env.HOST,
      port: env.PORT,
      machineSecret: env.MACHINE_SECRET,
      machineSecretsAccepted: env.MACHINE_SECRETS_ACCEPTED ?? [],
      ...(env.GATEWAY_URL === undefined ? {} : { gatewayUrl: env.GATEWAY_URL }),
      ...(env.TRUST_PROXY === undefined ? {} : { trustProxy: env.TRUST_PROXY }),
    },
  })

  watchRequests(gateway.server, eventLoop, createPeerAddress(env.TRUST_PROXY ?? 'private'))

  stopOnSignal({
    close: async () => {
      eventLoop.stop()
      await gateway.drain()
      listener?.close()
      await tracing?.close()
      await changes.close()
      await disconnect()
    },
    maxStopMs: defaultGatewayConfig.drainTimeoutMs + 5_000,
    logger,
  })
  await gateway.listen()
  eventLoop.start()
}
