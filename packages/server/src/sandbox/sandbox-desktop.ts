import { setTimeout as wait } from 'node:timers/promises'
import type { RealmId } from '@bridge/agent-protocol'
import {
  type Company,
  type CompanyStorage,
  type Exchange,
  getChangedFaults,
  getFaultValues,
  isNotOpen,
  openCompany,
  sandboxFaults,
} from '@bridge/emulator'
import { Fault } from '@bridge/faults'
import { LRUCache } from 'lru-cache'
import type { ServerConfig } from '../config.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Desktop, ExchangeResult } from '../desktop/desktop.ts'
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
  /** A number from 0 (included) to 1 (excluded). */
  readonly random: () => number
}

/** The company files of all sandboxes. */
export interface Sandboxes extends Desktop {
  /** Loads the books of a sandbox anew; tells how many records they hold and which number the next transaction gets. */
  reset(
    realmId: RealmId,
    template: SandboxTemplate,
    alongside?: TransactionHook,
  ): Promise<{ readonly records: number; readonly nextNumber: number }>
  /** The faults that the sandbox is asked for, on whatever server. */
  faults(realmId: RealmId): Promise<SandboxFaults>
  /** Asks the sandbox for faults, in place of those before, on every server; a reset ends them. */
  setFaults(realmId: RealmId, faults: SandboxFaults, alongside?: TransactionHook): Promise<void>
}

const openMax = 64

/**
 * Company files of sandboxes: the emulator over PostgreSQL. The most recently used ones stay open in memory and are
 * brought up to date by what changed since; closing one loses nothing but its iterators.
 */
export function createSandboxDesktop({ database, clock, config, random }: SandboxDesktopOptions): Sandboxes {
  const openCompanies = new LRUCache<RealmId, Promise<Company>>({ max: openMax })

  const openOn = (storage: CompanyStorage, template: SandboxTemplate): Company =>
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
    openOn(createCompanyStorage(database, realmId), await findTemplate(database, realmId))

  const companyOf = (realmId: RealmId): Promise<Company> => {
    const found = openCompanies.get(realmId) ?? open(realmId)
    openCompanies.set(realmId, found)
    return found
  }

  /** Works with the company file, which is opened anew after work that failed. */
  const use = async <Result>(realmId: RealmId, work: (company: Company) => Promise<Result>): Promise<Result> => {
    try {
      return await work(await companyOf(realmId))
    } catch (error) {
      openCompanies.delete(realmId)
      throw error
    }
  }

  return {
    async exchange(realmId, messageSet) {
      const startedAt = performance.now()
      const exchange = await use(realmId, (company) => company.exchange(messageSet))
      return resultOf(exchange, performance.now() - startedAt)
    },
    faults: async (realmId) => getFaultValues(sandboxFaults, await use(realmId, (company) => company.storedFaults())),
    async setFaults(realmId, faults, alongside) {
      const storage = createCompanyStorage(database, realmId, alongside)
      const company = openOn(storage, await findTemplate(database, realmId))
      await company.storeFaults(getChangedFaults(sandboxFaults, faults))
    },
    async reset(realmId, template, alongside) {
      const company = openOn(createResetStorage(database, realmId, template, alongside), template)
      const counted = await company.read(({ recordCount, profile }) => ({
        records: recordCount,
        nextNumber: (profile.counters.TransactionNumber ?? 0) + 1,
      }))
      openCompanies.delete(realmId)
      return counted
    },
  }
}

/** @throws Fault `SANDBOX_RECORD_LIMIT` or `SANDBOX_UNSUPPORTED` for what the sandbox refuses */
function resultOf(exchange: Exchange, desktopMs: number): ExchangeResult {
  if ('response' in exchange) return { sent: true, lost: false, answer: exchange.response, timing: { desktopMs } }
  if ('failed' in exchange) {
    const { handedOver, hresult, message } = exchange.failed
    if (handedOver) return { sent: true, lost: true, why: 'connection' }
    return isNotOpen(exchange.failed)
      ? { sent: false, why: 'app-not-open' }
      : { sent: false, why: 'execution-error', hresult, message }
  }
  if (exchange.rejected === 'record-limit') {
    throw new Fault(
      'SANDBOX_RECORD_LIMIT',
      `The sandbox holds at most ${exchange.recordsMax} records, deactivated ones included. Reset it or delete transactions.`,
    )
  }
  throw new Fault('SANDBOX_UNSUPPORTED', `The sandbox does not emulate ${exchange.request}. Nothing was changed.`)
}
