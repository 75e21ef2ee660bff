import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { findBuiltIndex, isConcurrent, listChecksums, type Migration } from './migration.ts'
import { MigrationError } from './migration-error.ts'
import { findCode } from './sql-state.ts'

/** How long applying waits for a lock held by a long statement. */
export interface MigrationPatience {
  /** How long a statement waits for a lock, in milliseconds: all requests to the table wait behind it. */
  readonly lockWaitMs: number
  /** The pause before the next try, in which those requests go on. */
  readonly pauseMs: number
  readonly tries: number
}

export const patient: MigrationPatience = { lockWaitMs: 2_000, pauseMs: 1_000, tries: 60 }

/**
 * Runs the migration and records it, both in one transaction. A concurrent one is a single statement, repeated by another
 * run if it did not end.
 *
 * @param script its remaining statements
 * @throws {MigrationError} after the transaction was rolled back
 */
export async function runMigration(
  client: Client,
  migration: Migration,
  patience: MigrationPatience = patient,
  script = migration.script,
): Promise<void> {
  try {
    if (isConcurrent(migration)) await runConcurrently(client, migration)
    else await runPatiently(client, migration, script, patience)
  } catch (error) {
    throw describeFailure(migration, error)
  }
}

/** Creates the migration list as Prisma does, if missing. */
export async function createHistory(client: Client): Promise<void> {
  await client.query(`
    CREATE TABLE IF NOT EXISTS _prisma_migrations (
      id VARCHAR(36) PRIMARY KEY NOT NULL,
      checksum VARCHAR(64) NOT NULL,
      finished_at TIMESTAMPTZ,
      migration_name VARCHAR(255) NOT NULL,
      logs TEXT,
      rolled_back_at TIMESTAMPTZ,
      started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
      applied_steps_count INTEGER NOT NULL DEFAULT 0
    )`)
}

/** An unfinished index stays, invalid. A valid one was built before its record was lost. */
async function runConcurrently(client: Client, migration: Migration): Promise<void> {
  const startedAt = new Date()
  const index = findBuiltIndex(migration)
  const state = index === undefined ? undefined : await findIndex(client, index)
  if (state?.isValid === false) await client.query(`DROP INDEX CONCURRENTLY ${state.name}`)
  if (state?.isValid !== true) await client.query(migration.script)
  await record(client, migration, startedAt)
}

async function findIndex(client: Client, index: string): Promise<{ name: string; isValid: boolean } | undefined> {
  const { rows } = await client.query<{ name: string; isValid: boolean }>(
    `SELECT indexrelid::regclass::text AS name, indisvalid AS "isValid" FROM pg_index
     WHERE indexrelid = to_regclass(quote_ident($1))`,
    [index],
  )
  return rows[0]
}

/** Tries again while a lock is taken, with a pause for waiting requests. */
async function runPatiently(
  client: Client,
  migration: Migration,
  script: string,
  { lockWaitMs, pauseMs, tries }: MigrationPatience,
): Promise<void> {
  for (let left = tries - 1; ; left--) {
    try {
      return await runOnce(client, migration, script, lockWaitMs)
    } catch (error) {
      if (left === 0 || !isLockTaken(error)) throw error
      await delay(pauseMs)
    }
  }
}

async function runOnce(client: Client, migration: Migration, script: string, lockWaitMs: number): Promise<void> {
  const startedAt = new Date()
  await client.query('BEGIN')
  try {
    await client.query(`SET LOCAL lock_timeout = ${lockWaitMs}`)
    // Without parameters, the whole script is one message, which PostgreSQL splits itself.
    await client.query(script)
    await record(client, migration, startedAt)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/** Records the migration as Prisma does, which also marks what an earlier run left as rolled back. */
async function record(client: Client, { name, script }: Migration, startedAt: Date): Promise<void> {
  await client.query(
    `WITH left_behind AS (
       UPDATE _prisma_migrations SET rolled_back_at = clock_timestamp()
       WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL
     )
     INSERT INTO _prisma_migrations (id, checksum, started_at, finished_at, migration_name, applied_steps_count)
     VALUES ($2, $3, $4, clock_timestamp(), $1, 1)`,
    [name, randomUUID(), listChecksums(script)[0], startedAt],
  )
}

const lockTimeout = '55P03'
const deadlock = '40P01'

function isLockTaken(error: unknown): boolean {
  const code = findCode(error)
  return code === lockTimeout || code === deadlock
}

function describeFailure({ name }: Migration, error: unknown): MigrationError {
  const code = findCode(error)
  const cause = `${(error as Error).message}${code === undefined ? '' : ` (${code})`}`
  if (isLockTaken(error)) {
    return new MigrationError(
      `The migration ${name} waited for a table that a long statement uses: ${cause}. No part of it was applied. End that statement, and migrate again.`,
      { cause: error },
    )
  }
  return new MigrationError(`The migration ${name} failed: ${cause}. No part of it was applied.`, { cause: error })
}
