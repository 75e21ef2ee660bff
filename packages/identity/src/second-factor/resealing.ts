import type { Dependencies } from '@bridge/platform/dependencies'
import { listSessionSecrets } from '@bridge/platform/server-config'
import { openSecret, sealSecret } from './sealed-secret.ts'
import { listSealedSecrets, replaceSealedSecret } from './second-factor.store.ts'

/** Encrypts second factors with the current session secret if an accepted older one has encrypted them. */
export interface Resealing {
  /** Encrypts those due. Never rejects. */
  run(): Promise<void>
  /** Waits for the run in progress and stops the timer. */
  close(): Promise<void>
}

const intervalMs = 5 * 60_000
const pageSize = 500

/**
 * Runs at the start and every five minutes, because servers with the previous secret may still add second factors. Does
 * nothing unless several secrets are accepted.
 */
export function createResealing({
  database,
  config,
  logger,
}: Pick<Dependencies, 'database' | 'config' | 'logger'>): Resealing {
  const [current, ...accepted] = listSessionSecrets(config)
  let isClosed = false

  const reseal = async (): Promise<void> => {
    let resealed = 0
    let unreadable = 0
    let after = ''
    while (!isClosed) {
      const page = await listSealedSecrets(database, after, pageSize)
      for (const { userId, sealedSecret } of page) {
        after = userId
        if (openSecret(sealedSecret, userId, [current]) !== undefined) continue
        const secret = openSecret(sealedSecret, userId, accepted)
        if (secret === undefined) unreadable += 1
        else if (await replaceSealedSecret(database, userId, sealedSecret, sealSecret(secret, userId, current))) {
          resealed += 1
        }
      }
      if (page.length < pageSize) break
    }
    logger.info({ resealed, unreadable }, 'Second factors are encrypted with the current SESSION_SECRET.')
  }

  let running: Promise<void> = Promise.resolve()
  const run = (): Promise<void> => {
    if (accepted.length > 0 && !isClosed) {
      running = running.then(reseal).catch((error: unknown) => {
        logger.warn({ err: error }, 'Could not encrypt second factors with the current SESSION_SECRET; trying again.')
      })
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
