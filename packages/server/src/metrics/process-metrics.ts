import { type Database, getPoolCounts } from '@bridge/database'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'

/** Creates a registry with the metrics that every program has: the process, its event loop, and its database pools. */
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
