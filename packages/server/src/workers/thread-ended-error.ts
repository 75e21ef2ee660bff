/** A thread ended: it used more memory than it may, failed, or was killed. */
export class ThreadEndedError extends Error {
  override readonly name = 'ThreadEndedError'
  readonly isOutOfMemory: boolean

  /** @param cause the error that ended it; undefined if it exited or was killed */
  constructor(thread: string, exitCode: number, cause: unknown) {
    const isOutOfMemory = cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
    const why = isOutOfMemory ? 'out of memory' : cause === undefined ? `exit code ${exitCode}` : 'an error'
    super(`The thread ${thread} ended: ${why}.`, { cause })
    this.isOutOfMemory = isOutOfMemory
  }
}
