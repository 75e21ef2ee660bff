/** A database that cannot be migrated, or a migration that failed; the message is one line that says what to do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}
