import { setTimeout as wait } from 'node:timers/promises'
import type { ExchangeOutcome, RealmId } from '@bridge/agent-protocol'
import {
  type Company,
  type CompanyOutcome,
  type CompanyStorage,
  getChangedFaults,
  getFaultValues,
  openCompany,
  sandboxFaults,
} from '@bridge/emulator'
import { Fault } from '@bridge/faults'
import { LRUCache } from 'lru-cache'
import type { Desktop } from '../desktop/desktop.ts'
import type { ServerConfig } from '../runtime/config.ts'
import type { Dependencies } from '../runtime/dependencies.ts'
import {
  createCompanyStorage,
  createResetStorage,
  findTemplate,
  type SandboxTemplate,
  type TransactionHook,
} from './company.store.ts'
import type { SandboxFaults } from './faults.ts'

export interface SandboxDesktopOptions extends Pick<Dependencies, 'database' | 'clock'> {
  readonly config: Pick<ServerConfig, 'sandboxRecordsMax'>
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number
}

/** The company files of all sandboxes. */
export interface Sandboxes extends Desktop {
  /** Resets the books of a sandbox; returns the number of their records, and that of the next transaction. */
  reset(
    realmId: RealmId,
    template: SandboxTemplate,
    hook?: TransactionHook,
  ): Promise<{ readonly records: number; readonly nextNumber: number }>
  /** Counts the records of the sandbox, deactivated ones included. */
  countRecords(realmId: RealmId): Promise<number>
  /** Loads the faults of the sandbox, which all servers share. */
  faults(realmId: RealmId): Promise<SandboxFaults>
  /** Replaces the faults of the sandbox on all servers. A reset turns them off. */
  setFaults(realmId: RealmId, faults: SandboxFaults, hook?: TransactionHook): Promise<void>
}

const openFilesMax = 64

/**
 * Creates the desktop of sandboxes: the emulator over PostgreSQL. The most recently used files stay open in memory and
 * load only what has changed. Closing one loses its iterators.
 */
export function createSandboxDesktop({ database, clock, config, random }: SandboxDesktopOptions): Sandboxes {
  const openCompanies = new LRUCache<RealmId, Promise<Company>>({ max: openFilesMax })

  const openWith = (storage: CompanyStorage, template: SandboxTemplate): Company =>
    openCompany({
      storage,
      clock,
      random,
      template,
      companyName: 'Sandbox Company',
      limits: { recordsMax: config.sandboxRecordsMax },
      wait: (ms) => wait(ms),
    })

  const open = async (realmId: RealmId): Promise<Company> =>
    openWith(createCompanyStorage(database, realmId), await findTemplate(database, realmId))

  const getCompany = (realmId: RealmId): Promise<Company> => {
    const company = openCompanies.get(realmId) ?? open(realmId)
    openCompanies.set(realmId, company)
    return company
  }

  /** Runs work on the company file, which is reopened after a failure. */
  const use = async <Result>(realmId: RealmId, work: (company: Company) => Promise<Result>): Promise<Result> => {
    try {
      return await work(await getCompany(realmId))
    } catch (error) {
      openCompanies.delete(realmId)
      throw error
    }
  }

  return {
    async exchange(realmId, messageSet) {
      const startedAt = performance.now()
      const outcome = await use(realmId, (company) => company.exchange(messageSet))
      return toExchangeOutcome(outcome, performance.now() - startedAt)
    },
    countRecords: (realmId) => use(realmId, (company) => company.recordCount()),
    faults: async (realmId) => getFaultValues(sandboxFaults, await use(realmId, (company) => company.storedFaults())),
    async setFaults(realmId, faults, hook) {
      const storage = createCompanyStorage(database, realmId, hook)
      const company = openWith(storage, await findTemplate(database, realmId))
      await company.storeFaults(getChangedFaults(sandboxFaults, faults))
    },
    async reset(realmId, template, hook) {
      const company = openWith(createResetStorage(database, realmId, template, hook), template)
      const counts = await company.read(({ recordCount, profile }) => ({
        records: recordCount,
        nextNumber: (profile.counters.TransactionNumber ?? 0) + 1,
      }))
      openCompanies.delete(realmId)
      return counts
    },
  }
}

/** @throws Fault `SANDBOX_RECORD_LIMIT` or `SANDBOX_UNSUPPORTED` for requests that only the sandbox rejects */
function toExchangeOutcome(outcome: CompanyOutcome, desktopMs: number): ExchangeOutcome {
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
