import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { MigrationList } from '@prisma/schema-engine-wasm'
import { Client, type QueryResultRow } from 'pg'
import { withSchemaEngine } from './schema-engine.ts'

const prismaFolder = fileURLToPath(new URL('../../../prisma', import.meta.url))
const schemaFile = path.join(prismaFolder, 'schema.prisma')
const migrationsFolder = path.join(prismaFolder, 'migrations')
const migratedSchemaFile = path.join(migrationsFolder, 'schema.prisma')
const lockText = 'provider = "postgresql"\n'
const filters = { externalTables: [], externalEnums: [] }

/** How long applying waits for a lock that a long statement holds. */
export interface MigrationPatience {
  /** How long a statement waits for a lock, in milliseconds: all requests to the table wait behind it. */
  readonly lockMsMax: number
  /** The pause before the next try, in which those requests go on. */
  readonly pauseMs: number
  readonly tries: number
}

const patient: MigrationPatience = { lockMsMax: 2_000, pauseMs: 1_000, tries: 60 }

/**
 * Applies the pending migrations of `prisma/migrations` to the database at `url`, as `prisma migrate deploy` does, and
 * returns their names. The service may be in use: a migration that does not get a lock soon is rolled back and tried
 * again.
 *
 * @throws if a migration fails, or an applied one has changed since
 */
export async function applyMigrations(
  url: string,
  {
    migrations,
    patience = patient,
  }: { readonly migrations?: MigrationList; readonly patience?: MigrationPatience } = {},
): Promise<string[]> {
  const applied: string[] = []
  for (const step of toSteps(migrations ?? (await readMigrations()), await listApplied(url))) {
    applied.push(...(await applyPatiently(url, step, patience)))
  }
  return applied
}

/** A list of migrations of which the last ones are pending. */
interface MigrationStep {
  readonly migrations: MigrationList
  /** Whether the pending migration builds an index while the table is in use, which may wait for as long as it takes. */
  readonly isConcurrent: boolean
}

/** Cuts the list so that each migration that runs concurrently is a separate step. */
function toSteps(migrations: MigrationList, applied: ReadonlySet<string>): MigrationStep[] {
  const { migrationDirectories: all } = migrations
  const isConcurrent = all.map(({ path: name, migrationFile: { content } }) => {
    return !applied.has(name) && content.tag === 'ok' && /\bCONCURRENTLY\b/.test(content.value)
  })
  const ends = all.flatMap((_, index) => {
    const isEnd = index === all.length - 1 || isConcurrent[index] || isConcurrent[index + 1]
    return isEnd ? [index + 1] : []
  })
  return ends.map((end) => ({
    migrations: { ...migrations, migrationDirectories: all.slice(0, end) },
    isConcurrent: isConcurrent[end - 1] ?? false,
  }))
}

async function applyPatiently(url: string, step: MigrationStep, patience: MigrationPatience): Promise<string[]> {
  const { lockMsMax, pauseMs, tries } = patience
  for (let left = tries - 1; ; left--) {
    try {
      return await withSchemaEngine(
        url,
        undefined,
        async (engine) => {
          const migrationsList = step.migrations
          return (await engine.applyMigrations({ migrationsList, filters })).appliedMigrationNames
        },
        step.isConcurrent ? 0 : lockMsMax,
      )
    } catch (error) {
      if (left === 0 || !String(error).includes('lock timeout')) throw error
      await markRolledBack(url)
      await delay(pauseMs)
    }
  }
}

/** The key by which Prisma locks a database while it migrates. */
const prismaLockKey = 72_707_369

/**
 * Records that a migration without a lock was rolled back, which PostgreSQL did: a migration is one transaction. Waits
 * until no other process migrates, whose migration in progress looks the same.
 */
async function markRolledBack(url: string): Promise<void> {
  await query(
    url,
    `BEGIN;
     SELECT pg_advisory_xact_lock(${prismaLockKey});
     UPDATE _prisma_migrations SET rolled_back_at = now()
     WHERE finished_at IS NULL AND rolled_back_at IS NULL AND logs LIKE '%lock timeout%';
     COMMIT`,
  )
}

async function listApplied(url: string): Promise<ReadonlySet<string>> {
  const [table] = await query<{ found: boolean }>(url, `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS found`)
  if (!table?.found) return new Set()
  const rows = await query<{ name: string }>(
    url,
    'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  )
  return new Set(rows.map(({ name }) => name))
}

async function query<Row extends QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/**
 * Writes `prisma/migrations/<time>_<name>/migration.sql` with the difference between `schema.prisma` and the schema of
 * the newest migration, which is stored with the migrations. Returns the name of the folder; `undefined` if the two
 * schemas agree.
 *
 * @param url any database; it is neither read nor changed
 */
export async function makeMigration(url: string, name: string, now: Date): Promise<string | undefined> {
  const schema = await readFile(schemaFile, 'utf8')
  const migrated = await readFile(migratedSchemaFile, 'utf8').catch(() => undefined)
  if (schema === migrated) return undefined
  const { stdout } = await withSchemaEngine(url, schema, (engine) =>
    engine.diff({
      from: migrated === undefined ? { tag: 'empty' } : datamodel(migrated),
      to: datamodel(schema),
      script: true,
      exitCode: null,
      filters,
    }),
  )
  await mkdir(migrationsFolder, { recursive: true })
  await writeFile(path.join(migrationsFolder, 'migration_lock.toml'), lockText)
  await writeFile(migratedSchemaFile, schema)
  if (!stdout || stdout.includes('This is an empty migration.')) return undefined
  const folder = `${now.toISOString().replace(/\D/g, '').slice(0, 14)}_${name}`
  await mkdir(path.join(migrationsFolder, folder))
  await writeFile(path.join(migrationsFolder, folder, 'migration.sql'), stdout)
  return folder
}

function datamodel(content: string) {
  return { tag: 'schemaDatamodel' as const, files: [{ path: 'schema.prisma', content }] }
}

/** The migrations of the working copy, oldest first. */
export async function readMigrations(): Promise<MigrationList> {
  const entries = await readdir(migrationsFolder, { withFileTypes: true }).catch(() => [])
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  const migrationDirectories = await Promise.all(
    names.sort().map(async (name) => {
      const value = await readFile(path.join(migrationsFolder, name, 'migration.sql'), 'utf8')
      return { path: name, migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } } }
    }),
  )
  return {
    baseDir: migrationsFolder,
    lockfile: { path: 'migration_lock.toml', content: lockText },
    shadowDbInitScript: '',
    migrationDirectories,
  }
}
