import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** A finished call to a surface. */
export interface MeasuredCall {
  readonly surface: string
  readonly status: number
  /** The fault code, if there was one. */
  readonly code?: string | undefined
  /** Its parts' times in milliseconds; unknown ones are absent. */
  readonly ms: {
    readonly total: number
    readonly queue?: number | undefined
    readonly gateway?: number | undefined
    readonly desktop?: number | undefined
  }
}

/** A request to a webhook. */
export interface MeasuredDelivery {
  /** The status of the response; undefined without one. */
  readonly status: number | undefined
  readonly ms: number
}

/** Counts calls, and requests to webhooks. */
export interface CallMetrics {
  record(call: MeasuredCall): void
  recordDelivery(delivery: MeasuredDelivery): void
}

/** From a cached read to an agent's time for a request. */
const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 240]

/** Adds call metrics, and those of the database connection, to a registry. */
export function createCallMetrics(registry: Registry, isDatabaseAway: () => boolean): CallMetrics {
  const registers = [registry]
  const calls = new Counter({
    name: 'bridge_calls_total',
    help: 'Finished calls by surface, HTTP status and code of the fault.',
    labelNames: ['surface', 'status', 'code'],
    registers,
  })
  const seconds = new Histogram({
    name: 'bridge_call_seconds',
    help: 'Time of calls by surface and part: all of it, in the queue of the company file, in transit, in QuickBooks Desktop.',
    labelNames: ['surface', 'part'],
    buckets: secondsBuckets,
    registers,
  })
  const deliveries = new Counter({
    name: 'bridge_webhook_deliveries_total',
    help: 'Requests to webhooks by the HTTP status of the response, or `none`.',
    labelNames: ['status'],
    registers,
  })
  const deliverySeconds = new Histogram({
    name: 'bridge_webhook_delivery_seconds',
    help: 'Time of requests to webhooks.',
    buckets: secondsBuckets.filter((seconds) => seconds <= 5),
    registers,
  })
  new Gauge({
    name: 'bridge_database_away',
    help: '1 while the database cannot be reached.',
    registers,
    collect() {
      this.set(isDatabaseAway() ? 1 : 0)
    },
  })
  return {
    record({ surface, status, code = '', ms }) {
      calls.inc({ surface, status, code })
      for (const [part, value] of Object.entries(ms))
        if (value !== undefined) seconds.observe({ surface, part }, value / 1000)
    },
    recordDelivery({ status, ms }) {
      deliveries.inc({ status: status ?? 'none' })
      deliverySeconds.observe(ms / 1000)
    },
  }
}

/** Returns a path's surface, if any: `admin` for `/admin/v1/orgs`. QBO's paths of OAuth begin with a version. */
export function getSurface(path: string): string {
  const first = path.split('/', 2)[1] ?? ''
  return first === 'v1' || first === 'v2' ? 'oauth2' : first
}
