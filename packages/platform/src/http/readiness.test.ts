import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { pipeline } from 'node:stream'
import { connectDatabase, type DatabaseRefusedError } from '@bridge/database'
import { databaseUrl } from '@bridge/database/embedded-postgres'
import { findFreePort } from '@bridge/database/free-port'
import { ensureServiceRole } from '@bridge/database/service-role'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createReadiness } from './readiness.ts'

// Roles belong to the server, which other test files use, too.
const role = `service_${randomBytes(6).toString('hex')}`

let test: TestDatabase
let serviceUrl: string
beforeAll(async () => {
  test = await createTestDatabase()
  serviceUrl = await ensureServiceRole(test.url, role, 'password-of-the-role')
})
afterAll(async () => {
  await test.database.$executeRawUnsafe(`DROP OWNED BY ${role}`)
  await test.database.$executeRawUnsafe(`DROP ROLE ${role}`)
  await test.drop()
})

/** Starts with the database at the address, and returns what the first and later checks find and log. */
async function open(url: string, migrations?: readonly string[]) {
  const lines: { readonly msg: string; readonly reason?: string; readonly migrations?: string[] }[] = []
  const refused: DatabaseRefusedError[] = []
  const database = connectDatabase(url, { maxConnections: 1 })
  const readiness = await createReadiness({
    database,
    logger: pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    onRefused: (error) => refused.push(error),
    maxWaitMs: 120_000,
    ...(migrations && { migrations }),
  })
  return { readiness, lines, refused, close: () => database.$disconnect() }
}

function withPassword(url: string, password: string): string {
  return Object.assign(new URL(url), { password }).href
}

describe('a process', () => {
  it('a process is ready with the migrations of its build, as the role of the service', async () => {
    const { readiness, lines, close } = await open(serviceUrl)
    expect(await readiness.check()).toBeUndefined()
    expect(lines).toEqual([])
    await close()
  })

  it('a process is not ready while the database lacks a migration, says so once, and is ready once it has it', async () => {
    const newest = (await listNames()).at(-1)
    await test.database.$executeRaw`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = ${newest}`
    const { readiness, lines, close } = await open(serviceUrl)
    const reason = `The database lacks a migration of this version, from ${newest}. Run npm run migrate with this version.`
    expect([await readiness.check(), await readiness.check()]).toEqual([reason, reason])
    await test.database.$executeRaw`UPDATE _prisma_migrations SET finished_at = now()`
    expect(await readiness.check()).toBeUndefined()
    expect(lines.map(({ msg, reason: logged }) => [msg, logged])).toEqual([
      ['Not ready.', reason],
      ['Ready.', undefined],
    ])
    await close()
  })

  it('a process is ready on a newer database, and stays ready while it is migrated', async () => {
    const names = await listNames()
    const { readiness, lines, close } = await open(serviceUrl, names.slice(0, -1))
    expect(await readiness.check()).toBeUndefined()
    expect(lines).toMatchObject([{ msg: 'The database is newer than this version.', migrations: names.slice(-1) }])
    await test.database.$executeRaw`UPDATE _prisma_migrations SET finished_at = NULL`
    expect(await readiness.check()).toBeUndefined()
    await test.database.$executeRaw`UPDATE _prisma_migrations SET finished_at = now()`
    await close()
  })

  it('a process is not ready on an empty database', async () => {
    const { readiness, close } = await open(databaseUrl(test.url, 'postgres'))
    expect(await readiness.check()).toBe(
      'The database has no migration of the service. Run npm run migrate with this version.',
    )
    await close()
  })

  it('waits for a database that is away, and is refused by one that returns with another password', async () => {
    const port = await findFreePort()
    const away = Object.assign(new URL(test.url), { port: String(port) }).href
    const { readiness, lines, refused, close } = await open(withPassword(away, 'wrong'))
    expect(await readiness.check()).toBe('The database cannot be reached.')
    expect(lines).toMatchObject([{ msg: 'Not ready.', reason: 'The database cannot be reached.' }])
    expect(refused).toEqual([])

    const returned = createServer((socket) => {
      const database = connect(Number(new URL(test.url).port), '127.0.0.1')
      pipeline(socket, database, socket, () => undefined)
    }).listen(port, '127.0.0.1')
    await once(returned, 'listening')
    await readiness.check()
    expect(refused.map(({ message }) => message)).toEqual([
      'The database refuses the password of DATABASE_URL (28P01).',
    ])
    await close()
    returned.close()
  })

  it('a process is refused with a wrong password, a missing database and a missing right', async () => {
    await expect(open(withPassword(serviceUrl, 'wrong'))).rejects.toThrow(
      'The database refuses the password of DATABASE_URL (28P01).',
    )
    await expect(open(databaseUrl(test.url, 'missing'))).rejects.toThrow(
      'The database of DATABASE_URL does not exist (3D000). npm run migrate creates it.',
    )
    await test.database.$executeRawUnsafe(`REVOKE SELECT ON _prisma_migrations FROM ${role}`)
    await expect(open(serviceUrl)).rejects.toThrow(
      /^The role of DATABASE_URL lacks a right \(42501\): .* --service-role NAME/,
    )
    await test.database.$executeRawUnsafe(`GRANT SELECT ON _prisma_migrations TO ${role}`)
  })
})

async function listNames(): Promise<string[]> {
  const rows = await test.database.$queryRaw<{ name: string }[]>`
    SELECT migration_name AS name FROM _prisma_migrations ORDER BY migration_name`
  return rows.map(({ name }) => name)
}
