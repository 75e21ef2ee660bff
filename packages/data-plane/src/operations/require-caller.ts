/** The caller closed the connection before the response, so nothing would receive it. */
export class CallerLeftError extends Error {
  override readonly name = 'CallerLeftError'

  constructor() {
    super('The caller closed the connection before the response.')
  }
}

/**
 * Checks that the caller still waits: before a request begins, a read's next exchange and a batch's next item. A write
 * never checks it once begun: it runs through all its exchanges, so its outcome is known and stored.
 *
 * @throws CallerLeftError
 */
export function requireCaller({ hasCallerLeft }: { readonly hasCallerLeft?: () => boolean }): void {
  if (hasCallerLeft?.()) throw new CallerLeftError()
}
