import type { FaultTable } from './fault-table.ts'
import type { Switches } from './switches.ts'

/**
 * Faults that are kept in the company file. They apply to every process that has it open, are counted down once for all
 * of them, and end when the file is reset.
 */
export type StoredFaults = { readonly [name: string]: boolean | number | string | null }

/** Returns the switches of an exchange: stored faults override the switches of the connection. */
export function applyStoredFaults(switches: Switches, stored: StoredFaults): Switches {
  return { ...switches, ...stored }
}

/**
 * Applies the counts that an exchange used up. Counts of the connection are changed in place. Stored faults are
 * returned, as the same object if none of them changed.
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
