/** A database that cannot be migrated, or a failed migration; the message is one line saying what to do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}
