/** A failed start of the embedded PostgreSQL; the message is one line that says what to do. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
}
