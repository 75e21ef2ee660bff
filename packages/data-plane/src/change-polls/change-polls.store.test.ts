import { requireRealmId } from '@bridge/agent-protocol'
import { createTestDatabase, type TestDatabase, watchStatements } from '@bridge/database/testing'
import type { FinishedPoll } from '@bridge/translation'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findChangesAfter } from '../record-changes/record-changes.store.ts'
import { claimDuePolls, type DuePoll, storePoll } from './change-polls.store.ts'

const realmId = requireRealmId('9130350000000001')
const clientId = 'svcc_app'
const now = new Date('2026-11-27T12:00:00Z')
const nextPollAt = new Date('2026-11-27T12:01:00Z')
const times = { polledAt: now, nextPollAt }
const state = { activity: ' ', until: 0, queries: [], records: {}, deletions: [] }
const quiet: FinishedPoll = { changes: [], state }
const busy: FinishedPoll = {
  state,
  changes: [{ entity: 'Invoice', recordId: '1-1', operation: 'create', occurredAt: now, version: '1' }],
}

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
  const { database } = test
  const { id: orgId } = await database.organization.create({ data: { name: 'Office', slug: 'office' } })
  await database.realm.create({ data: { id: realmId, orgId, kind: 'sandbox', name: 'Company' } })
  await database.oAuthClient.create({ data: { id: clientId, orgId, name: 'App', secretHash: 'hash' } })
  await database.connection.create({ data: { clientId, realmId, scope: 'accounting' } })
  await database.webhook.create({ data: { clientId, url: 'https://app.test/hook', sealedToken: 'sealed' } })
})
afterAll(() => test.drop())

let due: DuePoll
beforeEach(async () => {
  await test.database.change.deleteMany()
  await test.database.realmChanges.deleteMany()
  const [claimed] = await claimDuePolls(test.database, { now, limit: 1, seconds: 60 })
  if (claimed === undefined) throw new Error('No poll is due.')
  due = claimed
})

function findNextPollAt() {
  return test.database.realmChanges.findUniqueOrThrow({ where: { realmId } }).then((row) => row.nextPollAt)
}

async function claimLater() {
  await claimDuePolls(test.database, { now: new Date('2026-11-27T12:05:00Z'), limit: 1, seconds: 60 })
}

describe('a poll', () => {
  it('is claimed with the settings of its realm', async () => {
    expect(due).toMatchObject({ realmId, settings: null, state: null })
    const values = { departmentsFromClasses: true }
    await test.database.realmSettings.create({ data: { realmId, values } })
    const [next] = await claimDuePolls(test.database, { now: due.claimedUntil, limit: 1, seconds: 60 })
    expect(next?.settings).toEqual(values)
  })

  it('that finds nothing is stored with one statement', async () => {
    const texts: string[] = []
    const endWatch = watchStatements(({ text }) => texts.push(text))
    const stored = await storePoll(test.database, due, quiet, times)
    endWatch()
    expect([stored, texts.length, await findNextPollAt()]).toEqual([0, 1, nextPollAt])
  })

  it('is stored with its changes', async () => {
    expect(await storePoll(test.database, due, busy, times)).toBe(1)
    expect(await findChangesAfter(test.database, realmId, 0n, 10)).toMatchObject([{ recordId: '1-1', source: 'poll' }])
    expect(await findNextPollAt()).toEqual(nextPollAt)
  })

  it('is stored with 10,000 changes, in their order', async () => {
    const [change] = busy.changes
    const recordIds = Array.from({ length: 10_000 }, (_, index) => `${index}`)
    const changes = recordIds.flatMap((recordId) => (change === undefined ? [] : [{ ...change, recordId }]))
    expect(await storePoll(test.database, due, { ...busy, changes }, times)).toBe(10_000)
    const stored = await findChangesAfter(test.database, realmId, 0n, 20_000)
    expect(stored.map(({ recordId }) => recordId)).toEqual(recordIds)
  })

  it.each([
    ['nothing', quiet],
    ['changes', busy],
  ])('that another server has claimed since stores nothing if it found %s', async (_title, found) => {
    await claimLater()
    const before = await test.database.realmChanges.findUniqueOrThrow({ where: { realmId } })
    expect(await storePoll(test.database, due, found, times)).toBe(0)
    expect(await test.database.realmChanges.findUniqueOrThrow({ where: { realmId } })).toEqual(before)
  })
})
