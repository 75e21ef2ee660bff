import type { RealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'
import type { Logger } from 'pino'
import { storeReportedChanges } from './reported-changes.store.ts'

interface ReportedChangesOptions {
  readonly database: Database
  readonly logger: Logger
}

/** The realms whose agents have reported a change since the last check, so agents cannot flood the database. */
export class ReportedChanges {
  readonly #options: ReportedChangesOptions
  readonly #realmIds = new Set<RealmId>()
  #storing: Promise<void> | undefined

  constructor(options: ReportedChangesOptions) {
    this.#options = options
  }

  add(realmId: RealmId): void {
    this.#realmIds.add(realmId)
  }

  /** Makes the polls of these realms due, with one statement at a time. The next poll finds what is lost. */
  store(): void {
    if (this.#realmIds.size === 0 || this.#storing !== undefined) return
    const realmIds = [...this.#realmIds]
    this.#realmIds.clear()
    const { database, logger } = this.#options
    this.#storing = storeReportedChanges(database, realmIds)
      .then(() => undefined)
      .catch((error: unknown) => logger.error({ err: error }, 'could not make polls for changes due'))
      .finally(() => {
        this.#storing = undefined
      })
  }
}
