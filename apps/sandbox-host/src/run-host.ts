import { connectDatabase } from '@bridge/database'
import { EventLoopWatch } from '@bridge/platform/event-loop-watch'
import { createExchangeMetrics } from '@bridge/platform/exchange-socket/exchange-metrics'
import { createBlockMetric, createProcessMetrics } from '@bridge/platform/process-metrics'
import { createReadiness } from '@bridge/platform/readiness'
import { serveMetrics } from '@bridge/platform/serve-metrics'
import { startTracing } from '@bridge/platform/start-tracing'
import { stopOnSignal } from '@bridge/platform/stop-on-signal'
import { asksForTraces } from '@bridge/platform/tracing-variables'
import type { Logger } from 'pino'
import { Gauge } from 'prom-client'
import type { Env } from './env.ts'
import { maxDrainMs, SandboxHost } from './host.ts'

/** Connections to PostgreSQL: while one sandbox waits for it, others compute. */
const maxConnections = 8
const aliveMs = 1_000

interface RunHostOptions {
  readonly env: Env
  /** The process number, from 0. */
  readonly index: number
  readonly logger: Logger
  readonly refuseStart: (error: unknown) => never
}

/** Runs one host process. It sends its parent a heartbeat every second, and ends with it. */
export async function runHost({ env, index, logger, refuseStart }: RunHostOptions): Promise<void> {
  const database = connectDatabase(env.DATABASE_URL, { maxConnections })
  const readiness = await createReadiness({ database, logger, onRefused: refuseStart })
  const registry = createProcessMetrics({ main: database })
  const listener =
    env.METRICS_PORT === undefined
      ? undefined
      : await serveMetrics(registry, { host: env.METRICS_HOST, port: env.METRICS_PORT + index })
  const tracing = asksForTraces(env) ? await startTracing({ serviceName: 'bridge-sandbox-host', logger }) : undefined
  const eventLoop = new EventLoopWatch({ logger, recordBlock: createBlockMetric(registry) })
  const host = new SandboxHost({
    database,
    readiness,
    tracing,
    metrics: createExchangeMetrics(registry, eventLoop),
    clock: () => new Date(),
    logger,
    config: {
      host: env.HOST,
      port: env.PORT + index,
      machineSecret: env.MACHINE_SECRET,
      machineSecretsAccepted: env.MACHINE_SECRETS_ACCEPTED ?? [],
      maxRecords: env.SANDBOX_RECORDS_MAX,
      ...(env.SANDBOX_HOST_URL === undefined ? {} : { url: toProcessUrl(env.SANDBOX_HOST_URL, index) }),
    },
  })
  new Gauge({
    name: 'bridge_sandbox_files',
    help: 'Company files of sandboxes that are open.',
    registers: [registry],
    collect() {
      this.set(host.count().files)
    },
  })
  stopOnSignal({
    close: async () => {
      eventLoop.stop()
      await host.drain()
      listener?.close()
      await tracing?.close()
      await database.$disconnect()
    },
    maxStopMs: maxDrainMs + 5_000,
    logger,
  })
  await host.listen()
  eventLoop.start()
  process.once('disconnect', () => process.exit())
  process.send?.('alive')
  setInterval(() => process.send?.('alive'), aliveMs)
}

/** Returns the address where servers reach a process. */
export function toProcessUrl(first: string, index: number): string {
  const url = new URL(first)
  url.port = String(Number(url.port || 80) + index)
  return url.origin
}
