import type { Logger } from 'pino'

type Signal = 'SIGINT' | 'SIGTERM'

/** The process, or what replaces it in a test. */
interface StoppableProcess {
  on(signal: Signal, listener: (signal: Signal) => void): StoppableProcess
  off(signal: Signal, listener: (signal: Signal) => void): StoppableProcess
  exit(code: number): void
}

interface StopOptions {
  /** Finishes requests, then closes what the process opened. */
  readonly close: () => Promise<void>
  /** Milliseconds it may take; then the process exits with code 1. */
  readonly maxStopMs: number
  readonly logger: Pick<Logger, 'info' | 'error'>
  readonly process?: StoppableProcess
}

/**
 * Closes everything on the first SIGINT or SIGTERM and exits, whatever is still open: a leftover socket or connection
 * must not keep an idle process alive. A second signal ends the process at once.
 */
export function stopOnSignal({ close, maxStopMs, logger, process: target = process }: StopOptions): void {
  const stop = (signal: Signal): void => {
    target.off('SIGINT', stop).off('SIGTERM', stop)
    logger.info({ signal }, 'Stopping.')
    const bound = setTimeout(() => {
      logger.error({ ms: maxStopMs }, 'The process could not stop in time, and exits.')
      target.exit(1)
    }, maxStopMs)
    close().then(
      () => {
        clearTimeout(bound)
        target.exit(0)
      },
      (error: unknown) => {
        clearTimeout(bound)
        logger.error({ err: error }, 'The process could not stop cleanly.')
        target.exit(1)
      },
    )
  }
  target.on('SIGINT', stop).on('SIGTERM', stop)
}
