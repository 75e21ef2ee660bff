import { randomUUID } from 'node:crypto'
import { describeSchema } from './describe-schema.ts'
import { listChecksums, type Migration } from './migration.ts'
import { withClient } from './migration-session.ts'

/** Runs a migration's first statements as earlier versions did, which committed each and then failed. */
export async function applyHalf(url: string, { name, script }: Migration, committed: number): Promise<void> {
  const statements = script
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
  await withClient(url, async (client) => {
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs, started_at)
       VALUES ($1, $2, $3, 'canceling statement due to lock timeout', now())`,
      [randomUUID(), listChecksums(script)[0], name],
    )
    for (const statement of statements.slice(0, committed)) await client.query(statement)
  })
}

/** Describes a database's tables. */
export async function describeDatabase(url: string): Promise<Record<string, string>> {
  return Object.fromEntries(await withClient(url, describeSchema))
}
