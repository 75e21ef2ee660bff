import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MigrationList } from '@prisma/schema-engine-wasm'
import { withSchemaEngine } from './schema-engine.ts'

const prismaFolder = fileURLToPath(new URL('../../../prisma', import.meta.url))
const schemaFile = path.join(prismaFolder, 'schema.prisma')
const migrationsFolder = path.join(prismaFolder, 'migrations')
const migratedSchemaFile = path.join(migrationsFolder, 'schema.prisma')
const lockText = 'provider = "postgresql"\n'
const filters = { externalTables: [], externalEnums: [] }

/**
 * Applies the pending migrations of `prisma/migrations` to the database at `url`, as `prisma migrate deploy` does, and
 * returns their names.
 *
 * @throws if a migration fails, or an applied one has changed since
 */
export async function applyMigrations(url: string): Promise<string[]> {
  const migrationsList = await readMigrations()
  const applied = await withSchemaEngine(url, undefined, (engine) =>
    engine.applyMigrations({ migrationsList, filters }),
  )
  return applied.appliedMigrationNames
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
