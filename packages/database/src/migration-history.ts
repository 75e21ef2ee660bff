import type { Client } from 'pg'
import { listChecksums, type Migration } from './migration.ts'

/** The oldest PostgreSQL major version the service is tried with. */
const oldestServer = 15

/** This build's migrations in a database, and those it needs. */
export interface MigrationHistory {
  readonly applied: readonly Migration[]
  readonly pending: readonly Migration[]
  /** Pending ones begun by earlier versions, which committed each statement at once. */
  readonly begun: readonly Migration[]
  /** Those whose begin is still recorded. */
  readonly halfway: readonly Migration[]
  /** Applied by a newer build. */
  readonly unknown: readonly string[]
  /** Applied ones whose script has changed since. */
  readonly changed: readonly string[]
  /** The schema's tables and views except the migration list. */
  readonly tables: readonly string[]
  readonly server: number
}

interface HistoryRow {
  readonly name: string
  readonly checksum: string
  readonly state: 'applied' | 'begun' | 'rolled back'
}

/** Reads which migrations the database has. Changes nothing. */
export async function readHistory(client: Client, migrations: readonly Migration[]): Promise<MigrationHistory> {
  const rows = await readRows(client)
  const applied = new Map(rows.filter(({ state }) => state === 'applied').map((row) => [row.name, row.checksum]))
  const begun = new Set(rows.filter(({ state }) => state !== 'applied').map(({ name }) => name))
  const halfway = new Set(rows.filter(({ state }) => state === 'begun').map(({ name }) => name))
  const pending = migrations.filter(({ name }) => !applied.has(name))
  const known = new Set(migrations.map(({ name }) => name))
  return {
    applied: migrations.filter(({ name }) => applied.has(name)),
    pending,
    begun: pending.filter(({ name }) => begun.has(name)),
    halfway: pending.filter(({ name }) => halfway.has(name)),
    unknown: [...new Set([...applied.keys(), ...halfway])].filter((name) => !known.has(name)),
    changed: migrations
      .filter(({ name, script }) => applied.has(name) && !listChecksums(script).includes(applied.get(name) ?? ''))
      .map(({ name }) => name),
    tables: await listTables(client),
    server: await readServerVersion(client),
  }
}

/** Returns in one line why the database cannot be migrated by this build; undefined if it can. */
export function findProblem(history: MigrationHistory): string | undefined {
  const { applied, begun, halfway, unknown, changed, tables, server } = history
  if (server < oldestServer) {
    return `PostgreSQL ${server} is too old: the service needs ${oldestServer} or newer. Nothing was changed.`
  }
  if (applied.length === 0 && begun.length === 0 && (tables.length > 0 || unknown.length > 0)) {
    const signs = tables.length > 0 ? `it has ${list(tables)}` : `it has the migrations ${list(unknown)}`
    return `The database belongs to another product: ${signs}, and no migration of the service. Nothing was changed. Set DATABASE_URL to its own database.`
  }
  if (unknown.length > 0) {
    return `The database is newer than this build, which does not know ${list(unknown)}. Nothing was changed. Migrate with the newest version.`
  }
  if (changed.length > 0) {
    return `The scripts of applied migrations have changed since: ${list(changed)}. Nothing was changed. Restore prisma/migrations of the release.`
  }
  if (halfway.length > 0) {
    return `An earlier version left the database half-way through ${list(halfway.map(({ name }) => name))}. Nothing was changed. Run npm run migrate -- --resolve, which finds out how far it got and completes it.`
  }
  return undefined
}

/** Returns whether the database has the migration list. */
export async function hasHistory(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS found`,
  )
  return rows[0]?.found === true
}

async function readRows(client: Client): Promise<readonly HistoryRow[]> {
  if (!(await hasHistory(client))) return []
  const { rows } = await client.query<HistoryRow>(`
    SELECT migration_name AS name, checksum, CASE
      WHEN rolled_back_at IS NOT NULL THEN 'rolled back' WHEN finished_at IS NULL THEN 'begun' ELSE 'applied' END AS state
    FROM _prisma_migrations ORDER BY started_at`)
  return rows
}

/** Lists tables and views, without extensions. */
async function listTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = to_regnamespace(quote_ident(current_schema())) AND relkind IN ('r', 'p', 'v', 'm', 'f')
      AND relname <> '_prisma_migrations'
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
    ORDER BY relname`)
  return rows.map(({ name }) => name)
}

async function readServerVersion(client: Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS version`,
  )
  return rows[0]?.version ?? 0
}

const listed = 3

function list(names: readonly string[]): string {
  const more = names.length - listed
  return `${names.slice(0, listed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
