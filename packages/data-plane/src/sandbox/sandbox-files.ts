import type { AuditRow, ExchangeOutcome, RealmId, SandboxTemplate } from '@bridge/agent-protocol'
import type { DesktopResponse, ExchangeOptions } from '../desktop/desktop.ts'

/** A company file's number of records, and the next transaction's number. */
export interface ResetCounts {
  readonly records: number
  readonly nextNumber: number
}

/** Faults with other values than their defaults. */
export type StoredFaults = Readonly<Record<string, boolean | number | string | null>>

/** All sandboxes' company files. */
export interface SandboxFiles {
  /** Sends a message set to a sandbox's company file. */
  exchange(realmId: RealmId, messageSet: string, options: ExchangeOptions): Promise<ExchangeOutcome<DesktopResponse>>
  /** Resets a sandbox's books. */
  reset(realmId: RealmId, template: SandboxTemplate, event?: AuditRow): Promise<ResetCounts>
  /** Counts the sandbox's records, deactivated ones included. */
  countRecords(realmId: RealmId): Promise<number>
  /** Loads the sandbox's faults. */
  getFaults(realmId: RealmId): Promise<StoredFaults>
  /** Replaces the sandbox's faults. A reset turns them off. */
  setFaults(realmId: RealmId, faults: StoredFaults, event?: AuditRow): Promise<void>
}
