/**
 * Upgrades a database of an earlier commit while its statements run: `main.ts COMMIT MEGABYTES`. No statement that a call
 * or a page waits for may fail, and what triggers add up must be what is stored.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connectDatabase } from '@bridge/database'
import { startEmbeddedPostgres } from '@bridge/database/embedded-postgres'
import { applyMigrations, readMigrations } from '@bridge/database/migrate'
import { startCallers, type Tally } from './callers.ts'
import { createOldDatabase, readMigrationsOf } from './old-database.ts'

const [commit = '', megabytes = ''] = process.argv.slice(2)
const folder = await mkdtemp(path.join(tmpdir(), 'bridge-upgrade-'))
const postgres = await startEmbeddedPostgres({ folder })
const problems: string[] = []
try {
  const earlier = await readMigrationsOf(commit)
  const filling = measure()
  const url = await createOldDatabase(postgres.url, earlier, Number(megabytes))
  write(`${commit}: ${earlier.length} migrations, ${megabytes} MB (filled in ${filling()})`)
  const callers = await startCallers(url)
  const migrating = measure()
  let slowest: Awaited<ReturnType<typeof migrateOneByOne>>
  try {
    slowest = await migrateOneByOne(url, earlier.length)
  } finally {
    for (const [kind, tally] of Object.entries(await callers.stop())) report(kind, tally)
  }
  write(`Migrated in ${migrating()}; the slowest migrations:`)
  for (const { name, ms } of slowest) write(`  ${Math.round(ms)} ms ${name}`)
  problems.push(...(await compareCounts(url)))
} catch (error) {
  problems.push(error instanceof Error ? error.message : String(error))
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
for (const problem of problems) write(`✗ ${problem}`)
if (problems.length === 0) write('✓ No call failed, and all that is counted agrees with what is stored.')
process.exitCode = problems.length === 0 ? 0 : 1

/** Applies the migrations after the first ones. Returns the five slowest. */
async function migrateOneByOne(url: string, earlier: number) {
  const migrations = await readMigrations()
  const applied: { readonly name: string; readonly ms: number }[] = []
  for (let count = earlier + 1; count <= migrations.length; count++) {
    const startedAt = performance.now()
    const names = await applyMigrations(url, { migrations: migrations.slice(0, count) })
    applied.push(...names.map((name) => ({ name, ms: performance.now() - startedAt })))
  }
  return applied.toSorted((one, other) => other.ms - one.ms).slice(0, 5)
}

/** Prints how statements have done. A log that the earlier version cannot store any more costs no call. */
function report(kind: string, { ended, longestMs, errors }: Tally): void {
  write(`${kind}: ${ended} statements, the longest ${Math.round(longestMs)} ms`)
  for (const [text, count] of errors) {
    write(`  ${count} × ${text}`)
    if (kind !== 'logs') problems.push(`Statements of ${kind} failed: ${text}`)
  }
}

/** Compares the sums that triggers keep with the rows that they count. */
async function compareCounts(url: string): Promise<string[]> {
  const database = connectDatabase(url)
  const sums = {
    'production company files': [
      `SELECT sum("productionRealms")::int AS count FROM organization`,
      `SELECT count(*)::int AS count FROM realm WHERE kind = 'production'`,
    ],
    'logged requests': [
      `SELECT sum(ok + "clientErrors" + "serverErrors")::int AS count FROM request_count`,
      'SELECT count(*)::int AS count FROM logged_request',
    ],
    'logged failures': [
      'SELECT sum(count)::int AS count FROM failure_count',
      'SELECT count(*)::int AS count FROM logged_request WHERE code IS NOT NULL',
    ],
    'usage of 30 days': [
      'SELECT sum(requests)::int AS count FROM organization_usage WHERE day > current_date - 30',
      'SELECT sum(requests)::int AS count FROM usage_day WHERE day > current_date - 30',
    ],
  }
  const found: string[] = []
  for (const [name, statements] of Object.entries(sums)) {
    const [counted, stored] = await Promise.all(
      statements.map(async (each) => (await database.$queryRawUnsafe<[{ count: number | null }]>(each))[0].count),
    )
    write(`${name}: ${stored}`)
    if (counted !== stored) found.push(`${counted} ${name} are counted, and ${stored} are stored.`)
  }
  await database.$disconnect()
  return found
}

function measure(): () => string {
  const startedAt = performance.now()
  return () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
}

function write(line: string): void {
  process.stdout.write(`${line}\n`)
}
