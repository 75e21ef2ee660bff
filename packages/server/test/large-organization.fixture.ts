import { Client } from 'pg'

/** What an organization gets. */
export interface OrganizationContent {
  readonly orgId: string
  /** The digit that the IDs of its company files begin with. */
  readonly idPrefix: string
  readonly now: Date
  readonly files: number
  readonly logged: number
  readonly apps: number
}

/** Runs `fill`, which fills a table, faster than row by row. */
type FillQuickly = (client: Client, table: string, fill: () => Promise<unknown>) => Promise<void>

/**
 * Fills organizations with company files, half of them connected, apps, the first of which is connected to each file, and
 * a log of 30 days. A service may use the database, unless `fillQuickly` drops indexes.
 */
export async function fillOrganizations(
  databaseUrl: string,
  contents: readonly OrganizationContent[],
  fillQuickly: FillQuickly = withoutTriggers,
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const content of contents) {
      await fillTables(client, content)
      await fillLargeTables(client, content, fillQuickly)
    }
    await client.query('VACUUM ANALYZE')
  } finally {
    await client.end()
  }
}

function toInsert(table: string, columns: string, values: string, rows: number): string {
  return `INSERT INTO ${table} (${columns}) SELECT ${values} FROM generate_series(1, ${rows}) AS n`
}

function toRealmId(idPrefix: string, number = 'n'): string {
  return `'${idPrefix}' || lpad((${number})::text, 15, '0')`
}

async function fillTables(client: Client, { orgId, idPrefix, now, files, apps }: OrganizationContent): Promise<void> {
  const id = toRealmId(idPrefix)
  const insert = (...row: Parameters<typeof toInsert>) => client.query(toInsert(...row))
  await insert('realm', 'id, "orgId", name, kind', `${id}, '${orgId}', 'Client ' || n, 'production'`, files)
  await insert(
    'realm_session',
    '"realmId", "gatewayUrl", epoch, phase, "connectedAt", "lastSeenAt"',
    `${id}, 'http://127.0.0.1:1', 1, (CASE n % 4 WHEN 0 THEN 'draining' ELSE 'ready' END)::"SessionPhase", now(), now()`,
    files / 2,
  )
  await insert('realm_settings', '"realmId", "updatedAt"', `${id}, now()`, files)
  await insert('usage_day', '"realmId", day, requests, errors', `${id}, '${now.toISOString()}'::date - 1, 20, 1`, files)
  await insert(
    'oauth_client',
    'id, "orgId", name, "secretHash"',
    `'svcc_${idPrefix}-' || n, '${orgId}', 'App ' || n, '${idPrefix}-' || n`,
    apps,
  )
}

async function fillLargeTables(
  client: Client,
  { orgId, idPrefix, now, files, logged }: OrganizationContent,
  fillQuickly: FillQuickly,
): Promise<void> {
  const [id, name] = [toRealmId(idPrefix), `'${idPrefix}-' || n`]
  const insert = (...row: Parameters<typeof toInsert>) =>
    fillQuickly(client, row[0], () => client.query(toInsert(...row)))
  await insert(
    'connection',
    'id, "clientId", "realmId", scope',
    `${name}, 'svcc_${idPrefix}-1', ${id}, 'accounting'`,
    files,
  )
  await insert('refresh_token', '"tokenHash", "connectionId", "expiresAt"', `${name}, ${name}, '2100-01-01'`, files)
  await insert(
    'logged_request',
    'id, "traceId", "realmId", "orgId", "createdAt", method, path, status, code, "totalMs"',
    `gen_random_uuid(), 't', ${toRealmId(idPrefix, `n % ${files} + 1`)}, '${orgId}',
     '${now.toISOString()}'::timestamptz - make_interval(secs => n * ${2_592_000 / logged}), 'GET', '/',
     CASE n % 10 WHEN 0 THEN 400 ELSE 200 END, CASE n % 10 WHEN 0 THEN 'UNSUPPORTED_QUERY' END, 1`,
    logged,
  )
  await countLogged(client, orgId)
  const userId = `(SELECT "userId" FROM membership WHERE "orgId" = '${orgId}' LIMIT 1)`
  await insert(
    'audit_event',
    'id, "orgId", "actorKind", "actorId", action, "resourceKind", "resourceId", "createdAt"',
    `${name}, '${orgId}', 'session', ${userId}, 'realm.create', 'realm', ${id}, now() - make_interval(secs => n)`,
    files,
  )
}

/** Fills a table without checking foreign keys. */
async function withoutTriggers(client: Client, _table: string, fill: () => Promise<unknown>): Promise<void> {
  await client.query('SET session_replication_role = replica')
  await fill()
  await client.query('RESET session_replication_role')
}

/** Counts what was logged without the triggers. */
async function countLogged(client: Client, orgId: string): Promise<void> {
  const slot = `date_bin('30 minutes', "createdAt", '2026-01-01T00:00:00Z')`
  await client.query(
    `INSERT INTO request_count ("orgId", at, ok, "clientErrors", "serverErrors", failures)
     SELECT "orgId", ${slot}, count(*) FILTER (WHERE status < 400),
       count(*) FILTER (WHERE status >= 400), 0, count(*) FILTER (WHERE status >= 400)
     FROM logged_request WHERE "orgId" = $1 GROUP BY 1, 2`,
    [orgId],
  )
  await client.query(
    `INSERT INTO failure_count
     SELECT "orgId", ${slot}, code, '', '', '', '', max(status), count(*), min("createdAt"), max("createdAt")
     FROM logged_request WHERE "orgId" = $1 AND code IS NOT NULL GROUP BY 1, 2, 3`,
    [orgId],
  )
}
