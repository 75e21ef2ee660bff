import {
  type AuditRow,
  type ExchangeOutcome,
  isRefusal,
  type RealmId,
  type SandboxTemplate,
} from '@bridge/agent-protocol'
import { getChangedFaults, getFaultValues, sandboxFaults } from '@bridge/emulator/sandbox-faults'
import { Fault } from '@bridge/faults'
import type { Desktop, DesktopResponse } from '../desktop/desktop.ts'
import type { SandboxFaults } from './faults.ts'
import type { ResetCounts, SandboxFiles } from './sandbox-files.ts'

/** All sandboxes' company files as a desktop, with what only sandboxes can do. */
export interface Sandboxes extends Desktop {
  /** Resets a sandbox's books. */
  reset(realmId: RealmId, template: SandboxTemplate, event?: AuditRow): Promise<ResetCounts>
  /** Counts the sandbox's records, deactivated ones included. */
  countRecords(realmId: RealmId): Promise<number>
  /** Loads the sandbox's faults. */
  faults(realmId: RealmId): Promise<SandboxFaults>
  /** Replaces the sandbox's faults. A reset turns them off. */
  setFaults(realmId: RealmId, faults: SandboxFaults, event?: AuditRow): Promise<void>
}

/** Creates the sandboxes' desktop. */
export function createSandboxDesktop(files: SandboxFiles): Sandboxes {
  return {
    exchange: async (realmId, messageSet, options) =>
      requireEmulated(await files.exchange(realmId, messageSet, options)),
    countRecords: (realmId) => files.countRecords(realmId),
    faults: async (realmId) => getFaultValues(sandboxFaults, await files.getFaults(realmId)),
    setFaults: (realmId, faults, event) => files.setFaults(realmId, getChangedFaults(sandboxFaults, faults), event),
    reset: (realmId, template, event) => files.reset(realmId, template, event),
  }
}

/** @throws Fault `SANDBOX_RECORD_LIMIT` or `SANDBOX_UNSUPPORTED` for requests rejected only by the sandbox */
function requireEmulated(outcome: ExchangeOutcome<DesktopResponse>): ExchangeOutcome<DesktopResponse> {
  if (outcome.sent || outcome.reason !== 'execution-error') return outcome
  const { hresult, message } = outcome.error
  if (isRefusal(hresult)) throw new Fault(hresult, message)
  return outcome
}
