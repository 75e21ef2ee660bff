import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectDatabase } from './database.ts'
import { ensureServiceRole } from './service-role.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

// Roles belong to the server, which other test files use, too.
const role = `service_${randomBytes(6).toString('hex')}`

let test: TestDatabase
let client: Client
beforeAll(async () => {
  test = await createTestDatabase()
  await ensureServiceRole(test.url, role, 'first-password')
  client = new Client({ connectionString: await ensureServiceRole(test.url, role, 'second-password') })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await test.database.$executeRawUnsafe(`DROP OWNED BY ${role}`)
  await test.database.$executeRawUnsafe(`DROP ROLE ${role}`)
  await test.drop()
})

describe('the role of the service', () => {
  it('reads and changes rows, and listens', async () => {
    await client.query(`INSERT INTO organization (id, name, slug) VALUES ('o1', 'Office', 'office')`)
    await client.query(`UPDATE organization SET name = 'Renamed' WHERE id = 'o1'`)
    expect((await client.query('SELECT name FROM organization')).rows).toEqual([{ name: 'Renamed' }])
    await client.query('LISTEN changes')
    await client.query(`DELETE FROM organization WHERE id = 'o1'`)
  })

  it.each([
    'CREATE TABLE extra (id text)',
    'DROP TABLE audit_event',
    'ALTER TABLE organization ADD COLUMN extra text',
    'TRUNCATE organization CASCADE',
    'SELECT * FROM _prisma_migrations',
    'CREATE ROLE another',
    'CREATE DATABASE another',
    `COPY organization TO PROGRAM 'true'`,
  ])('cannot %s', async (statement) => {
    await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
  })

  it('has a successor while its password is rotated, and can then be dropped', async () => {
    const leaving = `${role}_leaving`
    const previous = new Client({ connectionString: await ensureServiceRole(test.url, leaving, 'password') })
    await previous.connect()
    for (const each of [previous, client]) await each.query('SELECT count(*) FROM organization')
    await previous.end()
    await test.database.$executeRawUnsafe(`DROP OWNED BY ${leaving}`)
    await test.database.$executeRawUnsafe(`DROP ROLE ${leaving}`)
    expect((await client.query('SELECT count(*) FROM organization')).rowCount).toBe(1)
  })

  it('has only its newest password', async () => {
    const address = new URL(test.url)
    address.username = role
    address.password = 'first-password'
    const database = connectDatabase(address.href, { poolMax: 1 })
    await expect(database.organization.count()).rejects.toThrow()
    await database.$disconnect()
  })
})
