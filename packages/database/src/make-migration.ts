import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { migrationsFolder, prismaFolder } from './migration.ts'
import { withSchemaEngine } from './schema-engine.ts'

const schemaFile = path.join(prismaFolder, 'schema.prisma')
const migratedSchemaFile = path.join(migrationsFolder, 'schema.prisma')

/**
 * Writes `prisma/migrations/<time>_<name>/migration.sql` with the difference between `schema.prisma` and the newest
 * migration's schema, stored with the migrations. Returns the folder name; `undefined` if the two schemas agree.
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
      filters: { externalTables: [], externalEnums: [] },
    }),
  )
  await mkdir(migrationsFolder, { recursive: true })
  await writeFile(path.join(migrationsFolder, 'migration_lock.toml'), 'provider = "postgresql"\n')
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
