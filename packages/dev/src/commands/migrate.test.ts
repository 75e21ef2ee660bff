import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { connectDatabase } from '@bridge/database'
import { databaseUrl } from '@bridge/database/embedded-postgres'
import { applyMigrations, readMigrations } from '@bridge/database/migrate'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CommandError } from '../terminal/command-error.ts'
import { migrate } from './migrate.ts'

// Roles belong to the server, which other test files use, too.
const role = `service_${randomBytes(6).toString('hex')}`
const password = 'password-of-the-role'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
  await test.database.$executeRawUnsafe(`CREATE ROLE ${role} LOGIN PASSWORD '${password}'`)
})
afterAll(async () => {
  await test.database.$executeRawUnsafe(`DROP OWNED BY ${role}`)
  await test.database.$executeRawUnsafe(`DROP ROLE ${role}`)
  await test.drop()
})

it('lets the named role use the tables, and nothing else', async () => {
  expect(await migrate({ serviceRole: role }, { dataFolder: '', databaseUrl: test.url })).toBe(0)
  const database = connectDatabase(Object.assign(new URL(test.url), { username: role, password }).href, {
    maxConnections: 1,
  })
  const [user] = await database.$queryRaw<unknown[]>`
    SELECT rolname, rolsuper, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname = current_user`
  expect(user).toEqual({ rolname: role, rolsuper: false, rolcreaterole: false, rolcreatedb: false })
  expect(await database.organization.count()).toBe(0)
  await expect(database.$executeRaw`DROP TABLE organization`).rejects.toThrow('must be owner')
  await database.$disconnect()
})

/** A row of one column with a number of two digits, in the protocol of PostgreSQL. */
const rowOfTwoDigits = Buffer.from('D\0\0\0\x0c\0\x01\0\0\0\x02', 'latin1')

/** Passes connections on to the database, and reports another major version of PostgreSQL than its own. */
async function startOtherVersion(url: string, version: string) {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(Number(port), hostname)
    client.pipe(database)
    database.on('data', (bytes) => {
      const row = bytes.indexOf(rowOfTwoDigits)
      if (row >= 0) bytes.write(version, row + rowOfTwoDigits.length, 'latin1')
      client.write(bytes)
    })
    database.on('close', () => client.destroy())
    for (const socket of [client, database]) sockets.add(socket.on('error', () => undefined))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: Object.assign(new URL(url), { host: `127.0.0.1:${(server.address() as AddressInfo).port}` }).href,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await once(server.close(), 'close')
    },
  }
}

async function createEmptyDatabase() {
  const name = `empty_${randomBytes(6).toString('hex')}`
  await test.database.$executeRawUnsafe(`CREATE DATABASE ${name}`)
  const drop = () => test.database.$executeRawUnsafe(`DROP DATABASE ${name} WITH (FORCE)`)
  return { url: databaseUrl(test.url, name), drop }
}

describe('npm run migrate', () => {
  const newest = async () => (await readMigrations()).at(-1)?.name ?? ''

  async function run(flags: Parameters<typeof migrate>[0], databaseUrl = test.url) {
    let printed = ''
    const code = await migrate(flags, { dataFolder: '', databaseUrl }, (text) => {
      printed += text
    })
    return { code, printed }
  }

  it('-- --check lists what is applied, pending, failed and unknown, and its exit code says whether all is well', async () => {
    const applied = (await readMigrations()).length
    expect(await run({ check: true })).toEqual({
      code: 0,
      printed: `PostgreSQL  18\nApplied     ${applied}\nPending     none\nFailed      none\nUnknown     none\n`,
    })

    const name = await newest()
    await test.database
      .$executeRaw`UPDATE _prisma_migrations SET migration_name = 'later' WHERE migration_name = ${name}`
    const { code, printed } = await run({ check: true })
    expect(code).toBe(1)
    expect(printed).toContain(
      `Pending     ${name}\nFailed      none\nUnknown     later\nThe database is newer than this build`,
    )
    await expect(run({})).rejects.toThrow(CommandError)

    await test.database
      .$executeRaw`UPDATE _prisma_migrations SET migration_name = ${name} WHERE migration_name = 'later'`
  })

  it('-- --check says that the database is missing', async () => {
    const missing = databaseUrl(test.url, 'missing')
    expect(await run({ check: true }, missing)).toEqual({
      code: 2,
      printed: 'The database does not exist. npm run migrate creates it and applies all migrations.\n',
    })
    expect((await run({ check: true }, missing)).code).toBe(2)
  })

  it('-- --resolve says what it does, and completes what was left half-way', async () => {
    expect(await run({ resolve: true })).toEqual({ code: 0, printed: 'No migration was left half-way.\n' })
    const all = await readMigrations()
    const index = all.findIndex(({ name }) => name.endsWith('_same_company_file'))
    const name = all[index]?.name ?? ''
    const { url, drop } = await createEmptyDatabase()
    await applyMigrations(url, { migrations: all.slice(0, index + 1) })
    const halfway = connectDatabase(url, { maxConnections: 1 })
    await halfway.$executeRaw`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = ${name}`
    await halfway.$disconnect()

    const found = `${name}: 2 of 2 statements are committed. Its end is recorded.\n`
    const checked = await run({ check: true }, url)
    expect(checked.code).toBe(1)
    expect(checked.printed).toContain(`Failed      ${name}\n`)
    expect(checked.printed).toContain(`-- --resolve, which finds out how far it got and completes it.\n${found}`)
    await expect(run({}, url)).rejects.toThrow('npm run migrate -- --resolve')
    const printed = `${found}Done. npm run migrate applies what is pending.\n`
    expect(await run({ resolve: true }, url)).toEqual({ code: 0, printed })
    expect((await run({ check: true }, url)).code).toBe(2)
    expect((await run({}, url)).code).toBe(0)
    await drop()
  })

  it.each([
    ['14', 1],
    ['15', 2],
  ])('-- --check in PostgreSQL %s ends with %i', async (version, code) => {
    const empty = await createEmptyDatabase()
    const other = await startOtherVersion(empty.url, version)
    const checked = await run({ check: true }, other.url)
    expect(checked).toMatchObject({ code, printed: expect.stringContaining(`PostgreSQL  ${version}\n`) })
    await other.close()
    await empty.drop()
  })

  it('refuses PostgreSQL 14, and changes nothing', async () => {
    const empty = await createEmptyDatabase()
    const other = await startOtherVersion(empty.url, '14')
    await expect(run({}, other.url)).rejects.toThrow(
      new CommandError('PostgreSQL 14 is too old: the service needs 15 or newer. Nothing was changed.'),
    )
    await other.close()
    const database = connectDatabase(empty.url, { maxConnections: 1 })
    expect(await database.$queryRaw`SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace`).toEqual([])
    await database.$disconnect()
    expect((await run({}, empty.url)).code).toBe(0)
    await empty.drop()
  })
})
