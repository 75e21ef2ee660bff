import { afterAll, beforeAll, expect, it } from 'vitest'
import { startAdmin } from '../../test/admin.fixture.ts'
import { recordResponses } from '../../test/record-responses.fixture.ts'
import { createLargeDatabase, recordStatements } from '../../test/statement-plans.fixture.ts'
import { createConnectionWatch } from '../alerts/connection-watch.ts'
import { createOpenApi } from '../openapi/openapi.ts'
import { createOutcomeStore } from '../replay/replay.store.ts'
import { createRetention } from '../retention/retention.ts'

let large: Awaited<ReturnType<typeof createLargeDatabase>>
beforeAll(async () => {
  large = await createLargeDatabase()
}, 900_000)
afterAll(() => large.drop())

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
  expect(await large.findWholeScans(statements)).toEqual([])
})

it.each([
  ['audit_event', 'ip'],
  ['realm', 'name'],
  ['realm_session', 'gatewayUrl'],
])('finds a statement that reads all of %s', async (table, column) => {
  const statement = `SELECT count(*) FROM "${table}" WHERE "${column}" = $1`
  expect(await large.findWholeScans([statement])).toEqual([{ table, statement }])
})

it('accepts a statement that reads a partial index of few rows', async () => {
  const statement = `SELECT count(*) FROM write_journal WHERE state = 'queued' AND "entity" = $1`
  expect(await large.findWholeScans([statement])).toEqual([])
})
