import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startAdmin } from '../../test/admin.fixture.ts'
import { recordResponses } from '../../test/record-responses.fixture.ts'
import { fillTable, findWholeScans, recordStatements } from '../../test/statement-plans.fixture.ts'
import { createConnectionWatch } from '../alerts/connection-watch.ts'
import { createOpenApi } from '../openapi/openapi.ts'
import { createOutcomeStore } from '../replay/replay.store.ts'
import { createRetention } from '../retention/retention.ts'

const million = 1_000_000

/** The tables that grow with use, with the unique columns that need an expression. */
const growing: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  access_token: {},
  audit_event: {},
  billing_event: {},
  connection_change: {},
  logged_request: {},
  rate_window: {},
  refresh_token: {},
  request_outcome: {},
  sandbox_document: {},
  session: {},
  usage_day: { day: `(date '2026-03-16' - (n / 20000)::int)` },
  write_journal: {},
}
/** Those that grow with customers. */
const stable: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  organization: { id: `'org-' || n`, slug: `'org-' || n` },
  user: { id: `'user-' || n`, email: `'user-' || n` },
  membership: { userId: `'user-' || n`, orgId: `'org-' || n` },
  realm: { id: `lpad(n::text, 16, '0')`, orgId: `'org-' || n` },
  oauth_client: {},
  connection: {},
}
const customers = 100_000

let large: TestDatabase
let client: Client

beforeAll(async () => {
  large = await createTestDatabase()
  client = new Client({ connectionString: large.url })
  await client.connect()
  for (const [table, keys] of Object.entries(growing)) await fillTable(client, table, million, keys)
  for (const [table, keys] of Object.entries(stable)) await fillTable(client, table, customers, keys)
}, 900_000)
afterAll(async () => {
  await client.end()
  await large.drop()
})

/** Returns the statements of all operations and of the work in the background. */
async function listStatements(): Promise<ReadonlySet<string>> {
  const statements = recordStatements()
  try {
    await recordResponses(createOpenApi('https://bridge.test').paths)
    const admin = await startAdmin()
    const { database, clock } = admin
    const mailer = { sendConnectionAlert: async () => undefined }
    const jobs = [createRetention(admin), createConnectionWatch({ ...admin, mailer })]
    for (const job of jobs) await job.run()
    await createOutcomeStore(database).sweep(clock())
    await admin.requestLog.flush()
    for (const job of jobs) await job.close()
    await admin.stop()
  } finally {
    statements.stop()
  }
  return statements.texts
}

it('reads no large table whole, whatever the values of a statement are', { timeout: 300_000 }, async () => {
  const statements = await listStatements()
  expect(statements.size).toBeGreaterThan(200)
  expect(await findWholeScans(client, statements, million / 2)).toEqual([])
})

it('finds a statement that reads a large table whole', async () => {
  const statement = 'SELECT count(*) FROM "audit_event" WHERE "ip" = $1'
  expect(await findWholeScans(client, [statement], million / 2)).toEqual([{ table: 'audit_event', statement }])
})
