import { type Database, getPoolCounts } from '@bridge/database'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Creates a registry with every program's metrics: the process, its event loop, and its database pools. */
export function createProcessMetrics(pools: Readonly<Record<string, Database>>): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'bridge_database_connections',
    help: 'Connections of a pool by state; `waiting` are statements that wait for one.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, database] of Object.entries(pools)) {
        for (const [state, count] of Object.entries(getPoolCounts(database))) this.set({ pool, state }, count)
      }
    },
  })
  return registry
}

/** Adds the times for which the event loop was blocked. Returns the function recording one, in milliseconds. */
export function createBlockMetric(registry: Registry): (ms: number) => void {
  const blocks = new Histogram({
    name: 'bridge_event_loop_blocked_seconds',
    help: 'Times of more than 250 ms for which the event loop was blocked.',
    buckets: [0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  })
  return (ms) => blocks.observe(ms / 1000)
}

/** Adds what this process serves, for an alert when the last such process ends. */
export function addSurfaceMetric(registry: Registry, surfaces: readonly string[]): void {
  const served = new Gauge({
    name: 'bridge_surface_served',
    help: '1 for each surface that the process serves.',
    labelNames: ['surface'],
    registers: [registry],
  })
  for (const surface of surfaces) served.set({ surface }, 1)
}
