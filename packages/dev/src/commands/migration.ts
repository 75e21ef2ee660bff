import { makeMigration } from '@bridge/database/migrate'
import { CommandError } from '../command-error.ts'
import { readEnv } from '../env.ts'
import { startDatabase } from '../service/start-database.ts'

/** `npm run migration -- NAME`: writes a migration for the schema changes. Returns the exit code. */
export async function migration(name: string | undefined): Promise<number> {
  if (name === undefined || !/^[a-z0-9_]+$/.test(name)) {
    throw new CommandError(
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
