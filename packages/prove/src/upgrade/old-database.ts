import { randomBytes } from 'node:crypto'
import { connectDatabase, type Database } from '@bridge/database'
import { databaseUrl } from '@bridge/database/embedded-postgres'
import { applyMigrations, type Migration } from '@bridge/database/migrate'
import { execa } from 'execa'

/** Organizations with one company file each. */
const tenants = 1_000
/** How many rows one statement inserts. */
const batchRows = 50_000
const mebibyte = 1_048_576

interface Column {
  readonly name: string
  readonly type: string
}

/** Expressions for the values of row `n`, by the column's type: of columns that must have one. */
const valuesByType: Readonly<Record<string, string>> = {
  boolean: 'false',
  bigint: 'n',
  integer: '1',
  'double precision': '1',
  date: 'current_date - (n % 30)::int',
  'timestamp with time zone': `now() - make_interval(secs => n % 2592000)`,
  uuid: 'gen_random_uuid()',
  jsonb: `'{}'::jsonb`,
  ARRAY: `'{}'`,
}

/** Expressions by the column's name. Every table has them where it has the column. */
const valuesByName: Readonly<Record<string, string>> = {
  orgId: `'org-' || n % ${tenants}`,
  realmId: `lpad((n % ${tenants})::text, 16, '0')`,
  clientId: `'client-' || n % ${tenants}`,
  connectionId: `'connection-' || n % ${tenants}`,
  path: `'/v3/company/' || lpad((n % ${tenants})::text, 16, '0') || '/query'`,
  method: `'GET'`,
  status: `CASE n % 20 WHEN 0 THEN 400 ELSE 200 END`,
  code: `CASE n % 20 WHEN 0 THEN 'UNSUPPORTED_QUERY' END`,
  requests: '3',
}

/** Reads the migrations that a commit of this repository has, oldest first. */
export async function readMigrationsOf(commit: string): Promise<readonly Migration[]> {
  const git = async (...args: string[]) => (await execa('git', args, { stripFinalNewline: false })).stdout
  const folder = 'prisma/migrations/'
  const names = (await git('ls-tree', '-d', '--name-only', commit, folder)).trim().split('\n')
  return Promise.all(
    names.sort().map(async (each) => ({
      name: each.slice(folder.length),
      script: await git('show', `${commit}:${each}/migration.sql`),
    })),
  )
}

/** Creates a database with these migrations, and with as many megabytes of what a service stores. */
export async function createOldDatabase(
  serverUrl: string,
  migrations: readonly Migration[],
  megabytes: number,
): Promise<string> {
  const name = `upgrade_${randomBytes(4).toString('hex')}`
  const server = connectDatabase(databaseUrl(serverUrl, 'postgres'))
  await server.$executeRawUnsafe(`CREATE DATABASE ${name}`)
  await server.$disconnect()
  const url = databaseUrl(serverUrl, name)
  await applyMigrations(url, { migrations })
  const database = connectDatabase(url)
  const fill = async (table: string, values: Readonly<Record<string, string>>, rows: number, first = 0) =>
    database.$executeRawUnsafe(
      `${await toInsert(database, table, values)} FROM generate_series(${first}, ${first + rows - 1}) AS n`,
    )
  await fill('organization', { id: `'org-' || n`, slug: `'org-' || n` }, tenants)
  await fill('realm', { id: `lpad(n::text, 16, '0')`, kind: `'production'` }, tenants)
  await fill('realm_session', { phase: `'ready'`, realmId: `lpad(n::text, 16, '0')` }, tenants)
  await fill('oauth_client', { id: `'client-' || n` }, tenants)
  await fill('connection', { id: `'connection-' || n` }, tenants)
  await fill('access_token', { tokenHash: `'token-' || n`, expiresAt: `'2100-01-01'` }, 10 * tenants)
  await fill('usage_day', { day: `current_date - (n / ${tenants})::int` }, 60 * tenants)
  for (let first = 0; (await measureBytes(database)) < megabytes * mebibyte; first += batchRows) {
    await fill('logged_request', {}, batchRows, first)
  }
  await database.$executeRawUnsafe('ANALYZE')
  await database.$disconnect()
  return url
}

/** Returns `INSERT … SELECT …` with a value for each column that needs one, or that all rows share. */
export async function toInsert(
  database: Database,
  table: string,
  values: Readonly<Record<string, string>> = {},
): Promise<string> {
  const columns = await database.$queryRawUnsafe<(Column & { readonly isRequired: boolean })[]>(
    `SELECT column_name AS name, data_type AS type, is_nullable = 'NO' AND column_default IS NULL AS "isRequired"
     FROM information_schema.columns WHERE table_schema = 'public' AND table_name = '${table}'`,
  )
  const given = columns.flatMap(({ name, type, isRequired }) => {
    const value =
      values[name] ?? valuesByName[name] ?? (isRequired ? (valuesByType[type] ?? 'md5(n::text)') : undefined)
    return value === undefined ? [] : [{ name, value: type === 'USER-DEFINED' ? castTo(table, name, value) : value }]
  })
  const names = given.map(({ name }) => `"${name}"`)
  return `INSERT INTO "${table}" (${names}) SELECT ${given.map(({ value }) => value)}`
}

/** PostgreSQL casts a literal to the column's type, and no other expression. */
function castTo(table: string, column: string, value: string): string {
  if (value.startsWith(`'`)) return value
  throw new Error(`${table}.${column} needs a value of its type.`)
}

async function measureBytes(database: Database): Promise<number> {
  const [row] = await database.$queryRawUnsafe<[{ bytes: bigint }]>(
    'SELECT pg_database_size(current_database()) AS bytes',
  )
  return Number(row.bytes)
}
