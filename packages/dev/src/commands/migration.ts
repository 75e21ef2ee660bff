import { makeMigration } from '@bridge/database/migrate'
import { readEnv } from '../service/env.ts'
import { startDatabase } from '../service/start-database.ts'
import { CommandError } from '../terminal/command-error.ts'
import { defineCommand } from './command.ts'

/** `npm run migration -- NAME`: writes a migration for the schema changes. */
export const command = defineCommand({ run: (_flags, [name]) => migration(name) })

async function migration(name: string | undefined): Promise<number> {
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
