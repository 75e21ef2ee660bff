import { createTestDatabase } from '@bridge/database/testing'
import { Client } from 'pg'
import { inject } from 'vitest'

const million = 1_000_000
const customers = 100_000
/** Ten million with `TEST_SCALE=10`. */
const requests = million * inject('scale')

/** The expressions for a column unique for each of 100,000 customers. */
const realmId = `lpad(n::text, 16, '0')`

type Content = readonly [rows: number, keys?: Readonly<Record<string, string>>]

/** Large tables: their rows, and the expressions for unique columns. */
const tables = {
  // Growing with use.
  access_token: [million],
  audit_event: [million],
  billing_event: [million],
  connection_change: [million],
  failure_count: [million, { code: `'code-' || n` }],
  logged_request: [requests],
  organization_usage: [million, { day: `(date '2026-03-16' - (n / 20000)::int)` }],
  rate_window: [million],
  refresh_token: [million],
  request_outcome: [million],
  sandbox_document: [million],
  session: [million],
  usage_day: [million, { day: `(date '2026-03-16' - (n / 20000)::int)` }],
  write_journal: [million],
  // Growing with customers.
  organization: [customers, { id: `'org-' || n`, slug: `'org-' || n` }],
  user: [customers, { id: `'user-' || n`, email: `'user-' || n` }],
  membership: [customers, { userId: `'user-' || n`, orgId: `'org-' || n` }],
  realm: [customers, { id: realmId, orgId: `'org-' || n` }],
  realm_listing: [customers, { realmId }],
  realm_settings: [customers, { realmId }],
  realm_session: [customers, { realmId }],
  agent_token: [customers, { realmId }],
  connector_session: [customers, { realmId }],
  connector_credential: [customers, { realmId }],
  oauth_client: [customers],
  connection: [customers],
  change: [customers],
  mcp_proposal: [customers],
  mcp_proposal_content: [customers],
  realm_changes: [customers, { realmId }],
  // Few apps have one.
  webhook: [1_000],
  webhook_delivery: [customers],
  webhook_position: [customers],
} as const satisfies Readonly<Record<string, Content>>

type LargeTable = keyof typeof tables

/** A table with as many rows is large. */
const largeRowsMin = customers / 2

/** A statement reading a whole large table, or one of its indexes. */
export interface WholeScan {
  readonly table: string
  readonly statement: string
}

/** Records every statement sent to PostgreSQL by this process, until `stop`. */
export function recordStatements() {
  const texts = new Set<string>()
  const { query } = Client.prototype
  Client.prototype.query = function record(this: Client, ...sent: unknown[]) {
    const [first] = sent
    const text = typeof first === 'string' ? first : (first as { text?: unknown } | null)?.text
    if (typeof text === 'string') texts.add(text)
    return Reflect.apply(query, this, sent)
  } as typeof query
  return {
    texts,
    stop() {
      Client.prototype.query = query
    },
  }
}

interface Column {
  readonly column_name: string
  readonly data_type: string
  readonly udt_name: string
}

const fillers: Readonly<Record<string, string>> = {
  bigint: 'n',
  boolean: 'false',
  bytea: `'\\x00'::bytea`,
  character: `lpad((n % 4)::text, 4, '0')`,
  'character varying': 'left(md5(n::text), 23)',
  date: `(date '2026-03-16' - (n % 20000)::int)`,
  'double precision': '1',
  integer: '1',
  json: `'{}'::json`,
  jsonb: `'{}'::jsonb`,
  text: 'md5(n::text)',
  'timestamp with time zone': `(timestamptz '2026-03-16T12:00:00Z' - make_interval(secs => n * 2.5))`,
  uuid: 'gen_random_uuid()',
}

/** Columns referring to other rows: 20,000 realms, organizations and users share the rows. */
const shared: Readonly<Record<string, string>> = {
  realmId: `lpad((n % 20000)::text, 16, '0')`,
  orgId: `'org-' || n % 20000`,
  userId: `'user-' || n % 20000`,
}

/** A database with large tables. */
interface LargeDatabase {
  /** Explains statements for any parameter values, and returns those scanning a whole large table. */
  findWholeScans(statements: Iterable<string>): Promise<WholeScan[]>
  drop(): Promise<void>
}

/** Creates a database with as many rows in these tables, all by default, as a service with 100,000 customers has. */
export async function createLargeDatabase(
  names: readonly LargeTable[] = Object.keys(tables) as LargeTable[],
): Promise<LargeDatabase> {
  const large = await createTestDatabase()
  const client = new Client({ connectionString: large.url })
  await client.connect()
  for (const name of names) {
    const [rows, keys]: Content = tables[name]
    await fillTable(client, name, rows, keys)
  }
  return {
    findWholeScans: (statements) => findWholeScans(client, statements),
    drop: async () => {
      await client.end()
      await large.drop()
    },
  }
}

/**
 * Fills a table with rows spread over 20,000 tenants and a month, without checking foreign keys.
 *
 * @param keys the expressions for unique index columns, with the row number `n`
 */
async function fillTable(
  client: Client,
  table: string,
  rows: number,
  keys: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { rows: columns } = await client.query<Column>(
    `SELECT column_name, data_type, udt_name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 ORDER BY ordinal_position`,
    [table],
  )
  const values = columns.map(({ column_name: name, data_type: type, udt_name: udt }) => {
    const key = keys[name] ?? shared[name]
    if (key !== undefined) return key
    if (type === 'USER-DEFINED') return `(enum_range(NULL::"${udt}"))[array_length(enum_range(NULL::"${udt}"), 1)]`
    if (type === 'ARRAY') return `'{}'`
    const filler = fillers[type]
    if (filler === undefined) throw new Error(`${table}.${name} has the type ${type}, which is not known here.`)
    return filler
  })
  const names = columns.map(({ column_name }) => `"${column_name}"`)
  await withoutIndexes(client, table, () =>
    client.query(`INSERT INTO "${table}" (${names}) SELECT ${values} FROM generate_series(1, ${rows}) AS n`),
  )
}

/** Fills a table without foreign keys, triggers and indexes, which are built faster at once than row by row. */
export async function withoutIndexes(client: Client, table: string, fill: () => Promise<unknown>): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = $1::regclass AND NOT indisunique`,
    [`"${table}"`],
  )
  await client.query(`SET session_replication_role = replica; SET maintenance_work_mem = '256MB'`)
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`)
  await fill()
  // A partitioned table's index is defined ON ONLY that table.
  for (const { definition } of indexes) await client.query(definition.replace(' ON ONLY ', ' ON '))
  await client.query(`RESET session_replication_role; ANALYZE "${table}"`)
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly PlanNode[]
}

const explainable = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i

async function findWholeScans(client: Client, statements: Iterable<string>): Promise<WholeScan[]> {
  const { rows } = await client.query<{ relname: string }>(
    `SELECT relname FROM pg_class WHERE relkind IN ('r', 'i') AND reltuples >= $1`,
    [largeRowsMin],
  )
  const large = new Set(rows.map(({ relname }) => relname))
  const found: WholeScan[] = []
  for (const statement of statements) {
    if (!explainable.test(statement)) continue
    const explained = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${statement}`,
    )
    const plan = explained.rows[0]?.['QUERY PLAN'][0].Plan
    if (plan === undefined) throw new Error(`PostgreSQL did not explain: ${statement}`)
    for (const { table, scanned } of listScans(plan)) if (large.has(scanned)) found.push({ table, statement })
  }
  return found
}

interface Scan {
  readonly table: string
  /** The table, or its index. A partial index may be small where its table is large. */
  readonly scanned: string
}

/** Lists what is read whole. An index scan in order does not count where a limit ends it. */
function listScans(node: PlanNode, isLimited = false): Scan[] {
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index } = node
  const limited = isLimited || type === 'Limit'
  const below = (node.Plans ?? []).flatMap((each) =>
    listScans(each, limited && type !== 'Sort' && type !== 'Aggregate'),
  )
  if (table === undefined) return below
  const isWhole = type === 'Seq Scan' || (/^Index/.test(type) && node['Index Cond'] === undefined && !limited)
  return isWhole ? [{ table, scanned: index ?? table }, ...below] : below
}
