import type { Logger } from 'pino'

/**
 * Awaits work whose failure must not fail a call, because the next call or the sweep makes up for it. Returns whether it
 * succeeded.
 */
export async function attempt(logger: Logger, what: string, work: Promise<void>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    logger.error({ err: error }, `Could not ${what}`)
    return false
  }
}
