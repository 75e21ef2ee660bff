import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getFault, startBridge, type TestBridge } from '../../bridge.fixture.ts'
import { openRecords } from '../../records.fixture.ts'

let bridge: TestBridge
let bank: { value: string }
let savings: { value: string }
let cash: { value: string }
let income: { value: string }
let customer: { value: string }
let item: { value: string }

const { created, changed, read, queried, refTo, refused } = openRecords(() => bridge)
async function readBalance(account: { value: string }) {
  return (await read('account', account.value)).CurrentBalance
}

beforeAll(async () => {
  bridge = await startBridge()
  bank = await refTo('account', { Name: 'Bank of the test', AccountType: 'Bank' })
  savings = await refTo('account', { Name: 'Savings of the test', AccountType: 'Bank' })
  cash = await refTo('account', { Name: 'Till of the test', AccountType: 'Bank' })
  income = await refTo('account', { Name: 'Income of the test', AccountType: 'Income' })
  customer = await refTo('customer', { DisplayName: 'Reader' })
  item = await refTo('item', { Name: 'Reading', Type: 'Service', IncomeAccountRef: income, UnitPrice: 10 })
})
afterAll(() => bridge.stop())

describe('a journal entry', () => {
  const posting = (PostingType: string, AccountRef: object, Amount: number, rest: object = {}) => ({
    Amount,
    DetailType: 'JournalEntryLineDetail',
    JournalEntryLineDetail: { PostingType, AccountRef, ...rest },
  })
  const createEntry = () =>
    created('journalentry', {
      TxnDate: '2026-03-31',
      DocNumber: 'ADJ-1',
      Adjustment: true,
      Line: [posting('Credit', income, 100), posting('Debit', bank, 60), posting('Debit', savings, 40)],
    })

  it('keeps its lines in the order of entry when it is created, read and sent back', async () => {
    const entry = await createEntry()
    expect(entry).toMatchObject({ DocNumber: 'ADJ-1', Adjustment: true, TotalAmt: 100, TxnTaxDetail: {} })
    expect(entry.Line).toMatchObject([
      { Amount: 100, JournalEntryLineDetail: { PostingType: 'Credit', AccountRef: income } },
      { Amount: 60, JournalEntryLineDetail: { PostingType: 'Debit', AccountRef: bank } },
      { Amount: 40, JournalEntryLineDetail: { PostingType: 'Debit', AccountRef: savings } },
    ])
    expect(await read('journalentry', entry.Id)).toEqual(entry)
    const after = await changed('journalentry', entry, entry)
    expect(after.Line).toEqual(entry.Line)
    expect((await changed('journalentry', after, { DocNumber: 'ADJ-2' })).Line).toEqual(entry.Line)
  })

  it('stays balanced after its lines are merged, and allows each line to change sides [dp-4.2-lines.7]', async () => {
    const before = await readBalance(bank)
    const entry = await createEntry()
    const [credit, first, second] = entry.Line.map(({ Id }: { Id: string }) => Id)
    const response = await bridge.call('/journalentry', {
      json: { Id: entry.Id, SyncToken: entry.SyncToken, Line: [{ Id: credit }, { Id: first }] },
    })
    expect(getFault(response)).toMatchObject({ status: 422, code: '2010', element: 'Line' })
    const side = (PostingType: string) => ({ JournalEntryLineDetail: { PostingType } })
    const after = await changed('journalentry', entry, {
      Line: [
        { Id: credit, ...side('Debit'), Amount: 60 },
        { Id: first, ...side('Credit') },
        posting('Debit', savings, 5),
        posting('Credit', income, 5),
      ],
    })
    expect(after.Line.map(({ Id }: { Id: string }) => Id)).toEqual([
      credit,
      first,
      expect.not.stringMatching(second),
      expect.any(String),
    ])
    expect(after.TotalAmt).toBe(65)
    expect(await readBalance(bank)).toBe(before - 60)
  })

  it('is found by its number and by its total, which is computed from the lines [dp-4.3.10]', async () => {
    const { Id } = await created('journalentry', {
      DocNumber: 'FIND',
      Line: [posting('Debit', bank, 7_770_000), posting('Credit', income, 7_770_000)],
    })
    expect((await queried("SELECT * FROM JournalEntry WHERE DocNumber = 'FIND'")).JournalEntry).toMatchObject([{ Id }])
    expect((await queried('SELECT Id, TotalAmt FROM JournalEntry WHERE TotalAmt > 7000000')).JournalEntry).toEqual([
      { Id, TotalAmt: 7_770_000 },
    ])
    expect(await queried('SELECT COUNT(*) FROM JournalEntry WHERE TotalAmt > 7000000')).toEqual({ totalCount: 1 })
  })

  it('cannot be deleted [dp-4.2.4]', async () => {
    const { Id, SyncToken } = await createEntry()
    const response = await bridge.call('/journalentry?operation=delete', { json: { Id, SyncToken } })
    expect(getFault(response)).toMatchObject({ code: 'UNSUPPORTED_BY_DESKTOP' })
    expect((await read('journalentry', Id)).TotalAmt).toBe(100)
  })
})

describe('a deposit', () => {
  const other = (Amount: number) => ({
    Amount,
    DetailType: 'DepositLineDetail',
    DepositLineDetail: { AccountRef: income },
  })
  const createReceipt = (Qty: number) =>
    created('salesreceipt', {
      CustomerRef: customer,
      Line: [{ DetailType: 'SalesItemLineDetail', SalesItemLineDetail: { ItemRef: item, Qty, UnitPrice: 10 } }],
    })
  const linkTo = ({ Id }: { Id: string }) => ({ LinkedTxn: [{ TxnId: Id, TxnType: 'SalesReceipt', TxnLineId: '0' }] })
  const createDeposit = async () =>
    created('deposit', {
      DepositToAccountRef: bank,
      TxnDate: '2026-03-03',
      CashBack: { AccountRef: cash, Amount: 5, Memo: 'till' },
      Line: [linkTo(await createReceipt(10)), { ...other(25), Description: 'interest' }],
    })

  it('contains payments and other funds, minus cash back', async () => {
    const deposit = await createDeposit()
    expect(deposit).toMatchObject({ TotalAmt: 120, CashBack: { AccountRef: cash, Amount: 5, Memo: 'till' } })
    expect(deposit.Line).toMatchObject([
      { Amount: 100, LinkedTxn: [{ TxnType: 'SalesReceipt' }], DepositLineDetail: { Entity: customer } },
      { Amount: 25, Description: 'interest', DetailType: 'DepositLineDetail' },
    ])
    expect(await read('deposit', deposit.Id)).toEqual(deposit)
    const after = await changed('deposit', deposit, { PrivateNote: 'Tuesday' })
    expect(after).toMatchObject({ PrivateNote: 'Tuesday', Line: deposit.Line })
    expect((await changed('deposit', after, after)).Line).toEqual(deposit.Line)
  })

  it('keeps the link to a payment, with the payment’s amount and payer [dp-4.2-lines.8]', async () => {
    const deposit = await createDeposit()
    const [linked, free] = deposit.Line
    const receipt = await createReceipt(3)
    const after = await changed('deposit', deposit, {
      Line: [{ ...linked, Amount: 1, DepositLineDetail: {} }, { Id: free.Id, Amount: 26 }, linkTo(receipt), other(4)],
    })
    expect(after.Line).toMatchObject([
      linked,
      { Id: free.Id, Amount: 26, Description: 'interest' },
      { Amount: 30, LinkedTxn: [{ TxnId: receipt.Id }] },
      { Amount: 4 },
    ])
    expect(after.TotalAmt).toBe(155)
    const without = await changed('deposit', after, { Line: [{ Id: free.Id }] })
    expect(without).toMatchObject({ TotalAmt: 21, Line: [{ Id: free.Id }] })
  })

  it('rejects an amount that is not that of the payment, and posts nothing [dp-7.3:2010]', async () => {
    const receipt = await createReceipt(7)
    const draft = (Amount: number) => ({ DepositToAccountRef: bank, Line: [other(1), { ...linkTo(receipt), Amount }] })
    expect(await refused('/deposit', draft(50))).toEqual({ status: 422, code: '2010', element: 'Line[1].Amount' })
    expect(await created('deposit', draft(70))).toMatchObject({ TotalAmt: 71 })
  })

  it('rejects a change of its cash back [dp-4.2-lines.8]', async () => {
    const { Id, SyncToken, CashBack } = await createDeposit()
    const response = await bridge.call('/deposit', { json: { Id, SyncToken, CashBack: { ...CashBack, Amount: 6 } } })
    expect(getFault(response)).toMatchObject({
      status: 422,
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'CashBack.Amount',
    })
    expect((await read('deposit', Id)).CashBack).toEqual(CashBack)
  })
})

describe('a transfer', () => {
  it('moves money, and can be read, changed and found by its date', async () => {
    const [before, saved] = [await readBalance(bank), await readBalance(savings)]
    const transfer = await created('transfer', {
      FromAccountRef: bank,
      ToAccountRef: savings,
      Amount: 250,
      TxnDate: '2026-01-15',
      PrivateNote: 'reserve',
    })
    expect(transfer).toMatchObject({ FromAccountRef: bank, ToAccountRef: savings, Amount: 250, PrivateNote: 'reserve' })
    expect(await read('transfer', transfer.Id)).toEqual(transfer)
    const after = await changed('transfer', transfer, { Amount: 99.5, PrivateNote: '' })
    expect(after).toMatchObject({ Amount: 99.5, FromAccountRef: bank })
    expect(after).not.toHaveProperty('PrivateNote')
    expect((await changed('transfer', after, after)).Amount).toBe(99.5)
    expect([await readBalance(bank), await readBalance(savings)]).toEqual([before - 99.5, saved + 99.5])
    expect((await queried("SELECT * FROM Transfer WHERE TxnDate = '2026-01-15'")).Transfer).toMatchObject([
      { Id: transfer.Id },
    ])
  })

  it('can be neither deleted nor voided [dp-4.2.4] [dp-4.2-void.1]', async () => {
    const { Id, SyncToken } = await created('transfer', { FromAccountRef: bank, ToAccountRef: savings, Amount: 1 })
    const deleted = await bridge.call('/transfer?operation=delete', { json: { Id, SyncToken } })
    expect(getFault(deleted).code).toBe('UNSUPPORTED_BY_DESKTOP')
    const voided = await bridge.call('/transfer?operation=void', { json: { Id, SyncToken } })
    expect(getFault(voided).status).toBe(400)
    expect((await read('transfer', Id)).Amount).toBe(1)
  })
})
