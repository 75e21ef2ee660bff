import { randomBytes } from 'node:crypto'
import { connectDatabase } from '@bridge/database'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
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
  expect(await migrate(role, { dataFolder: '', databaseUrl: test.url })).toBe(0)
  const database = connectDatabase(Object.assign(new URL(test.url), { username: role, password }).href, { poolMax: 1 })
  const [user] = await database.$queryRaw<unknown[]>`
    SELECT rolname, rolsuper, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname = current_user`
  expect(user).toEqual({ rolname: role, rolsuper: false, rolcreaterole: false, rolcreatedb: false })
  expect(await database.organization.count()).toBe(0)
  await expect(database.$executeRaw`DROP TABLE organization`).rejects.toThrow('must be owner')
  await database.$disconnect()
})
