import { statfs } from 'node:fs/promises'

/** A failed start of the embedded PostgreSQL; the message is one line saying what to do. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
}

/** What the system and PostgreSQL say about a disk without space for the user. */
const fullDisk = /No space left on device|Disk quota exceeded|ENOSPC|EDQUOT|wrote only \d+ of \d+ bytes/
/** The initdb step, the time and the process before a line's message. */
const beforeSeverity = /^.*\] (?=[A-Z]+:)/
/** PostgreSQL needs more than this to start, and cannot always write why it did not. */
const neededBytes = 1024 * 1024

/**
 * Describes why the data in `folder` cannot be used.
 *
 * @param output what the failed program wrote, which may name a cause before its last line
 */
export async function describeUnusable(folder: string, reason: string, output = ''): Promise<EmbeddedPostgresError> {
  const cause = output.split('\n').find((line) => fullDisk.test(line))
  if (cause !== undefined || (await countFreeBytes(folder)) < neededBytes) {
    return new EmbeddedPostgresError(
      `The disk of the database folder ${folder} is full (No space left on device${cause === undefined ? '' : `; ${cause.replace(beforeSeverity, '').trim()}`}). Free some space, and start again: all data is kept.`,
    )
  }
  return new EmbeddedPostgresError(
    `The database folder ${folder} cannot be used: ${reason}. Restore a good copy, or use --reset to start over without its data.`,
  )
}

async function countFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
