import type { ExchangeCall, ExchangeOutcome } from '@bridge/agent-protocol'
import { Counter, Histogram, type Registry } from 'prom-client'
import type { EventLoopWatch } from '../metrics/event-loop-watch.ts'

/** Counts a process's exchanges. */
export interface ExchangeMetrics {
  /** Notes an exchange's begin. Returns a function noting its end. */
  beginExchange(call: Pick<ExchangeCall, 'kind' | 'realmId'>): () => void
  recordOutcome(outcome: ExchangeOutcome<Uint8Array>, totalMs: number): void
}

const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 240]

/** Adds exchange metrics to a registry. */
export function createExchangeMetrics(registry: Registry, eventLoop?: Pick<EventLoopWatch, 'begin'>): ExchangeMetrics {
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
  }
}

/** Returns `response`, or why there is none. */
export function describeOutcome(outcome: ExchangeOutcome<Uint8Array>): string {
  if (!outcome.sent) return `not-sent-${outcome.reason}`
  return outcome.lost ? `lost-${outcome.reason}` : 'response'
}
