import { setImmediate } from 'node:timers/promises'
import {
  type AuditRow,
  type ExchangeOutcome,
  hasResponse,
  type RealmId,
  type Refusal,
  type SandboxTemplate,
} from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'
import {
  type Clock,
  type Company,
  type CompanyOutcome,
  type CompanyStorage,
  openCompany,
  type Random,
  type StoredFaults,
} from '@bridge/emulator'
import { LRUCache } from 'lru-cache'
import { type CompanyLease, createCompanyStorage, createResetStorage, findTemplate } from './company.store.ts'

/** A company file's record count, and its next transaction number. */
export interface ResetCounts {
  readonly records: number
  readonly nextNumber: number
}

export interface CompanyFilesOptions {
  readonly database: Database
  readonly clock: Clock
  readonly random: Random
  readonly maxRecords: number
  /** Resolves when a late sandbox may respond. */
  readonly wait: (ms: number, realmId: RealmId) => Promise<void>
  /** Whether opening a file ends other processes' right to it; see {@link CompanyLease}. */
  readonly takesLeases?: boolean
  /** Returns whether files should be closed, because memory runs short. */
  readonly isShortOfMemory?: () => boolean
}

interface OpenFile {
  readonly lease: CompanyLease | undefined
  readonly opening: Promise<Company>
  company?: Company
}

const maxOpenFiles = 64
const maxIdleMs = 10 * 60 * 1000

/**
 * Opens company files over PostgreSQL. Recently used files stay open in memory for 10 minutes and load only changes.
 * Closing one loses its iterators.
 */
export class CompanyFiles {
  readonly #options: CompanyFilesOptions
  readonly #files = new LRUCache<RealmId, OpenFile>({ max: maxOpenFiles, ttl: maxIdleMs, ttlAutopurge: true })

  constructor(options: CompanyFilesOptions) {
    this.#options = options
  }

  /** Sends a message set to a sandbox's company file. */
  async exchange(realmId: RealmId, messageSet: string): Promise<ExchangeOutcome> {
    const startedAt = performance.now()
    const outcome = toExchangeOutcome(await this.#use(realmId, (company) => company.exchange(messageSet)))
    return hasResponse(outcome) ? { ...outcome, timing: { desktopMs: performance.now() - startedAt } } : outcome
  }

  /** Counts the sandbox's records, deactivated ones included. */
  countRecords(realmId: RealmId): Promise<number> {
    return this.#use(realmId, (company) => company.recordCount())
  }

  /** Loads the sandbox's faults with other values than their defaults. */
  getFaults(realmId: RealmId): Promise<StoredFaults> {
    return this.#use(realmId, (company) => company.storedFaults())
  }

  /** Replaces the sandbox's faults. A reset turns them off. */
  async setFaults(realmId: RealmId, faults: StoredFaults, event?: AuditRow): Promise<void> {
    const { lease } = this.#getFile(realmId)
    const storage = createCompanyStorage(this.#options.database, realmId, { lease, event })
    const company = this.#openWith(realmId, storage, await findTemplate(this.#options.database, realmId))
    await company.storeFaults(faults)
  }

  /** Resets a sandbox's books. */
  async reset(realmId: RealmId, template: SandboxTemplate, event?: AuditRow): Promise<ResetCounts> {
    const { lease } = this.#getFile(realmId)
    const storage = createResetStorage(this.#options.database, realmId, template, { lease, event })
    const counts = await this.#openWith(realmId, storage, template).read(({ recordCount, profile }) => ({
      records: recordCount,
      nextNumber: (profile.counters.TransactionNumber ?? 0) + 1,
    }))
    this.#files.delete(realmId)
    return counts
  }

  /** Closes the file; the next call opens it again. */
  close(realmId: RealmId): void {
    this.#files.delete(realmId)
  }

  /** Counts the open files. */
  count(): number {
    return this.#files.size
  }

  /** Runs work on the company file, which is reopened after a failure. */
  async #use<Result>(realmId: RealmId, work: (company: Company) => Promise<Result>): Promise<Result> {
    const file = this.#getFile(realmId)
    const isNew = file.company === undefined
    try {
      file.company ??= await file.opening
      const result = await work(file.company)
      if (isNew && this.#options.isShortOfMemory?.()) this.#closeHalf()
      return result
    } catch (error) {
      this.#files.delete(realmId)
      throw error
    }
  }

  #getFile(realmId: RealmId): OpenFile {
    const file = this.#files.get(realmId) ?? this.#open(realmId)
    this.#files.set(realmId, file)
    return file
  }

  #open(realmId: RealmId): OpenFile {
    const { database, takesLeases = false } = this.#options
    const lease = takesLeases ? { epoch: undefined } : undefined
    const opening = findTemplate(database, realmId).then((template) =>
      this.#openWith(realmId, createCompanyStorage(database, realmId, { lease }), template),
    )
    opening.catch(() => undefined)
    return { lease, opening }
  }

  #openWith(realmId: RealmId, storage: CompanyStorage, template: SandboxTemplate): Company {
    const { clock, random, maxRecords, wait } = this.#options
    return openCompany({
      storage,
      clock,
      random,
      template,
      companyName: 'Sandbox Company',
      limits: { maxRecords },
      // Other sandboxes have their turn.
      pause: () => setImmediate(),
      wait: (ms) => wait(ms, realmId),
    })
  }

  #closeHalf(): void {
    for (let left = Math.floor(this.#files.size / 2); left > 0; left--) this.#files.pop()
  }
}

function toExchangeOutcome(outcome: CompanyOutcome): ExchangeOutcome {
  if (outcome.sent) return outcome
  switch (outcome.reason) {
    case 'record-limit':
      return refuse(
        'SANDBOX_RECORD_LIMIT',
        `The sandbox holds at most ${outcome.maxRecords} records, deactivated ones included. Reset it or delete transactions.`,
      )
    case 'unsupported':
      return refuse('SANDBOX_UNSUPPORTED', `The sandbox does not emulate ${outcome.request}. Nothing was changed.`)
    default:
      return outcome
  }
}

function refuse(hresult: Refusal, message: string): ExchangeOutcome {
  return { sent: false, reason: 'execution-error', error: { hresult, message } }
}
