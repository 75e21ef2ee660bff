import { setTimeout as wait } from 'node:timers/promises'
import type { ExchangeOutcome } from '@bridge/agent-protocol'
import { Fault } from '@bridge/faults'
import type { Desktop, DesktopResponse } from '../desktop/desktop.ts'
import type { ServerConfig } from '../runtime/config.ts'
import type { Dependencies } from '../runtime/dependencies.ts'
import { type CompanyFiles, createCompanyFiles, type SandboxOutcome } from './company-files.ts'

export interface SandboxDesktopOptions extends Pick<Dependencies, 'database' | 'clock'> {
  readonly config: Pick<ServerConfig, 'sandboxRecordsMax'>
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number
  /** The place of the company files; this thread by default. */
  readonly files?: CompanyFiles
}

/** The company files of all sandboxes as a desktop, with what only sandboxes can do. */
export interface Sandboxes extends Desktop, Omit<CompanyFiles, 'exchange'> {}

/** Creates the desktop of sandboxes: the emulator over PostgreSQL. */
export function createSandboxDesktop({ database, clock, config, random, files }: SandboxDesktopOptions): Sandboxes {
  const companies =
    files ??
    createCompanyFiles({ database, clock, random, recordsMax: config.sandboxRecordsMax, wait: (ms) => wait(ms) })
  return {
    async exchange(realmId, messageSet) {
      const startedAt = performance.now()
      const outcome = await companies.exchange(realmId, messageSet)
      return toExchangeOutcome(outcome, performance.now() - startedAt)
    },
    countRecords: (realmId) => companies.countRecords(realmId),
    faults: (realmId) => companies.faults(realmId),
    setFaults: (realmId, faults, event) => companies.setFaults(realmId, faults, event),
    reset: (realmId, template, event) => companies.reset(realmId, template, event),
  }
}

/** @throws Fault `SANDBOX_RECORD_LIMIT` or `SANDBOX_UNSUPPORTED` for requests that only the sandbox rejects */
function toExchangeOutcome(outcome: SandboxOutcome, desktopMs: number): ExchangeOutcome<DesktopResponse> {
  if (outcome.sent) return outcome.lost ? outcome : { ...outcome, timing: { desktopMs } }
  switch (outcome.reason) {
    case 'record-limit':
      throw new Fault(
        'SANDBOX_RECORD_LIMIT',
        `The sandbox holds at most ${outcome.recordsMax} records, deactivated ones included. Reset it or delete transactions.`,
      )
    case 'unsupported':
      throw new Fault('SANDBOX_UNSUPPORTED', `The sandbox does not emulate ${outcome.request}. Nothing was changed.`)
    default:
      return outcome
  }
}
