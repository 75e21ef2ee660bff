import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { checkMigrations } from '@bridge/database/migrate'
import { expect, it } from 'vitest'
import { startDatabase } from './start-database.ts'

it('keeps the data folder and the database from other users', async () => {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'start-database-'))
  await chmod(dataFolder, 0o755)
  const database = await startDatabase(dataFolder, undefined, () => undefined)
  const modes = [dataFolder, database.place].map(async (folder) => (await stat(folder)).mode & 0o777)
  expect(await Promise.all(modes)).toEqual([0o700, 0o700])
  expect((await checkMigrations(database.url)).applied).toEqual([])
  await database.stop()
  await rm(dataFolder, { recursive: true })
})
