import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectDatabase } from './database.ts'
import { ensureServiceRole, grantServiceRole } from './service-role.ts'
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
    'UPDATE _prisma_migrations SET logs = NULL',
    'DELETE FROM _prisma_migrations',
    `UPDATE audit_event SET ip = '127.0.0.1'`,
    'DELETE FROM audit_event',
    'TRUNCATE audit_event',
    'SELECT id FROM audit_event FOR UPDATE',
    `MERGE INTO audit_event USING (SELECT 'a' AS id) AS other ON audit_event.id = other.id WHEN MATCHED THEN DELETE`,
    `INSERT INTO audit_event SELECT * FROM audit_event ON CONFLICT (id) DO UPDATE SET ip = NULL`,
    'ALTER FUNCTION delete_audit_events RESET ALL',
    'CREATE ROLE another',
    'CREATE DATABASE another',
    `COPY organization TO PROGRAM 'true'`,
  ])('cannot %s', async (statement) => {
    await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
  })

  it('reads which migrations were applied', async () => {
    expect((await client.query('SELECT FROM _prisma_migrations')).rowCount).toBeGreaterThan(0)
  })

  it('adds audit events, and deletes only old ones', async () => {
    await client.query(`
      INSERT INTO organization (id, name, slug) VALUES ('o2', 'Office', 'office-2');
      INSERT INTO audit_event (id, "orgId", "actorKind", action, "resourceKind", "resourceId", "createdAt")
      SELECT days::text, 'o2', 'system', 'test', 'org', 'o2', now() - make_interval(days => days)
      FROM unnest(ARRAY[0, 29, 31, 400]) AS days`)
    const listEvents = async () =>
      (await client.query('SELECT id FROM audit_event ORDER BY id')).rows.map(({ id }) => id)
    const remove = async (before: string, rows: number) =>
      (await client.query(`SELECT delete_audit_events(${before}, ${rows}) AS count`)).rows[0]?.count
    expect(await remove(`now() - interval '399 days'`, 10)).toBe(1)
    expect(await listEvents()).toEqual(['0', '29', '31'])
    expect(await remove(`'infinity'`, 10)).toBe(1)
    expect(await remove(`'infinity'`, 10)).toBe(0)
    expect(await listEvents()).toEqual(['0', '29'])

    await client.query(`DELETE FROM organization WHERE id = 'o2'`)
    expect(await listEvents()).toEqual([])
  })

  it('cannot mislead the function that deletes old audit events', async () => {
    await client.query(`CREATE TEMPORARY TABLE audit_event (LIKE public.audit_event)`)
    await client.query(`SELECT delete_audit_events('infinity', 10)`)
    await client.query('DROP TABLE pg_temp.audit_event')
    const { rows } = await client.query(`SELECT pg_get_userbyid(proowner) AS owner, prosecdef, proconfig FROM pg_proc
      WHERE proname = 'delete_audit_events'`)
    // Tests at a date add their clock's schema.
    const proconfig = [expect.stringMatching(/^search_path=(public, )?pg_catalog, pg_temp$/)]
    expect(rows).toEqual([{ owner: new URL(test.url).username, prosecdef: true, proconfig }])
    const stranger = `${role}_stranger`
    await test.database.$executeRawUnsafe(`CREATE ROLE ${stranger}`)
    const { rows: rights } = await client.query(
      `SELECT has_function_privilege('${stranger}', 'delete_audit_events(timestamptz, integer)', 'EXECUTE') AS right`,
    )
    expect(rights).toEqual([{ right: false }])
    await test.database.$executeRawUnsafe(`DROP ROLE ${stranger}`)
  })

  it('loses rights that an earlier version gave it', async () => {
    await test.database.$executeRawUnsafe(`GRANT UPDATE, DELETE ON audit_event TO ${role}`)
    await grantServiceRole(test.url, role)
    await expect(client.query('DELETE FROM audit_event')).rejects.toMatchObject({ code: '42501' })
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
    const database = connectDatabase(address.href, { maxConnections: 1 })
    await expect(database.organization.count()).rejects.toThrow()
    await database.$disconnect()
  })
})
