import { AsyncLocalStorage } from 'node:async_hooks'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { startAdmin, type TestAdmin } from './admin.fixture.ts'
import { fillOrganizations } from './large-organization.fixture.ts'
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
/** How often a request is sent for its median time, which is only printed. */
const rounds = 15

let admin: TestAdmin
let client: Client
type Organization = Awaited<ReturnType<TestAdmin['organization']>>
let small: Organization
let large: Organization

beforeAll(async () => {
  admin = await startAdmin({ clock: () => new Date('2026-03-16T12:10:00Z') })
  client = new Client({ connectionString: admin.url })
  await client.connect()
  small = await admin.organization('small@size.example')
  large = await admin.organization('large@size.example')
  const content = { now: admin.clock(), apps: page }
  await fillOrganizations(
    admin.url,
    [
      { ...content, orgId: small.orgId, idPrefix: '1', files: files.small, logged: logged.small },
      { ...content, orgId: large.orgId, idPrefix: '2', files: files.large, logged: logged.large },
    ],
    withoutIndexes,
  )
}, 1_800_000)
afterAll(async () => {
  await client.end()
  await admin.stop()
})

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

/** Prints the median times of a page of both organizations, which take turns, and their ratio. */
async function printTimes(title: string, path: string): Promise<void> {
  const times: Record<'few' | 'many', number[]> = { few: [], many: [] }
  const organizations = { few: small, many: large }
  for (let round = 0; round < rounds; round++)
    for (const size of ['few', 'many'] as const) {
      const { orgId, session } = organizations[size]
      const startedAt = performance.now()
      await admin.call(`GET /${path.replace('{org}', orgId)}`, session)
      times[size].push(performance.now() - startedAt)
    }
  const [few = 0, many = 0] = [times.few, times.many].map(
    (all) => all.toSorted((one, other) => one - other)[Math.floor(rounds / 2)],
  )
  const text = `${few.toFixed(1)} and ${many.toFixed(1)} ms`
  process.stdout.write(`${(many / few).toFixed(2)} ×  ${text} for ${files.small} and ${files.large} files  ${title}\n`)
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
])(`reads as much for ${files.large} company files as for ${files.small}: %s`, async (title, path) => {
  const few = await measure(small, `/${path.replace('{org}', small.orgId)}`)
  const readMany = () => measure(large, `/${path.replace('{org}', large.orgId)}`)
  const many = await readMany()
  await printTimes(title, path)
  // A session is renewed now and then.
  expect(many.statements).toBeLessThanOrEqual(few.statements + 1)
  // While a job of the server runs, VACUUM keeps the rows that it sees.
  await expect
    .poll(async () => (await readMany()).blocks, { message: JSON.stringify({ few, many }) })
    .toBeLessThanOrEqual(few.blocks * 1.5 + freeBlocks)
  expect(many.bytes).toBeLessThanOrEqual(maxBytes)
})

it('counts at most 1,000 connections of an app', async () => {
  const many = await measure(large, `/clients?orgId=${large.orgId}`)
  // A connection is a row, and its token an entry of an index and a row.
  expect(many.blocks).toBeLessThanOrEqual(8_000)
  expect(many.bytes).toBeLessThanOrEqual(maxBytes)
})
