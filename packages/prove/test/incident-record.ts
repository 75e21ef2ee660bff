import type { IncidentRecord } from '../src/soak/incidents.ts'

/** Returns an incident from the second 10 to the second 20 after which clients may see faults for 5 s. */
export function incidentRecord(changes: Partial<IncidentRecord> = {}): IncidentRecord {
  return {
    name: 'database, away for 9.0 s',
    phase: 'incidents',
    healedMs: 5_000,
    cutsConnections: false,
    leavesClaims: false,
    from: 10_000,
    goneAt: 11_000,
    until: 20_000,
    ...changes,
  }
}
