/** A failed update; the message is one line for the user. The installed version is unchanged. */
export class UpdateError extends Error {
  override readonly name = 'UpdateError'
}

/** Returns an error's message in one line; fetch wraps the socket's error. */
export function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message || error.cause.name : error.message
}
