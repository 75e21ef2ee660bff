import { type Database, DatabaseRefusedError, readSchemaState, type SchemaState } from '@bridge/database'
import type { Logger } from 'pino'
import { isDatabaseReady } from './readiness.store.ts'

/** Whether a process can serve requests. */
export interface Readiness {
  /** Returns why it cannot; undefined if it can. */
  check(): Promise<string | undefined>
}

/** Shorter than a probe waits. */
const defaultWaitMs = 1_500
const away = 'The database cannot be reached.'

/** A process whose database is migrated. */
export function createDatabaseReadiness(database: Database, maxWaitMs = defaultWaitMs): Readiness {
  return {
    check: async () => ((await isDatabaseReady(database, maxWaitMs)) ? undefined : away),
  }
}

/**
 * Checks that the database has this build's migrations. Once it has, they are not compared again: later migrations keep
 * what a running process uses.
 *
 * @param onRefused called if a database that was away refuses this process later
 * @throws {DatabaseRefusedError} if the database refuses this process
 */
export async function createReadiness({
  database,
  logger,
  onRefused,
  migrations,
  maxWaitMs = defaultWaitMs,
}: {
  readonly database: Database
  readonly logger: Pick<Logger, 'info' | 'warn'>
  readonly onRefused: (error: DatabaseRefusedError) => void
  /** This build's migration names. */
  readonly migrations?: readonly string[]
  /** How long a check waits for the database. */
  readonly maxWaitMs?: number
}): Promise<Readiness> {
  const reachable = createDatabaseReadiness(database, maxWaitMs)
  let isMigrated = false
  let logged: string | undefined

  const log = (reason: string | undefined, cause?: unknown): void => {
    if (reason === logged) return
    logged = reason
    if (reason === undefined) logger.info('Ready.')
    else logger.warn({ reason, err: cause }, 'Not ready.')
  }
  const accept = (state: SchemaState): string | undefined => {
    if (state.kind !== 'ready') {
      log(state.reason, 'cause' in state ? state.cause : undefined)
      return state.reason
    }
    isMigrated = true
    if (state.later.length > 0) logger.warn({ migrations: state.later }, 'The database is newer than this version.')
    return undefined
  }

  const first = await readSchemaState(database, migrations)
  if (first.kind === 'refused') throw new DatabaseRefusedError(first.reason)
  accept(first)

  const compare = async (): Promise<string | undefined> => {
    const state = await within(readSchemaState(database, migrations), maxWaitMs)
    if (state?.kind === 'refused') onRefused(new DatabaseRefusedError(state.reason))
    return state === undefined ? away : accept(state)
  }
  return {
    async check() {
      const reason = await (isMigrated ? reachable.check() : compare())
      log(reason)
      return reason
    },
  }
}

async function within<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
