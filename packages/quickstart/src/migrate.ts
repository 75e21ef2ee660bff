import { applyMigrations, makeMigration } from '@bridge/database/migrate'
import { grantServiceRole } from '@bridge/database/service-role'
import { type Env, readEnv } from './env.ts'
import { terminalProgress } from './progress.ts'
import { QuickstartError } from './quickstart-error.ts'
import { startDatabase } from './start-database.ts'

/**
 * `npm run migrate`: applies pending migrations to the database at DATABASE_URL, and lets the role of the servers and
 * gateways use the tables, if one is named. Returns the exit code.
 */
export async function migrate(
  serviceRole: string | undefined,
  { dataFolder, databaseUrl }: Pick<Env, 'dataFolder' | 'databaseUrl'> = readEnv(),
): Promise<number> {
  if (databaseUrl === undefined) {
    throw new QuickstartError(
      'DATABASE_URL is not set. Set it to the PostgreSQL database to migrate: postgresql://user:password@host/database. (npm start migrates its own database.)',
    )
  }
  const { url } = await startDatabase(dataFolder, databaseUrl, () => undefined)
  const applied = await terminalProgress.step('Migrations', () => applyMigrations(url))
  if (serviceRole !== undefined)
    await terminalProgress.step(`Rights of ${serviceRole}`, () => grantServiceRole(url, serviceRole))
  process.stdout.write(applied.length === 0 ? 'No pending migrations.\n' : `Applied ${applied.join(', ')}.\n`)
  return 0
}

/** `npm run migration -- NAME`: writes a migration for the changes of the schema. Returns the exit code. */
export async function migration(name: string | undefined): Promise<number> {
  if (name === undefined || !/^[a-z0-9_]+$/.test(name)) {
    throw new QuickstartError(
      'A migration needs a name of lower-case letters, digits and underscores: npm run migration -- add_invitations',
    )
  }
  const { dataFolder, databaseUrl } = readEnv()
  const database = await startDatabase(dataFolder, databaseUrl, () => undefined)
  try {
    const folder = await makeMigration(database.url, name, new Date())
    process.stdout.write(
      folder === undefined ? 'The schema has not changed.\n' : `Wrote prisma/migrations/${folder}.\n`,
    )
  } finally {
    await database.stop()
  }
  return 0
}
