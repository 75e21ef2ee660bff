import type { AuditRow, ExchangeOutcome, RealmId, SandboxTemplate } from '@bridge/agent-protocol'
import type { DesktopResponse, ExchangeOptions } from '../desktop/desktop.ts'

/** The number of records of a company file, and that of the next transaction. */
export interface ResetCounts {
  readonly records: number
  readonly nextNumber: number
}

/** The values of faults that differ from their defaults. */
export type StoredFaults = Readonly<Record<string, boolean | number | string | null>>

/** The company files of all sandboxes. */
export interface SandboxFiles {
  /** Sends a message set to the company file of a sandbox. */
  exchange(realmId: RealmId, messageSet: string, options: ExchangeOptions): Promise<ExchangeOutcome<DesktopResponse>>
  /** Resets the books of a sandbox. */
  reset(realmId: RealmId, template: SandboxTemplate, event?: AuditRow): Promise<ResetCounts>
  /** Counts the records of the sandbox, deactivated ones included. */
  countRecords(realmId: RealmId): Promise<number>
  /** Loads the faults of the sandbox. */
  getFaults(realmId: RealmId): Promise<StoredFaults>
  /** Replaces the faults of the sandbox. A reset turns them off. */
  setFaults(realmId: RealmId, faults: StoredFaults, event?: AuditRow): Promise<void>
}
