import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MigrationList } from '@prisma/schema-engine-wasm'
import { withSchemaEngine } from './schema-engine.ts'

const prismaFolder = fileURLToPath(new URL('../../../prisma', import.meta.url))
const lockText = 'provider = "postgresql"\n'
const filters = { externalTables: [], externalEnums: [] }

/**
 * Brings the database at `url` up to the newest migration of `prisma/migrations`, as `prisma migrate deploy` does,
 * and returns the names of those it applied: none when there was nothing to do.
 *
 * @throws when a migration fails, or one that was applied before has changed since
 */
export async function applyMigrations(url: string): Promise<string[]> {
  const migrationsList = await readMigrations()
  const applied = await withSchemaEngine(url, undefined, (engine) =>
    engine.applyMigrations({ migrationsList, filters }),
  )
  return applied.appliedMigrationNames
}

/**
 * Writes `prisma/migrations/<time>_<name>/migration.sql` with what `schema.prisma` has beyond the migrations so far;
 * returns the folder's name, or `undefined` when the two agree.
 *
 * @param url an empty database to play the earlier migrations on
 */
export async function makeMigration(url: string, name: string, now: Date): Promise<string | undefined> {
  const schema = await readFile(path.join(prismaFolder, 'schema.prisma'), 'utf8')
  const migrations = await readMigrations()
  const isFirst = migrations.migrationDirectories.length === 0
  const { stdout } = await withSchemaEngine(url, schema, (engine) =>
    engine.diff({
      from: isFirst ? { tag: 'empty' } : { tag: 'migrations', ...migrations },
      to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: schema }] },
      script: true,
      exitCode: null,
      filters,
    }),
  )
  if (!stdout || stdout.includes('This is an empty migration.')) return undefined
  const folder = `${now.toISOString().replace(/\D/g, '').slice(0, 14)}_${name}`
  await mkdir(path.join(prismaFolder, 'migrations', folder), { recursive: true })
  await writeFile(path.join(prismaFolder, 'migrations', folder, 'migration.sql'), stdout)
  await writeFile(path.join(prismaFolder, 'migrations', 'migration_lock.toml'), lockText)
  return folder
}

/** The migrations of the working copy, oldest first. */
export async function readMigrations(): Promise<MigrationList> {
  const baseDir = path.join(prismaFolder, 'migrations')
  const entries = await readdir(baseDir, { withFileTypes: true }).catch(() => [])
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  const migrationDirectories = await Promise.all(
    names.sort().map(async (name) => {
      const value = await readFile(path.join(baseDir, name, 'migration.sql'), 'utf8')
      return { path: name, migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } } }
    }),
  )
  return {
    baseDir,
    lockfile: { path: 'migration_lock.toml', content: lockText },
    shadowDbInitScript: '',
    migrationDirectories,
  }
}
