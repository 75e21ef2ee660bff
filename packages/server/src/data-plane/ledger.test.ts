import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCompanyStorage } from '../sandbox/company.store.ts'
import { sandboxRealmId, startBridge, type TestBridge } from './bridge.fixture.ts'
import { askInPages, countedLedger, saidLedger, trialBalance } from './ledger.fixture.ts'

let bridge: TestBridge

beforeAll(async () => {
  bridge = await startBridge({ config: { restRequestsPerMinute: 100_000, sandboxCallsPerDay: 100_000 } })
})
afterAll(() => bridge.stop())

const query = async (text: string) => {
  const answer = await bridge.call(`/query?query=${encodeURIComponent(text)}`)
  expect([answer.status, answer.body.Fault]).toEqual([200, undefined])
  return answer.body.QueryResponse
}

const papers = async () => {
  const storage = createCompanyStorage(bridge.database, sandboxRealmId)
  return (await storage.exclusive(undefined, ({ documents }) => ({ changes: [], result: documents }))).result
}

const expectBooksToAgree = async () => {
  const said = await saidLedger(askInPages(query))
  const counted = countedLedger(await papers())
  expect(said).toEqual(counted)
  expect(trialBalance(counted)).toBe('0.00')
  expect(trialBalance(said)).toBe('0.00')
}

describe('the books of a sandbox', () => {
  it('agree with the papers of the sample company, account by account', async () => {
    await query('SELECT * FROM CompanyInfo')
    await expectBooksToAgree()
  })
})
