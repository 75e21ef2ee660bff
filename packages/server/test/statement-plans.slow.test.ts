import { randomUUID } from 'node:crypto'
import { requireRealmId } from '@bridge/agent-protocol'
import { createConnectionWatch } from '@bridge/control-plane/alerts/connection-watch'
import { createRetention } from '@bridge/control-plane/retention/retention'
import {
  advancePosition,
  claimWebhooks,
  findDuePosition,
  pauseWebhook,
  postpone,
  releaseWebhook,
  skipChanges,
} from '@bridge/control-plane/webhooks/webhook-delivery.store'
import { createWebhookWatch } from '@bridge/control-plane/webhooks/webhook-watch'
import { claimDuePolls, storePoll } from '@bridge/data-plane/change-polls/change-polls.store'
import { findChangesAfter, insertChanges } from '@bridge/data-plane/record-changes/record-changes.store'
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
}, 1_800_000)
afterAll(() => large.drop())

/** Returns the statements in all operations and in background work. */
async function listStatements(): Promise<ReadonlySet<string>> {
  const statements = recordStatements()
  try {
    await recordResponses(createOpenApi('https://bridge.test').paths)
    const admin = await startAdmin()
    const { database, clock } = admin
    const mailer = { send: async () => undefined }
    const jobs = [
      createRetention(admin),
      createConnectionWatch({ ...admin, mailer }),
      createWebhookWatch({ ...admin, mailer }),
    ]
    for (const job of jobs) await job.run()
    await sweepOutcomes(database, clock())
    await admin.requestLog.flush()
    await deleteBodies(admin)
    await deliverChanges(admin)
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

/** Finds, stores and delivers changes, with each outcome. */
async function deliverChanges({ database, clock, organization }: TestAdmin) {
  const { sandboxRealmId } = await organization('changes@example.com')
  const realmId = requireRealmId(sandboxRealmId)
  const at = clock()
  const found = { changes: [], state: { activity: '', until: 0, queries: [], records: {}, deletions: [] } }
  const due = { realmId, realmKind: 'sandbox', orgId: '', settings: null, state: null, claimedUntil: at } as const
  await claimDuePolls(database, { now: at, limit: 1, seconds: 60 })
  await storePoll(database, due, { ...found, resynchronize: 'restored' }, { polledAt: at, nextPollAt: at })
  await storePoll(database, due, found, { polledAt: at, nextPollAt: at })
  const change = { entity: 'Invoice', recordId: '1', operation: 'create', occurredAt: at, version: '1' } as const
  await insertChanges(database, realmId, [{ ...change, source: 'poll' }])
  await findChangesAfter(database, realmId, 0n, 100)

  const webhookId = 'webhook'
  const position = { webhookId, realmId, lastSeq: 1n }
  await claimWebhooks(database, at, 1)
  await findDuePosition(database, webhookId, at)
  await advancePosition(database, position, 1n, at)
  await postpone(database, position, { seq: 1n, seconds: 1, at })
  await skipChanges(database, position, at)
  await pauseWebhook(database, webhookId, at)
  await releaseWebhook(database, webhookId)
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
