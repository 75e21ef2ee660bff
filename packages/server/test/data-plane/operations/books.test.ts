import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBooks, type SavedRecord } from '../../books.fixture.ts'
import { startBridge, type TestBridge } from '../../bridge.fixture.ts'

let bridge: TestBridge
let books: ReturnType<typeof openBooks>
const refs = new Map<string, { value: string }>()
function to(name: string): { value: string } {
  const found = refs.get(name)
  if (found === undefined) throw new Error(`There is no ${name}.`)
  return found
}

async function define(entity: string, name: string, json: object): Promise<void> {
  refs.set(name, { value: (await books.create(entity, json)).Id })
}

beforeAll(async () => {
  bridge = await startBridge()
  books = openBooks(bridge)
  for (const [name, AccountType] of [
    ['House Bank', 'Bank'],
    ['Reserve', 'Bank'],
    ['House Card', 'Credit Card'],
    ['Shelf', 'Other Current Asset'],
    ['Takings', 'Income'],
    ['Upkeep', 'Expense'],
    ['Cost of Sales', 'Cost of Goods Sold'],
  ] as const)
    await define('account', name, { Name: name, AccountType })
  await define('customer', 'Smith', { DisplayName: 'Smith of the books' })
  await define('vendor', 'Forge', { DisplayName: 'Forge of the books' })
  const query = encodeURIComponent("SELECT Id FROM Item WHERE Name = 'Discount'")
  refs.set('Discount', { value: (await bridge.call(`/query?query=${query}`)).body.QueryResponse.Item[0].Id })
})
afterAll(() => bridge.stop())

/** Creates an item with ten in stock, bought at 3.00 each. */
async function stocked(name: string): Promise<string> {
  await define('item', name, {
    Name: name,
    Type: 'Inventory',
    TrackQtyOnHand: true,
    QtyOnHand: 10,
    InvStartDate: '2026-01-01',
    PurchaseCost: 3,
    IncomeAccountRef: to('Takings'),
    ExpenseAccountRef: to('Cost of Sales'),
    AssetAccountRef: to('Shelf'),
  })
  return name
}
function sold(item: string, Qty: number, UnitPrice: number, TaxCode = 'NON') {
  return {
    DetailType: 'SalesItemLineDetail',
    SalesItemLineDetail: { ItemRef: to(item), Qty, UnitPrice, TaxCodeRef: { value: TaxCode } },
  }
}
function bought(item: string, Qty: number, UnitPrice: number) {
  return {
    DetailType: 'ItemBasedExpenseLineDetail',
    ItemBasedExpenseLineDetail: { ItemRef: to(item), Qty, UnitPrice },
  }
}
function spent(account: string, Amount: number) {
  return {
    Amount,
    DetailType: 'AccountBasedExpenseLineDetail',
    AccountBasedExpenseLineDetail: { AccountRef: to(account) },
  }
}
function sale(entity: string, TxnDate: string, ...Line: object[]) {
  return books.create(entity, { CustomerRef: to('Smith'), TxnDate, Line })
}
function bill(TxnDate: string, ...Line: object[]) {
  return books.create('bill', { VendorRef: to('Forge'), TxnDate, Line })
}
function linked(TxnType: string, { Id }: SavedRecord, Amount: number) {
  return { Amount, LinkedTxn: [{ TxnId: Id, TxnType }] }
}
function payment(TotalAmt: number, ...Line: object[]) {
  return books.create('payment', { CustomerRef: to('Smith'), TxnDate: '2026-03-20', TotalAmt, Line })
}
function check(TotalAmt: number, ...Line: object[]) {
  return books.create('billpayment', {
    VendorRef: to('Forge'),
    TxnDate: '2026-03-20',
    PayType: 'Check',
    CheckPayment: { BankAccountRef: to('House Bank') },
    TotalAmt,
    Line,
  })
}

// Debits are positive. Every figure was calculated by hand.
describe('the ledger', () => {
  it('posts a taxed sale: 2 at 10.00, 7.75 % tax, cost of 3.00 each', async () => {
    const bolt = await stocked('Bolt')
    expect(await books.postedBy(() => sale('invoice', '2026-03-10', sold(bolt, 2, 10, 'TAX')))).toEqual({
      'Accounts Receivable': '21.55',
      Takings: '-20.00',
      'Sales Tax Payable': '-1.55',
      'Cost of Sales': '6.00',
      Shelf: '-6.00',
    })
  })

  it('posts a return, with half a cent of tax rounded up', async () => {
    const nut = await stocked('Nut')
    expect(await books.postedBy(() => sale('creditmemo', '2026-03-10', sold(nut, 1, 10, 'TAX')))).toEqual({
      'Accounts Receivable': '-10.78',
      Takings: '10.00',
      'Sales Tax Payable': '0.78',
      'Cost of Sales': '-3.00',
      Shelf: '3.00',
    })
  })

  it('posts a discount of 10 % on the line above', async () => {
    const nail = await stocked('Nail')
    const off = {
      DetailType: 'DiscountLineDetail',
      DiscountLineDetail: { PercentBased: true, DiscountPercent: 10, ItemRef: to('Discount') },
    }
    expect(await books.postedBy(() => sale('invoice', '2026-03-10', sold(nail, 4, 50), off))).toEqual({
      'Accounts Receivable': '180.00',
      Takings: '-200.00',
      'Discounts Given': '20.00',
      'Cost of Sales': '12.00',
      Shelf: '-12.00',
    })
  })

  it('posts an overpayment and its deposit in the bank', async () => {
    const hook = await stocked('Hook')
    const invoice = await sale('invoice', '2026-03-10', sold(hook, 1, 20))
    let paid: SavedRecord
    expect(
      await books.postedBy(async () => {
        paid = await payment(30, linked('Invoice', invoice, 20))
      }),
    ).toEqual({ 'Undeposited Funds': '30.00', 'Accounts Receivable': '-30.00' })
    expect(paid.UnappliedAmt).toBe(10)
    const Line = [{ Amount: 30, LinkedTxn: [{ TxnId: paid.Id, TxnType: 'Payment', TxnLineId: '0' }] }]
    expect(
      await books.postedBy(() =>
        books.create('deposit', { DepositToAccountRef: to('House Bank'), TxnDate: '2026-03-21', Line }),
      ),
    ).toEqual({ 'House Bank': '30.00', 'Undeposited Funds': '-30.00' })
  })

  it('reverses a voided invoice and releases its payment', async () => {
    const ring = await stocked('Ring')
    const invoice = await sale('invoice', '2026-03-10', sold(ring, 2, 10))
    const paid = await payment(20, linked('Invoice', invoice, 20))
    expect(await books.postedBy(() => books.void('invoice', invoice))).toEqual({
      'Accounts Receivable': '-20.00',
      Takings: '20.00',
      'Cost of Sales': '-6.00',
      Shelf: '6.00',
    })
    expect(await books.read('payment', paid)).toMatchObject({ TotalAmt: 20, UnappliedAmt: 20 })
    expect(await books.postedBy(() => books.remove('payment', paid))).toEqual({
      'Undeposited Funds': '-20.00',
      'Accounts Receivable': '20.00',
    })
  })

  it('averages costs: ten at 3.00 and ten at 5.00 cost 4.00 each', async () => {
    const plate = await stocked('Plate')
    expect(await books.postedBy(() => bill('2026-03-01', bought(plate, 10, 5)))).toEqual({
      Shelf: '50.00',
      'Accounts Payable': '-50.00',
    })
    expect(await books.postedBy(() => sale('salesreceipt', '2026-03-10', sold(plate, 4, 9)))).toEqual({
      'Undeposited Funds': '36.00',
      Takings: '-36.00',
      'Cost of Sales': '16.00',
      Shelf: '-16.00',
    })
  })

  it('recalculates the cost of a sale for an earlier bill, and again after the bill is deleted', async () => {
    const screw = await stocked('Screw')
    await sale('invoice', '2026-03-10', sold(screw, 5, 9))
    let late: SavedRecord
    expect(
      await books.postedBy(async () => {
        late = await bill('2026-03-01', bought(screw, 10, 5))
      }),
    ).toEqual({ Shelf: '45.00', 'Cost of Sales': '5.00', 'Accounts Payable': '-50.00' })
    expect(await books.postedBy(() => books.remove('bill', late))).toEqual({
      Shelf: '-45.00',
      'Cost of Sales': '-5.00',
      'Accounts Payable': '50.00',
    })
  })

  it('corrects the cost of goods sold from negative stock when the goods arrive', async () => {
    const spring = await stocked('Spring')
    expect(await books.postedBy(() => sale('invoice', '2026-03-10', sold(spring, 15, 10)))).toEqual({
      'Accounts Receivable': '150.00',
      Takings: '-150.00',
      'Cost of Sales': '45.00',
      Shelf: '-45.00',
    })
    expect(await books.postedBy(() => bill('2026-03-12', bought(spring, 10, 4)))).toEqual({
      Shelf: '35.00',
      'Cost of Sales': '5.00',
      'Accounts Payable': '-40.00',
    })
  })

  it('posts a bill paid by check and credit, and reopens it when the check is voided [dp-4.2-void.4]', async () => {
    const owed = await bill('2026-03-01', spent('Upkeep', 100))
    const credit = await books.create('vendorcredit', {
      VendorRef: to('Forge'),
      TxnDate: '2026-03-02',
      Line: [spent('Upkeep', 30)],
    })
    let paid: SavedRecord
    expect(
      await books.postedBy(async () => {
        paid = await check(70, linked('Bill', owed, 100), linked('VendorCredit', credit, 30))
      }),
    ).toEqual({ 'Accounts Payable': '70.00', 'House Bank': '-70.00' })
    expect((await books.read('bill', owed)).Balance).toBe(0)
    expect(await books.postedBy(() => books.void('billpayment', paid))).toEqual({
      'Accounts Payable': '-70.00',
      'House Bank': '70.00',
    })
    expect((await books.read('bill', owed)).Balance).toBe(70)
  })

  it('posts a credit memo used with a payment, and the refund of another', async () => {
    const chain = await stocked('Chain')
    const invoice = await sale('invoice', '2026-03-10', sold(chain, 2, 50))
    const used = await sale('creditmemo', '2026-03-11', sold(chain, 1, 40))
    expect(
      await books.postedBy(() => payment(60, linked('Invoice', invoice, 100), linked('CreditMemo', used, 40))),
    ).toEqual({ 'Undeposited Funds': '60.00', 'Accounts Receivable': '-60.00' })
    expect((await books.read('invoice', invoice)).Balance).toBe(0)
    const other = await sale('creditmemo', '2026-03-11', sold(chain, 1, 25))
    const refund = { CustomerRef: to('Smith'), DepositToAccountRef: to('House Bank'), TotalAmt: 25 }
    expect(
      await books.postedBy(() =>
        books.create('refundreceipt', { ...refund, TxnDate: '2026-03-12', Line: [linked('CreditMemo', other, 25)] }),
      ),
    ).toEqual({ 'House Bank': '-25.00', 'Accounts Receivable': '25.00' })
  })

  it('posts a sale again with fewer goods and another price', async () => {
    const valve = await stocked('Valve')
    const invoice = await sale('invoice', '2026-03-10', sold(valve, 5, 10))
    const [line] = invoice.Line
    const changed = { Id: line.Id, SalesItemLineDetail: { Qty: 2, UnitPrice: 12 } }
    expect(await books.postedBy(() => books.update('invoice', invoice, { Line: [changed] }))).toEqual({
      'Accounts Receivable': '-26.00',
      Takings: '26.00',
      'Cost of Sales': '-9.00',
      Shelf: '9.00',
    })
  })

  it('posts a charge, a transfer, a journal entry and a stock count to two accounts each', async () => {
    const pump = await stocked('Pump')
    const byCard = { PaymentType: 'CreditCard', AccountRef: to('House Card'), TxnDate: '2026-03-10' }
    const half = (PostingType: string, account: string) => ({
      Amount: 12.34,
      DetailType: 'JournalEntryLineDetail',
      JournalEntryLineDetail: { PostingType, AccountRef: to(account) },
    })
    expect(
      await books.postedBy(async () => {
        await books.create('purchase', { ...byCard, Line: [spent('Upkeep', 80)] })
        await books.create('purchase', { ...byCard, Credit: true, Line: [spent('Upkeep', 30)] })
        await books.create('transfer', { FromAccountRef: to('House Bank'), ToAccountRef: to('Reserve'), Amount: 500 })
        await books.create('journalentry', { Line: [half('Debit', 'Upkeep'), half('Credit', 'Reserve')] })
        await books.create('inventoryadjustment', {
          AdjustAccountRef: to('Upkeep'),
          TxnDate: '2026-03-10',
          Line: [
            {
              DetailType: 'ItemAdjustmentLineDetail',
              ItemAdjustmentLineDetail: { ItemRef: to(pump), QtyDiff: -2 },
            },
          ],
        })
      }),
    ).toEqual({ 'House Card': '-50.00', Upkeep: '68.34', 'House Bank': '-500.00', Reserve: '487.66', Shelf: '-6.00' })
  })
})
