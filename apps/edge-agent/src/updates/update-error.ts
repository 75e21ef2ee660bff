/** An update that failed; the message is one line for the user. The installed version is unchanged. */
export class UpdateError extends Error {
  override readonly name = 'UpdateError'
}

/** Returns the message of an error in one line; fetch wraps the error of the socket. */
export function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message || error.cause.name : error.message
}
