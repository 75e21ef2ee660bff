import { requireRealmId } from '@bridge/agent-protocol'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toEventId } from './event-id.ts'
import type { RecordChange } from './record-change.ts'
import { findChangesAfter, hasSubscriber, insertChanges } from './record-changes.store.ts'

const realmId = requireRealmId('9130350000000001')
const clientId = 'svcc_app'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
  const { id: orgId } = await test.database.organization.create({ data: { name: 'Office', slug: 'office' } })
  await test.database.realm.create({ data: { id: realmId, orgId, kind: 'production', name: 'Company' } })
  await test.database.oAuthClient.create({ data: { id: clientId, orgId, name: 'App', secretHash: 'hash' } })
})
afterAll(() => test.drop())

function update(recordId: string, version: string): RecordChange {
  const occurredAt = new Date('2026-11-27T12:00:00Z')
  return { entity: 'Invoice', recordId, operation: 'update', occurredAt, version, source: 'write' }
}

it('stores a change once, and lists them in order', async () => {
  const { database } = test
  const first = update('1', '100')
  expect(await insertChanges(database, realmId, [first, update('2', '100')])).toBe(2)
  expect(await insertChanges(database, realmId, [{ ...first, source: 'poll' }, update('1', '101')])).toBe(1)
  expect(await insertChanges(database, realmId, [])).toBe(0)
  const stored = await findChangesAfter(database, realmId, 0n, 10)
  expect(stored.map(({ recordId, version, source }) => [recordId, version, source])).toEqual([
    ['1', '100', 'write'],
    ['2', '100', 'write'],
    ['1', '101', 'write'],
  ])
  expect(stored[0]).toEqual({ ...first, seq: 1n })
  expect(await findChangesAfter(database, realmId, 1n, 1)).toEqual([stored[1]])
})

it('commits changes in the order of their sequence numbers', async () => {
  const { database } = test
  const [last] = (await findChangesAfter(database, realmId, 0n, 100)).slice(-1)
  const inserted = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const slow = database.$transaction(async (transaction) => {
    await insertChanges(transaction, realmId, [update('slow', '1')])
    inserted.resolve()
    await mayCommit.promise
  })
  await inserted.promise
  const quick = insertChanges(database, realmId, [update('quick', '1')])
  expect(await findChangesAfter(database, realmId, last?.seq ?? 0n, 10)).toEqual([])
  mayCommit.resolve()
  await Promise.all([slow, quick])
  const stored = await findChangesAfter(database, realmId, last?.seq ?? 0n, 10)
  expect(stored.map(({ recordId }) => recordId)).toEqual(['slow', 'quick'])
})

it('has a subscriber while an app with a webhook is connected', async () => {
  const { database } = test
  expect(await hasSubscriber(database, realmId)).toBe(false)
  const { id } = await database.connection.create({ data: { clientId, realmId, scope: 'accounting' } })
  expect(await hasSubscriber(database, realmId)).toBe(false)
  await database.webhook.create({ data: { clientId, url: 'https://app.test/hook', sealedToken: 'sealed' } })
  expect(await hasSubscriber(database, realmId)).toBe(true)
  await database.webhook.update({ where: { clientId }, data: { pausedAt: new Date() } })
  expect(await hasSubscriber(database, realmId)).toBe(false)
  await database.webhook.update({ where: { clientId }, data: { pausedAt: null } })
  await database.connection.update({ where: { id }, data: { revokedAt: new Date() } })
  expect(await hasSubscriber(database, realmId)).toBe(false)
})

it('derives the same event ID from the same change', () => {
  const seenByPoll: RecordChange = { ...update('1', '100'), source: 'poll' }
  const id = toEventId(realmId, update('1', '100'))
  expect(id).toBe(toEventId(realmId, seenByPoll))
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(toEventId(realmId, update('1', '101'))).not.toBe(id)
})
