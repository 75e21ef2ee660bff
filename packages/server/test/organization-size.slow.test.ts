import { AsyncLocalStorage } from 'node:async_hooks'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { startAdmin, type TestAdmin } from './admin.fixture.ts'
import { withoutIndexes } from './statement-plans.fixture.ts'

/** `TEST_SCALE=10` has 50,000 company files and a million requests. */
const scale = inject('scale')
const files = { small: 10, large: 5_000 * scale }
const logged = { small: 5_000, large: 100_000 * scale }
/** A page of both organizations has as many rows. */
const page = 10
/** Blocks that do not depend on an organization: the upper levels of indexes, and a row's place in the table. */
const freeBlocks = 40
const maxBytes = 300_000

let admin: TestAdmin
let client: Client
type Organization = Awaited<ReturnType<TestAdmin['organization']>>
let small: Organization
let large: Organization

beforeAll(async () => {
  admin = await startAdmin({ clock: () => new Date('2026-03-16T12:10:00Z') })
  client = new Client({ connectionString: admin.url })
  await client.connect()
  small = await fillOrganization('small')
  large = await fillOrganization('large')
  await client.query('VACUUM ANALYZE')
}, 1_800_000)
afterAll(async () => {
  await client.end()
  await admin.stop()
})

/** Creates an organization with company files, half of them connected, an app on each, and a log of 30 days. */
async function fillOrganization(size: 'small' | 'large'): Promise<Organization> {
  const org = await admin.organization(`${size}@size.example`)
  const first = size === 'small' ? 1 : 2
  const id = `'${first}' || lpad(n::text, 15, '0')`
  const now = admin.clock().toISOString()
  const insert = (table: string, columns: string, values: string, rows: number) =>
    client.query(`INSERT INTO ${table} (${columns}) SELECT ${values} FROM generate_series(1, ${rows}) AS n`)
  const count = files[size]
  await insert('realm', 'id, "orgId", name, kind', `${id}, '${org.orgId}', 'Client ' || n, 'production'`, count)
  await insert(
    'realm_session',
    '"realmId", "gatewayUrl", epoch, phase, "connectedAt", "lastSeenAt"',
    `${id}, 'http://127.0.0.1:1', 1, (CASE n % 4 WHEN 0 THEN 'draining' ELSE 'ready' END)::"SessionPhase", now(), now()`,
    count / 2,
  )
  await insert('realm_settings', '"realmId", "updatedAt"', `${id}, now()`, count)
  await insert('usage_day', '"realmId", day, requests, errors', `${id}, '${now}'::date - 1, 20, 1`, count)
  await insert(
    'oauth_client',
    'id, "orgId", name, "secretHash"',
    `'svcc_${size}' || n, '${org.orgId}', 'App ' || n, n`,
    page,
  )
  await withoutIndexes(client, 'connection', () =>
    insert(
      'connection',
      'id, "clientId", "realmId", scope',
      `'${size}' || n, 'svcc_${size}1', ${id}, 'accounting'`,
      count,
    ),
  )
  await withoutIndexes(client, 'refresh_token', () =>
    insert(
      'refresh_token',
      '"tokenHash", "connectionId", "expiresAt"',
      `'${size}' || n, '${size}' || n, '2100-01-01'`,
      count,
    ),
  )
  await withoutIndexes(client, 'logged_request', () =>
    insert(
      'logged_request',
      'id, "traceId", "realmId", "orgId", "createdAt", method, path, status, code, "totalMs"',
      `gen_random_uuid(), 't', '${first}' || lpad((n % ${count} + 1)::text, 15, '0'), '${org.orgId}',
       '${now}'::timestamptz - make_interval(secs => n * ${2_592_000 / logged[size]}), 'GET', '/',
       CASE n % 10 WHEN 0 THEN 400 ELSE 200 END, CASE n % 10 WHEN 0 THEN 'UNSUPPORTED_QUERY' END, 1`,
      logged[size],
    ),
  )
  await countLogged(org.orgId)
  await withoutIndexes(client, 'audit_event', () =>
    insert(
      'audit_event',
      'id, "orgId", "actorKind", "actorId", action, "resourceKind", "resourceId", "createdAt"',
      `'${size}' || n, '${org.orgId}', 'session', '${org.caller.userId}', 'realm.create', 'realm', ${id}, now() - make_interval(secs => n)`,
      count,
    ),
  )
  return org
}

/** Counts what was logged without the triggers. */
async function countLogged(orgId: string): Promise<void> {
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

interface Work {
  readonly statements: number
  readonly blocks: number
  readonly bytes: number
}

/** Tells a request's statements from those of the server's jobs. */
const requests = new AsyncLocalStorage<true>()

/** Sends a request, and reads each of its statements again to count the blocks that it reads. */
async function measure({ session }: Organization, path: string): Promise<Work> {
  const sent: { readonly text: string; readonly values: unknown[] }[] = []
  const { query } = Client.prototype
  Client.prototype.query = function record(this: Client, ...args: unknown[]) {
    const [first, second] = args as [{ text?: string; values?: unknown[] } | string, unknown[] | undefined]
    const text = typeof first === 'string' ? first : first?.text
    const values = (typeof first === 'string' ? second : first?.values) ?? []
    if (requests.getStore() && typeof text === 'string' && /^\s*(SELECT|WITH)\b/.test(text)) sent.push({ text, values })
    return Reflect.apply(query, this, args)
  } as typeof query
  let bytes: number
  try {
    const { status, text } = await requests.run(true, () => admin.call(`GET ${path}`, session))
    expect([path, status]).toEqual([path, 200])
    bytes = text.length
  } finally {
    Client.prototype.query = query
  }
  let blocks = 0
  // Rows that the server has updated in the meantime would be read from the table in addition to the index.
  await client.query('VACUUM')
  for (const { text, values } of sent) {
    const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values)
    const plan = rows[0]['QUERY PLAN'][0].Plan
    blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
  }
  return { statements: sent.length, blocks, bytes }
}

const since = 'since=2026-02-14T12:30:00.000Z&until=2026-03-16T12:30:00.000Z'

it.each([
  ['Home: the first steps', 'orgs/{org}/checklist?'],
  ['Home: company files in trouble', `realms?orgId={org}&sort=state&limit=${page}`],
  ['Home: requests of 24 hours', 'requests/counts?orgId={org}&buckets=48'],
  ['Home: API keys', 'api-keys?orgId={org}'],
  ['company files by creation', `realms?orgId={org}&limit=${page}`],
  ['company files by name', `realms?orgId={org}&sort=name&limit=${page}`],
  ['company files by name, from the end', `realms?orgId={org}&sort=-name&limit=${page}`],
  ['company files that were never connected', `realms?orgId={org}&group=never_connected&limit=${page / 2}`],
  ['the sandbox', 'realms?orgId={org}&kind=sandbox'],
  ['requests', `requests?orgId={org}&limit=${page}`],
  ['failed requests', `requests?orgId={org}&limit=${page}&status=failed`],
  ['requests of 30 days, counted', `requests/counts?orgId={org}&${since}&buckets=60`],
  ['failures of 7 days, grouped', 'requests/failures?orgId={org}&since=2026-03-09T12:30:00.000Z'],
  ['what does not fit QuickBooks Desktop', 'requests/desktop-fit?orgId={org}'],
  ['usage', `orgs/{org}/usage?limit=${page}`],
  ['the plan', 'orgs/{org}/billing?'],
  ['the state of billing', 'orgs/{org}/billing/state?'],
  ['members', 'orgs/{org}/members?'],
  ['invitations', 'invitations?orgId={org}'],
  ['the audit log', `audit-events?orgId={org}&limit=${page}`],
])(`reads as much for ${files.large} company files as for ${files.small}: %s`, async (_, path) => {
  const [few, many] = [
    await measure(small, `/${path.replace('{org}', small.orgId)}`),
    await measure(large, `/${path.replace('{org}', large.orgId)}`),
  ]
  // A session is renewed now and then.
  expect(many.statements).toBeLessThanOrEqual(few.statements + 1)
  expect(many.blocks, JSON.stringify({ few, many })).toBeLessThanOrEqual(few.blocks * 1.5 + freeBlocks)
  expect(many.bytes).toBeLessThanOrEqual(maxBytes)
})

it('counts at most 1,000 connections of an app', async () => {
  const many = await measure(large, `/clients?orgId=${large.orgId}`)
  // A connection is a row, and its token an entry of an index and a row.
  expect(many.blocks).toBeLessThanOrEqual(8_000)
  expect(many.bytes).toBeLessThanOrEqual(maxBytes)
})
