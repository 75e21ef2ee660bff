import { randomUUID } from 'node:crypto'
import { requireRealmId } from '@bridge/agent-protocol'
import { createConnectionWatch } from '@bridge/control-plane/alerts/connection-watch'
import { createRetention } from '@bridge/control-plane/retention/retention'
import { sweepOutcomes } from '@bridge/data-plane/replay/outcome-retention.store'
import { deleteBodiesAbove } from '@bridge/data-plane/request-log/request-log.store'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOpenApi } from '../src/openapi/openapi.ts'
import { startAdmin, type TestAdmin } from './admin.fixture.ts'
import { recordResponses } from './record-responses.fixture.ts'
import { createLargeDatabase, recordStatements } from './statement-plans.fixture.ts'

let large: Awaited<ReturnType<typeof createLargeDatabase>>
beforeAll(async () => {
  large = await createLargeDatabase()
}, 900_000)
afterAll(() => large.drop())

/** Returns the statements in all operations and in background work. */
async function listStatements(): Promise<ReadonlySet<string>> {
  const statements = recordStatements()
  try {
    await recordResponses(createOpenApi('https://bridge.test').paths)
    const admin = await startAdmin()
    const { database, clock } = admin
    const mailer = { send: async () => undefined }
    const jobs = [createRetention(admin), createConnectionWatch({ ...admin, mailer })]
    for (const job of jobs) await job.run()
    await sweepOutcomes(database, clock())
    await admin.requestLog.flush()
    await deleteBodies(admin)
    for (const job of jobs) await job.close()
    await admin.stop()
  } finally {
    statements.stop()
  }
  return statements.texts
}

/** Logs a request with a body, and deletes the body because of a quota. */
async function deleteBodies({ database, clock, organization }: TestAdmin) {
  const { orgId, sandboxRealmId } = await organization('quota@example.com')
  const realmId = requireRealmId(sandboxRealmId)
  const stored = { bodies: { request: '{}' }, bodyBytes: 20, createdAt: clock() }
  const line = { traceId: 'quota', realmId, orgId, method: 'GET', path: '/', status: 200, totalMs: 1 }
  await database.loggedRequest.create({ data: { id: randomUUID(), ...line, ...stored } })
  await deleteBodiesAbove(database, realmId, 0)
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
