import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProposals, type TestProposals } from '../proposals.fixture.ts'

let test: TestProposals

beforeAll(async () => {
  test = await startProposals()
  await test.setMode('propose')
})
afterAll(() => test.stop())

describe('the accounts of a proposal', () => {
  it('are those that the emulator posts an invoice to', async () => {
    const { preview } = await test.propose(await test.createInvoice())
    expect(preview.accounts).toEqual({ isKnown: true, postings: expect.any(Array), leftOut: [] })
    const postings = preview.accounts.isKnown ? preview.accounts.postings : []
    expect(postings.map(({ amount }) => amount)).toEqual(['120.00', '-120.00'])
    expect(postings[0]?.account).toBe('Accounts Receivable')
  })

  it('are those of a journal entry', async () => {
    const [bank] = await test.find("SELECT Id, Name FROM Account WHERE AccountType = 'Bank' MAXRESULTS 1")
    const [cost] = await test.find("SELECT Id, Name FROM Account WHERE AccountType = 'Expense' MAXRESULTS 1")
    const line = (PostingType: string, account: Record<string, string> | undefined) => ({
      Amount: 12.5,
      DetailType: 'JournalEntryLineDetail',
      JournalEntryLineDetail: { PostingType, AccountRef: { value: account?.Id ?? '' } },
    })
    const record = { TxnDate: '2026-03-10', Line: [line('Debit', cost), line('Credit', bank)] }
    const { preview } = await test.propose({ operation: 'create', entity: 'JournalEntry', record })
    expect(preview.accounts).toEqual({
      isKnown: true,
      postings: [
        { account: cost?.Name, amount: '12.50' },
        { account: bank?.Name, amount: '-12.50' },
      ],
      leftOut: [],
    })
  })

  it('do not move if a change posts nothing', async () => {
    const [customer] = await test.find('SELECT Id, SyncToken FROM Customer MAXRESULTS 1')
    const record = { Id: customer?.Id ?? '', SyncToken: customer?.SyncToken ?? '', sparse: true, Notes: 'Called.' }
    const { preview } = await test.propose({ operation: 'update', entity: 'Customer', record })
    expect(preview.accounts).toEqual({ isKnown: true, postings: [], leftOut: [] })
    expect(preview.before).toMatchObject({ Id: record.Id })
  })
})
