import { createCompanyStorage } from '@bridge/sandbox'
import { registry } from '@bridge/translation'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { keepBooks } from '../bookkeeping.fixture.ts'
import { sandboxRealmId, startBridge, type TestBridge } from '../bridge.fixture.ts'
import { readInPages, readLedger, recountLedger, trialBalance } from '../ledger.fixture.ts'

let bridge: TestBridge

beforeAll(async () => {
  bridge = await startBridge({ config: { restRequestsPerMinute: 100_000, sandboxCallsPerDay: 100_000 } })
})
afterAll(() => bridge.stop())

async function query(text: string) {
  const response = await bridge.call(`/query?query=${encodeURIComponent(text)}`)
  expect([response.status, response.body.Fault]).toEqual([200, undefined])
  return response.body.QueryResponse
}

async function loadDocuments() {
  const storage = createCompanyStorage(bridge.database, sandboxRealmId)
  return (await storage.exclusive(undefined, ({ documents }) => ({ changes: [], result: documents }))).result
}

async function expectBooksToAgree() {
  const said = await readLedger(readInPages(query))
  const counted = recountLedger(await loadDocuments())
  expect(said).toEqual(counted)
  expect(trialBalance(counted)).toBe('0.00')
  expect(trialBalance(said)).toBe('0.00')
}

/**
 * Changes that QuickBooks rejects because of a linked transaction: deletions, voids of deposited receipts, reductions,
 * and reopening a fully received order.
 */
const rejected = [
  /^delete \w+: 3160$/,
  /^void SalesReceipt: 3185$/,
  /^update \w+: 3210$/,
  /^update PurchaseOrder: UNSUPPORTED_BY_DESKTOP$/,
]

describe('a sandbox ledger', () => {
  it('agrees with the documents of the sample company, account by account', async () => {
    await query('SELECT * FROM CompanyInfo')
    await expectBooksToAgree()
  })

  it.each(Array.from({ length: inject('scale') }, (_, index) => index + 1))(
    'agrees after a hundred random operations with seed %i',
    async (seed) => {
      const { done, refused } = await keepBooks(bridge.call, seed, 100)
      await expectBooksToAgree()
      expect(done).toBeGreaterThan(70)
      expect(refused.filter((each) => !rejected.some((pattern) => pattern.test(each)))).toEqual([])
    },
  )

  it('does not change when the latest records are sent back as they were read [dp-4.2.3]', async () => {
    const changeable = Object.values(registry).flatMap((found) =>
      found.kind === 'built' && found.table.can.includes('update') ? [found.table.name] : [],
    )
    // A company file with one currency has no list of currencies.
    for (const entity of changeable.filter((name) => name !== 'CompanyCurrency')) {
      const text = `SELECT Id FROM ${entity} ORDERBY MetaData.LastUpdatedTime DESC MAXRESULTS 3`
      for (const { Id } of (await query(text))[entity] ?? []) {
        const read = (await bridge.call(`/${entity}/${Id}`)).body[entity]
        const { SyncToken, MetaData, ...kept } = read
        const response = await bridge.call(`/${entity}`, { json: read })
        expect([entity, response.status, response.body.Fault]).toEqual([entity, 200, undefined])
        expect(response.body[entity]).toMatchObject(kept)
      }
    }
    await expectBooksToAgree()
  })
})
