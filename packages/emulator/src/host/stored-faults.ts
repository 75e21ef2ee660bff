import type { FaultTable } from './fault-table.ts'
import type { Switches } from './switches.ts'

/**
 * Faults kept in the company file. They apply to every process using it, are counted down once for all, and end when
 * the file is reset.
 */
export type StoredFaults = { readonly [name: string]: boolean | number | string | null }

/** Returns an exchange's switches: stored faults override the connection's switches. */
export function applyStoredFaults(switches: Switches, stored: StoredFaults): Switches {
  return { ...switches, ...stored }
}

/**
 * Applies the counts an exchange used up. The connection's counts are changed in place. Stored faults are returned, as
 * the same object if unchanged.
 */
export function updateCounts(
  table: FaultTable,
  effective: Switches,
  switches: Switches,
  stored: StoredFaults,
): StoredFaults {
  const counts: Record<string, number> = {}
  for (const [name, { type }] of Object.entries(table)) {
    if (type !== 'count') continue
    const count = Number((effective as object as Record<string, unknown>)[name])
    if (stored[name] === undefined) Object.assign(switches, { [name]: count })
    else if (stored[name] !== count) counts[name] = count
  }
  return Object.keys(counts).length === 0 ? stored : { ...stored, ...counts }
}
