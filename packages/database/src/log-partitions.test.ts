import { randomBytes, randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseUrl } from './embedded-postgres.ts'
import { applyMigrations, readMigrations } from './migrate.ts'
import { ensureServiceRole } from './service-role.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

const role = `service_${randomBytes(6).toString('hex')}`
const dayMs = 86_400_000
const realmId = '9130350000000001'

let test: TestDatabase
let owner: Client
let service: Client
beforeEach(async () => {
  test = await createTestDatabase()
  owner = await connect(test.url)
  await owner.query(`INSERT INTO organization (id, name, slug) VALUES ('office', 'Office', 'office')`)
  await owner.query(`INSERT INTO realm (id, "orgId", kind, name) VALUES ('${realmId}', 'office', 'sandbox', 'Books')`)
  service = await connect(await ensureServiceRole(test.url, role, 'password'))
})
afterEach(async () => {
  await service.end()
  await owner.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`)
  await owner.end()
  await test.drop()
})

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Returns a time relative to the database's clock. */
async function inDays(days: number): Promise<Date> {
  const { rows } = await owner.query<{ now: Date }>('SELECT now()')
  return new Date((rows[0]?.now.getTime() ?? Number.NaN) + days * dayMs)
}

function log(client: Client, createdAt: Date, traceId = 'a'): Promise<unknown> {
  return client.query(
    `INSERT INTO logged_request (id, "traceId", "realmId", "orgId", "createdAt", method, path, status, "totalMs")
     VALUES ($1, $2, $3, 'office', $4, 'GET', '/', 200, 1)`,
    [randomUUID(), traceId, realmId, createdAt],
  )
}

function count(client: Client, day: Date, requests = 1): Promise<unknown> {
  return client.query(
    `INSERT INTO usage_day AS stored ("realmId", day, requests) VALUES ($1, $2::date, $3)
     ON CONFLICT ("realmId", day, "clientId") DO UPDATE SET requests = stored.requests + EXCLUDED.requests`,
    [realmId, day.toISOString().slice(0, 10), requests],
  )
}

async function keep(table: string, at: Date, before: Date): Promise<boolean | undefined> {
  const { rows } = await service.query<{ done: boolean }>('SELECT keep_partitions($1, $2, $3) AS done', [
    table,
    at,
    before,
  ])
  return rows[0]?.done
}

/** Returns how many rows each partition has, without empty ones. */
async function countRows(table: string): Promise<Record<string, number>> {
  const { rows } = await owner.query<{ name: string; rows: number }>(
    `SELECT tableoid::regclass::text AS name, count(*)::int AS rows FROM ${table} GROUP BY 1`,
  )
  return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]))
}

function toSuffix(date: Date): string {
  return date.toISOString().slice(0, 10).replaceAll('-', '')
}

describe('keep_partitions', () => {
  it('moves requests stored without a partition into that of their day', async () => {
    const day = await inDays(20)
    await log(service, day)
    await log(service, await inDays(40))
    expect(await countRows('logged_request')).toEqual({ logged_request_default: 2 })
    expect(await keep('logged_request', day, await inDays(-30))).toBe(true)
    const expected = { [`logged_request_${toSuffix(day)}`]: 1, logged_request_default: 1 }
    expect(await countRows('logged_request')).toEqual(expected)
    await log(service, await inDays(21))
    expect(await countRows('logged_request')).toEqual({
      ...expected,
      [`logged_request_${toSuffix(await inDays(21))}`]: 1,
    })
  })

  it('adds to a month’s usage, whichever partition has it', async () => {
    const month = await inDays(100)
    await count(service, month, 3)
    await keep('usage_day', month, await inDays(-400))
    await count(service, month, 4)
    const name = `usage_day_${toSuffix(month).slice(0, 6)}01`
    expect(await countRows('usage_day')).toEqual({ [name]: 1 })
    expect((await owner.query('SELECT requests FROM usage_day')).rows).toEqual([{ requests: 7 }])
  })

  it('drops days that ended before a time, but none of the last 30 days', async () => {
    await owner.query(`
      ALTER TABLE logged_request DETACH PARTITION logged_request_before;
      DROP TABLE logged_request_before`)
    const ages = [50, 40, 32, 29, 28]
    const partitions: string[] = []
    for (const days of ages) {
      partitions.push(`logged_request_${toSuffix(await inDays(-days))}`)
      await keep('logged_request', await inDays(-days), await inDays(-1000))
      await log(service, await inDays(-days))
    }
    await log(service, await inDays(-60))
    const listDays = async () => Object.keys(await countRows('logged_request')).sort()
    expect(await listDays()).toEqual([...partitions, 'logged_request_default'])
    await keep('logged_request', await inDays(0), await inDays(-45))
    expect(await listDays()).toEqual([...partitions.slice(1), 'logged_request_default'])
    await keep('logged_request', await inDays(0), await inDays(1000))
    expect(await listDays()).toEqual([...partitions.slice(3), 'logged_request_default'])
  })

  it('waits for no long statement, and leaves the log to it', async () => {
    await owner.query('BEGIN; LOCK TABLE logged_request IN ACCESS SHARE MODE; SELECT FROM logged_request')
    expect(await keep('logged_request', await inDays(20), await inDays(-30))).toBe(false)
    await owner.query('COMMIT')
    expect(await keep('logged_request', await inDays(20), await inDays(-30))).toBe(true)
  })

  it('knows no other table', async () => {
    await expect(keep('audit_event', await inDays(0), await inDays(0))).rejects.toThrow('does not know the table')
  })
})

it('partitions logs with rows while the service’s role writes them', async () => {
  const all = await readMigrations()
  const from = all.findIndex(({ name }) => name.endsWith('_logged_request_id_time'))
  const url = databaseUrl(test.url, `before_${randomBytes(6).toString('hex')}`)
  const name = new URL(url).pathname.slice(1)
  await owner.query(`CREATE DATABASE ${name}`)
  try {
    await applyMigrations(url, { migrations: all.slice(0, from) })
    const previous = await connect(url)
    await previous.query(`INSERT INTO organization (id, name, slug) VALUES ('office', 'Office', 'office');
      INSERT INTO realm (id, "orgId", kind, name) VALUES ('${realmId}', 'office', 'sandbox', 'Books');
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role};
      GRANT EXECUTE ON FUNCTION delete_audit_events TO ${role}`)
    const address = new URL(url)
    Object.assign(address, { username: role, password: 'password' })
    const writer = await connect(address.href)
    const now = await inDays(0)
    let written = 0
    const write = async () => {
      await log(writer, now, `${written}`)
      await count(writer, now)
      written += 1
    }
    for (let row = 0; row < 100; row++) await write()
    let isMigrated = false
    const migrating = applyMigrations(url, { migrations: all }).finally(() => {
      isMigrated = true
    })
    while (!isMigrated) await write()
    await migrating
    await write()
    const rows = await previous.query('SELECT count(DISTINCT "traceId")::int AS rows FROM logged_request')
    expect(rows.rows).toEqual([{ rows: written }])
    expect((await writer.query('SELECT requests FROM usage_day')).rows).toEqual([{ requests: written }])
    const kept = await writer.query('SELECT keep_partitions($1, $2, $2) AS done', ['logged_request', now])
    expect(kept.rows).toEqual([{ done: true }])
    await previous.query(`DELETE FROM realm; DROP OWNED BY ${role}`)
    expect((await previous.query('SELECT FROM logged_request')).rowCount).toBe(0)
    expect((await previous.query('SELECT FROM usage_day')).rowCount).toBe(0)
    await writer.end()
    await previous.end()
  } finally {
    await owner.query(`DROP DATABASE ${name} WITH (FORCE)`)
  }
})
