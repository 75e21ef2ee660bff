/** The caller closed the connection before the response, so nothing would receive it. */
export class CallerLeftError extends Error {
  override readonly name = 'CallerLeftError'

  constructor() {
    super('The caller closed the connection before the response.')
  }
}

/**
 * Checks, before a request begins, the next exchange of a read and the next item of a batch, that the caller still waits.
 * A write that has begun never checks it: it runs through all of its exchanges, so that its outcome is known and stored.
 *
 * @throws CallerLeftError
 */
export function requireCaller({ hasCallerLeft }: { readonly hasCallerLeft?: () => boolean }): void {
  if (hasCallerLeft?.()) throw new CallerLeftError()
}
