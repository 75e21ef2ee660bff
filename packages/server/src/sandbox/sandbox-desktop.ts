import { type Company, type CompanyStorage, type Exchange, openCompany } from '@bridge/emulator'
import { Fault } from '@bridge/faults'
import type { ServerConfig } from '../config.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Desktop, ExchangeResult } from '../desktop/desktop.ts'
import type { RealmId } from '../http/realm-id.ts'
import { createCompanyStorage, createEmptiedStorage, findTemplate, type SandboxTemplate } from './company.store.ts'

export interface SandboxDesktopOptions extends Pick<Dependencies, 'database' | 'clock'> {
  readonly config: Pick<ServerConfig, 'sandboxRecordsMax'>
  /** A number from 0 (included) to 1 (excluded). */
  readonly random: () => number
}

/** The company files of all sandboxes. */
export interface Sandboxes extends Desktop {
  /** Loads the books of a sandbox anew; tells how many records they hold and which number the next transaction gets. */
  reset(realmId: RealmId, template: SandboxTemplate): Promise<{ readonly records: number; readonly nextNumber: number }>
}

/** An open company and its queue: one exchange at a time holds a database connection. */
interface OpenCompany {
  readonly company: Promise<Company>
  turn: Promise<unknown>
}

const openMax = 64

/**
 * Company files of sandboxes: the emulator over PostgreSQL. The most recently used ones stay open in memory and are
 * brought up to date by what changed since; closing one loses nothing but its iterators.
 */
export const createSandboxDesktop = ({ database, clock, config, random }: SandboxDesktopOptions): Sandboxes => {
  const openCompanies = new Map<RealmId, OpenCompany>()

  const openOn = (storage: CompanyStorage, template: SandboxTemplate): Company =>
    openCompany({
      storage,
      clock,
      random,
      template,
      companyName: 'Sandbox Company',
      limits: { recordsMax: config.sandboxRecordsMax },
    })

  const open = async (realmId: RealmId): Promise<Company> =>
    openOn(createCompanyStorage(database, realmId), await findTemplate(database, realmId))

  const companyOf = (realmId: RealmId): OpenCompany => {
    const found = openCompanies.get(realmId) ?? { company: open(realmId), turn: Promise.resolve() }
    openCompanies.delete(realmId)
    openCompanies.set(realmId, found)
    const [oldest] = openCompanies.keys()
    if (openCompanies.size > openMax && oldest !== undefined) openCompanies.delete(oldest)
    return found
  }

  return {
    async exchange(realmId, messageSet) {
      const opened = companyOf(realmId)
      const exchanged = opened.turn.then(async () => (await opened.company).exchange(messageSet))
      opened.turn = exchanged.catch(() => openCompanies.delete(realmId))
      return resultOf(await exchanged)
    },
    async reset(realmId, template) {
      const company = openOn(createEmptiedStorage(database, realmId, template), template)
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
const resultOf = (exchange: Exchange): ExchangeResult => {
  if ('answer' in exchange) return { sent: true, lost: false, answer: exchange.answer }
  if ('failed' in exchange) {
    const { handedOver, hresult, message } = exchange.failed
    return handedOver
      ? { sent: true, lost: true, why: 'connection' }
      : { sent: false, why: 'execution-error', hresult, message }
  }
  if (exchange.refused === 'record-limit') {
    throw new Fault(
      'SANDBOX_RECORD_LIMIT',
      `The sandbox holds at most ${exchange.recordsMax} records, deactivated ones included. Reset it or delete transactions.`,
    )
  }
  throw new Fault('SANDBOX_UNSUPPORTED', `The sandbox does not emulate ${exchange.request}. Nothing was changed.`)
}
