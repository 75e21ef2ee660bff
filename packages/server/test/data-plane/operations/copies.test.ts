import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getFault, startBridge, type TestBridge } from '../../bridge.fixture.ts'
import { openRecords } from '../../records.fixture.ts'

let bridge: TestBridge
let CustomerRef: { value: string }
let VendorRef: { value: string }
let ItemRef: { value: string }
let other: { value: string }
let bank: { value: string }
let income: { value: string }
const { created, refTo, refused, ownLines } = openRecords(() => bridge)

beforeAll(async () => {
  bridge = await startBridge({ sandboxBooks: 'empty' })
  income = await refTo('account', { Name: 'Sales of the test', AccountType: 'Income' })
  bank = await refTo('account', { Name: 'Bank of the test', AccountType: 'Bank' })
  const service = {
    Type: 'Service',
    IncomeAccountRef: income,
    ExpenseAccountRef: income,
    UnitPrice: 80,
    PurchaseCost: 4,
  }
  ItemRef = await refTo('item', { Name: 'Design hour', ...service })
  other = await refTo('item', { Name: 'Other hour', ...service })
  CustomerRef = await refTo('customer', { DisplayName: 'Ada' })
  VendorRef = await refTo('vendor', {
    DisplayName: 'Paper shop',
    PrimaryEmailAddr: { Address: 'orders@paper.example' },
  })
})
afterAll(() => bridge.stop())

async function write(entity: string, json: object) {
  const response = await bridge.call(`/${entity}`, { json })
  const warning = response.headers.get('x-svc-warning')
  return response.status === 200 ? { status: 200, warning } : getFault(response)
}

const kept = { status: 200, warning: null }
function warned(text: string) {
  return { status: 200, warning: expect.stringContaining(text) }
}

function bought(item: object, more: object = {}) {
  const ItemBasedExpenseLineDetail = { ItemRef: item, Qty: 10, UnitPrice: 4 }
  return { DetailType: 'ItemBasedExpenseLineDetail', Amount: 40, ItemBasedExpenseLineDetail, ...more }
}

describe('a bill of a purchase order', () => {
  const order = () => created('purchaseorder', { VendorRef, Line: [bought(ItemRef)] })
  const link = ({ Id }: { Id: string }, TxnLineId?: string) => [
    { TxnId: Id, TxnType: 'PurchaseOrder', ...(TxnLineId && { TxnLineId }) },
  ]

  it('may repeat the item of each linked line, by ID or name', async () => {
    for (const item of [ItemRef, { name: 'Design hour' }]) {
      const ordered = await order()
      const Line = [bought(item, { LinkedTxn: link(ordered, ordered.Line[0].Id) })]
      const bill = await created('bill', { VendorRef, Line })
      expect(bill).toMatchObject({ TotalAmt: 40, LinkedTxn: link(ordered) })
    }
  })

  it('cannot name another item there [dp-1.3]', async () => {
    const ordered = await order()
    const Line = [bought(other, { LinkedTxn: link(ordered, ordered.Line[0].Id) })]
    expect(await refused('/bill', { VendorRef, Line })).toEqual({
      status: 422,
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'Line[0].ItemBasedExpenseLineDetail.ItemRef',
    })
  })

  it('may repeat all lines of the order next to its link', async () => {
    const ordered = await order()
    const bill = await created('bill', { VendorRef, LinkedTxn: link(ordered), Line: ordered.Line })
    expect([bill.TotalAmt, ownLines(bill).length]).toEqual([40, 1])
    const changed = [bought(other)]
    expect(await refused('/bill', { VendorRef, LinkedTxn: link(await order()), Line: changed })).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'LinkedTxn[0]',
    })
  })
})

describe('a value that changes no books', () => {
  const sold = (detail: object = {}) => ({
    CustomerRef,
    Line: [{ DetailType: 'SalesItemLineDetail', Amount: 80, SalesItemLineDetail: { ItemRef, ...detail } }],
  })
  const posting = (PostingType: string, AccountRef: object, more: object) => ({
    DetailType: 'JournalEntryLineDetail',
    Amount: 17.99,
    JournalEntryLineDetail: { PostingType, AccountRef, ...more },
  })
  const entry = (more: object) => ({ Line: [posting('Debit', bank, more), posting('Credit', income, more)] })
  const eve = { GivenName: 'Eve', FamilyName: 'Adams' }

  it.each<[string, string, () => object, object]>([
    ['BillEmailCc', 'invoice', () => ({ ...sold(), BillEmailCc: { Address: 'a@b.example' } }), warned('BillEmailCc')],
    ['a tag of BillEmailCc', 'invoice', () => ({ ...sold(), BillEmailCc: { Tag: 'Business' } }), warned('BillEmailCc')],
    [
      'BillEmailBcc',
      'estimate',
      () => ({ ...sold(), BillEmailBcc: { Address: 'a@b.example' } }),
      warned('BillEmailBcc'),
    ],
    ...['CreditCard', 'ACH', 'PayPal', 'Affirm', ''].map((kind): [string, string, () => object, object] => {
      const name = `AllowOnline${kind}Payment`
      return [name, 'invoice', () => ({ ...sold(), [name]: true }), warned(name)]
    }),
    ['BillableTime', 'employee', () => ({ ...eve, BillableTime: true }), warned('BillableTime')],
    ['TaxApplicableOn', 'journalentry', () => entry({ TaxApplicableOn: 'Purchase' }), warned('TaxApplicableOn')],
    [
      'the POEmail of another address',
      'purchaseorder',
      () => ({ VendorRef, Line: [bought(ItemRef)], POEmail: { Address: 'a@b.example' } }),
      warned('POEmail'),
    ],
    [
      'BillWithParent of a customer without one',
      'customer',
      () => ({ DisplayName: 'Without parent', BillWithParent: true }),
      warned('BillWithParent'),
    ],
  ])('is a warning: %s', async (_what, entity, json, expected) => {
    expect(await write(entity, json())).toEqual(expected)
  })

  it.each<[string, string, () => object]>([
    [
      'the POEmail of the vendor',
      'purchaseorder',
      () => ({ VendorRef, Line: [bought(ItemRef)], POEmail: { Address: 'orders@paper.example' } }),
    ],
    [
      'BillWithParent of a job',
      'customer',
      () => ({ DisplayName: 'Job 1', Job: true, ParentRef: CustomerRef, BillWithParent: true }),
    ],
    ['TaxInclusiveAmt of a sold line', 'invoice', () => sold({ TaxInclusiveAmt: 80 })],
    [
      'TaxInclusiveAmt of postings, as Fyle sends it',
      'journalentry',
      () => entry({ TaxInclusiveAmt: 17.99, TaxAmount: 0, TaxCodeRef: { value: null } }),
    ],
  ])('passes if it equals what QuickBooks has: %s', async (_what, entity, json) => {
    expect(await write(entity, json())).toEqual(kept)
  })

  it('is a fault if it is another currency than that of the name [dp-1.3]', async () => {
    const CurrencyRef = { value: 'EUR' }
    expect(await refused('/invoice', { ...sold(), CurrencyRef })).toMatchObject({ element: 'CurrencyRef' })
    expect(await refused('/bill', { VendorRef, CurrencyRef, Line: [bought(ItemRef)] })).toEqual({
      status: 422,
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'CurrencyRef',
    })
  })

  it('is a fault if it would change an amount [dp-1.3]', async () => {
    expect(await refused('/invoice', sold({ TaxInclusiveAmt: 95.2 }))).toEqual({
      status: 422,
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'Line[0].SalesItemLineDetail.TaxInclusiveAmt',
    })
  })
})
