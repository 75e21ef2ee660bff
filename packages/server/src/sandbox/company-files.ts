import type { ExchangeOutcome, RealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'
import {
  type Clock,
  type Company,
  type CompanyOutcome,
  type CompanyStorage,
  getChangedFaults,
  getFaultValues,
  openCompany,
  type Random,
  sandboxFaults,
} from '@bridge/emulator'
import { LRUCache } from 'lru-cache'
import type { DesktopResponse } from '../desktop/desktop.ts'
import type { AuditEntry } from '../operation/audit.store.ts'
import { createCompanyStorage, createResetStorage, findTemplate, type SandboxTemplate } from './company.store.ts'
import type { SandboxFaults } from './faults.ts'

/** The number of records of a company file, and that of the next transaction. */
export interface ResetCounts {
  readonly records: number
  readonly nextNumber: number
}

/** The outcome of a message set, whose response is packed if it is long and comes from another thread. */
export type SandboxOutcome = ExchangeOutcome<DesktopResponse> | Exclude<CompanyOutcome, ExchangeOutcome>

/** The company files of all sandboxes. Arguments and results can be sent to another thread. */
export interface CompanyFiles {
  /** Sends a message set to the company file of a sandbox. */
  exchange(realmId: RealmId, messageSet: string): Promise<SandboxOutcome>
  /** Resets the books of a sandbox. */
  reset(realmId: RealmId, template: SandboxTemplate, event?: AuditEntry): Promise<ResetCounts>
  /** Counts the records of the sandbox, deactivated ones included. */
  countRecords(realmId: RealmId): Promise<number>
  /** Loads the faults of the sandbox, which all servers share. */
  faults(realmId: RealmId): Promise<SandboxFaults>
  /** Replaces the faults of the sandbox on all servers. A reset turns them off. */
  setFaults(realmId: RealmId, faults: SandboxFaults, event?: AuditEntry): Promise<void>
}

export interface CompanyFilesOptions {
  readonly database: Database
  readonly clock: Clock
  readonly random: Random
  readonly recordsMax: number
  /** Resolves when a sandbox that responds late may respond. */
  readonly wait: (ms: number, realmId: RealmId) => Promise<void>
  /** Returns whether files should be closed, because memory runs short. */
  readonly isShortOfMemory?: () => boolean
}

/** Company files over PostgreSQL, in this thread. */
export interface OpenCompanyFiles extends CompanyFiles {
  exchange(realmId: RealmId, messageSet: string): Promise<CompanyOutcome>
  /** Returns whether a query of the sandbox has further pages, which would be lost if its file were closed. */
  isIterating(realmId: RealmId): boolean
}

const openFilesMax = 64
const idleMs = 10 * 60 * 1000

/**
 * Opens company files over PostgreSQL. The most recently used files stay open in memory for 10 minutes and load only
 * what has changed. Closing one loses its iterators.
 */
export function createCompanyFiles({
  database,
  clock,
  random,
  recordsMax,
  wait,
  isShortOfMemory = () => false,
}: CompanyFilesOptions): OpenCompanyFiles {
  const openFiles = new LRUCache<RealmId, { readonly opening: Promise<Company>; company?: Company }>({
    max: openFilesMax,
    ttl: idleMs,
    ttlAutopurge: true,
  })

  const openWith = (realmId: RealmId, storage: CompanyStorage, template: SandboxTemplate): Company =>
    openCompany({
      storage,
      clock,
      random,
      template,
      companyName: 'Sandbox Company',
      limits: { recordsMax },
      wait: (ms) => wait(ms, realmId),
    })

  const open = async (realmId: RealmId): Promise<Company> =>
    openWith(realmId, createCompanyStorage(database, realmId), await findTemplate(database, realmId))

  const getFile = (realmId: RealmId) => {
    const file = openFiles.get(realmId) ?? { opening: open(realmId) }
    openFiles.set(realmId, file)
    return file
  }

  /** Runs work on the company file, which is reopened after a failure. */
  const use = async <Result>(realmId: RealmId, work: (company: Company) => Promise<Result>): Promise<Result> => {
    const file = getFile(realmId)
    const isNew = file.company === undefined
    try {
      file.company ??= await file.opening
      const result = await work(file.company)
      if (isNew && isShortOfMemory()) closeHalf()
      return result
    } catch (error) {
      openFiles.delete(realmId)
      throw error
    }
  }

  const closeHalf = () => {
    for (let left = Math.floor(openFiles.size / 2); left > 0; left--) openFiles.pop()
  }

  return {
    exchange: (realmId, messageSet) => use(realmId, (company) => company.exchange(messageSet)),
    isIterating: (realmId) => openFiles.peek(realmId)?.company?.isIterating() ?? false,
    countRecords: (realmId) => use(realmId, (company) => company.recordCount()),
    faults: async (realmId) => getFaultValues(sandboxFaults, await use(realmId, (company) => company.storedFaults())),
    async setFaults(realmId, faults, event) {
      const storage = createCompanyStorage(database, realmId, event)
      const company = openWith(realmId, storage, await findTemplate(database, realmId))
      await company.storeFaults(getChangedFaults(sandboxFaults, faults))
    },
    async reset(realmId, template, event) {
      const company = openWith(realmId, createResetStorage(database, realmId, template, event), template)
      const counts = await company.read(({ recordCount, profile }) => ({
        records: recordCount,
        nextNumber: (profile.counters.TransactionNumber ?? 0) + 1,
      }))
      openFiles.delete(realmId)
      return counts
    },
  }
}
