import type { ExchangeCall, ExchangeOutcome } from '@bridge/agent-protocol'
import type { EventLoopWatch } from '@bridge/platform/event-loop-watch'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** What a gateway holds at a moment. */
export interface GatewayCounts {
  /** Agents with a lease, which is renewed with every heartbeat. */
  readonly agents: number
  /** Web Connectors with a lease. */
  readonly connectors: number
  /** Sockets of agents with no lease yet. */
  readonly newcomers: number
  /** Sockets of servers. */
  readonly servers: number
  /** Requests of servers whose outcome is due, in queues and on their way. */
  readonly requests: number
}

/** Counts a gateway's exchanges. */
export interface GatewayMetrics {
  /** Notes an exchange's begin. Returns a function noting its end. */
  beginExchange(call: Pick<ExchangeCall, 'kind' | 'realmId'>): () => void
  recordOutcome(outcome: ExchangeOutcome<Uint8Array>, totalMs: number): void
  /** Adds what the gateway holds; called once, when the gateway exists. */
  watch(counts: () => GatewayCounts): void
}

const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 240]

/** Adds the metrics of a gateway to a registry. */
export function createGatewayMetrics(registry: Registry, eventLoop?: Pick<EventLoopWatch, 'begin'>): GatewayMetrics {
  const registers = [registry]
  const exchanges = new Counter({
    name: 'bridge_exchanges_total',
    help: 'Finished exchanges by outcome: `response`, or why there is none.',
    labelNames: ['outcome'],
    registers,
  })
  const seconds = new Histogram({
    name: 'bridge_exchange_seconds',
    help: 'Time of exchanges from the call of a server to the outcome.',
    buckets: secondsBuckets,
    registers,
  })
  return {
    beginExchange: ({ kind, realmId }) =>
      eventLoop?.begin(() => ({ call: `exchange ${kind}`, realm: realmId })) ?? (() => undefined),
    recordOutcome(outcome, totalMs) {
      exchanges.inc({ outcome: describeOutcome(outcome) })
      seconds.observe(totalMs / 1000)
    },
    watch(counts) {
      new Gauge({
        name: 'bridge_gateway_sockets',
        help: 'Agents, Web Connectors, sockets without a lease, and servers.',
        labelNames: ['peer'],
        registers,
        collect() {
          const { requests: _, ...peers } = counts()
          for (const [peer, count] of Object.entries(peers)) this.set({ peer }, count)
        },
      })
      new Gauge({
        name: 'bridge_gateway_requests',
        help: 'Requests of servers whose outcome is due.',
        registers,
        collect() {
          this.set(counts().requests)
        },
      })
    },
  }
}

/** Returns `response`, or why there is none. */
export function describeOutcome(outcome: ExchangeOutcome<Uint8Array>): string {
  if (!outcome.sent) return `not-sent-${outcome.reason}`
  return outcome.lost ? `lost-${outcome.reason}` : 'response'
}
