import type { EventLoopWatch } from '@bridge/platform/event-loop-watch'
import { createExchangeMetrics, type ExchangeMetrics } from '@bridge/platform/exchange-socket/exchange-metrics'
import { Gauge, type Registry } from 'prom-client'

/** What a gateway holds at a moment. */
export interface GatewayCounts {
  /** Agents with a lease, which is renewed with every heartbeat. */
  readonly agents: number
  /** Web Connectors with a lease. */
  readonly connectors: number
  /** Agents' sockets with no lease yet. */
  readonly newcomers: number
  /** Servers' sockets. */
  readonly servers: number
  /** Servers' requests whose outcome is due, in queues and on their way. */
  readonly requests: number
}

/** Counts a gateway's exchanges. */
export interface GatewayMetrics extends ExchangeMetrics {
  /** Adds what the gateway holds; called once, when the gateway exists. */
  watch(counts: () => GatewayCounts): void
}

/** Adds a gateway's metrics to a registry. */
export function createGatewayMetrics(registry: Registry, eventLoop?: Pick<EventLoopWatch, 'begin'>): GatewayMetrics {
  const registers = [registry]
  return {
    ...createExchangeMetrics(registry, eventLoop),
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
