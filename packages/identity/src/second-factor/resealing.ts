import type { Dependencies } from '@bridge/platform/dependencies'
import { listSessionSecrets } from '@bridge/platform/server-config'
import { openSecret, sealSecret } from './sealed-secret.ts'
import { listSealedSecrets, replaceSealedSecret } from './second-factor.store.ts'

/** A table's sealed secrets. */
export interface SealedStore {
  /** Names them in the log. */
  readonly name: string
  /** Lists secrets by owner, after one. */
  list(afterOwner: string, count: number): Promise<readonly SealedRow[]>
  /** Returns false if it has changed in the meantime. */
  replace(row: SealedRow, sealed: string): Promise<boolean>
}

export interface SealedRow {
  readonly owner: string
  readonly sealed: string
}

/** Encrypts secrets with the current session secret if an accepted older one has encrypted them. */
export interface Resealing {
  /** Encrypts those due. Never rejects. */
  run(): Promise<void>
  /** Waits for the run in progress and stops the timer. */
  close(): Promise<void>
}

const intervalMs = 5 * 60_000
const pageSize = 500

/**
 * Runs at the start and every five minutes, because servers with the previous secret may still add some. Does nothing unless
 * several secrets are accepted.
 *
 * @param stores further sealed secrets
 */
export function createResealing(
  { database, config, logger }: Pick<Dependencies, 'database' | 'config' | 'logger'>,
  stores: readonly SealedStore[] = [],
): Resealing {
  const [current, ...accepted] = listSessionSecrets(config)
  let isClosed = false
  const secondFactors: SealedStore = {
    name: 'second factors',
    list: (after, count) => listSealedSecrets(database, after, count),
    replace: ({ owner, sealed }, next) => replaceSealedSecret(database, owner, sealed, next),
  }

  const reseal = async ({ name, list, replace }: SealedStore): Promise<void> => {
    let resealed = 0
    let unreadable = 0
    let after = ''
    while (!isClosed) {
      const page = await list(after, pageSize)
      for (const row of page) {
        const { owner, sealed } = row
        after = owner
        if (openSecret(sealed, owner, [current]) !== undefined) continue
        const secret = openSecret(sealed, owner, accepted)
        if (secret === undefined) unreadable += 1
        else if (await replace(row, sealSecret(secret, owner, current))) resealed += 1
      }
      if (page.length < pageSize) break
    }
    logger.info({ name, resealed, unreadable }, 'Secrets are encrypted with the current SESSION_SECRET.')
  }

  let running: Promise<void> = Promise.resolve()
  const run = (): Promise<void> => {
    if (accepted.length > 0 && !isClosed) {
      for (const store of [secondFactors, ...stores]) {
        running = running
          .then(() => reseal(store))
          .catch((error: unknown) => {
            logger.warn({ err: error }, 'Could not encrypt secrets with the current SESSION_SECRET; trying again.')
          })
      }
    }
    return running
  }
  void run()
  const timer = setInterval(run, intervalMs).unref()
  return {
    run,
    async close() {
      isClosed = true
      clearInterval(timer)
      await running
    },
  }
}
