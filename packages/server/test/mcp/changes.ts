import { type CountedBooks, sum } from './counted-books.fixture.ts'

/** Records that the host finds first: their entity, what it looks for, and the columns that are not all. */
type Look = readonly [
  entity: string,
  where: readonly (readonly [string, string, string | number])[],
  columns?: readonly string[],
]

/** What a row's write may use: the records found, in order, and the IDs that earlier rows made. */
interface Known {
  // biome-ignore lint/suspicious/noExplicitAny: rows pick any record's fields
  readonly found: Readonly<Record<string, readonly any[]>>
  readonly made: ReadonlyMap<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: rows pick any record's fields
  readonly current: any
}

type Moves = Readonly<Record<string, number>>

/** A change that people ask for, as a host's tool calls. */
export interface ChangeRow {
  readonly ask: string
  readonly look?: Readonly<Record<string, Look>>
  readonly operation?: 'update' | 'void' | 'delete'
  readonly entity: string
  /** The earlier row whose record is changed. */
  readonly of?: string
  readonly record?: (known: Known) => object
  /** The accounts that the proposal must show, and the books move: debits are positive. */
  readonly moves: Moves | ((known: Known, books: CountedBooks) => Moves)
  readonly duplicates?: readonly string[]
  /** What the host's user replies to the question before a deletion or void. */
  readonly reply?: 'accept' | 'decline'
  /** Why nothing is posted. */
  readonly refused?: { readonly by: 'commit'; readonly code: string } | { readonly by: 'scope' }
  /** A figure after the change, and its expected value. */
  readonly holds?: readonly [(books: CountedBooks) => unknown, unknown]
}

function customer(name: string): Look {
  return ['Customer', [['DisplayName', '=', name]]]
}

function vendor(name: string): Look {
  return ['Vendor', [['DisplayName', '=', name]]]
}

function account(name: string): Look {
  return ['Account', [['Name', '=', name]]]
}

function item(name: string): Look {
  return ['Item', [['Name', '=', name]]]
}

function ref({ found }: Known, name: string): { readonly value: string } {
  return { value: found[name]?.[0]?.Id }
}

function sold(known: Known, quantity: number, price: number, itemName = 'item'): object {
  return {
    Amount: Number((quantity * price).toFixed(2)),
    DetailType: 'SalesItemLineDetail',
    SalesItemLineDetail: { ItemRef: ref(known, itemName), Qty: quantity, UnitPrice: price },
  }
}

function spent(known: Known, name: string, amount: number): object {
  return {
    Amount: amount,
    DetailType: 'AccountBasedExpenseLineDetail',
    AccountBasedExpenseLineDetail: { AccountRef: ref(known, name) },
  }
}

function ordered(known: Known, quantity: number, cost: number): object {
  return {
    Amount: quantity * cost,
    DetailType: 'ItemBasedExpenseLineDetail',
    ItemBasedExpenseLineDetail: { ItemRef: ref(known, 'item'), Qty: quantity, UnitPrice: cost },
  }
}

function applied(found: readonly { readonly Id: string; readonly Balance: number }[], TxnType: string): object[] {
  return found.map(({ Id, Balance }) => ({ Amount: Balance, LinkedTxn: [{ TxnId: Id, TxnType }] }))
}

/** Counts what is open on transactions, from the documents. */
function open(books: CountedBooks, kind: string, found: readonly { readonly Id: string }[]): number {
  const ids = new Set(found.map(({ Id }) => Id))
  return sum(books.find(kind, ({ id }) => ids.has(id)).map((each) => each.open))
}

const created: readonly ChangeRow[] = [
  {
    ask: 'Add the customer Harbor Lane Cafe',
    entity: 'Customer',
    record: () => ({ DisplayName: 'Harbor Lane Cafe', PrimaryPhone: { FreeFormNumber: '916-555-0199' } }),
    moves: {},
    holds: [(books) => books.name('Customer', 'Harbor Lane Cafe'), 0],
  },
  {
    ask: 'Add the vendor Granite Forge',
    entity: 'Vendor',
    record: () => ({ DisplayName: 'Granite Forge' }),
    moves: {},
    holds: [(books) => books.name('Vendor', 'Granite Forge'), 0],
  },
  {
    ask: 'Add the service Wood Carving at 70 an hour',
    look: { income: account('Service Income') },
    entity: 'Item',
    record: (known) => ({
      Name: 'Wood Carving',
      Type: 'Service',
      UnitPrice: 70,
      IncomeAccountRef: ref(known, 'income'),
    }),
    moves: {},
    holds: [(books) => books.countNamed('ItemService', 'Wood Carving'), 1],
  },
  {
    ask: 'Invoice Driftwood Gallery for three hours of assembly',
    look: { customer: customer('Driftwood Gallery'), item: item('Assembly') },
    entity: 'Invoice',
    record: (known) => ({ CustomerRef: ref(known, 'customer'), DocNumber: 'T-1', Line: [sold(known, 3, 58)] }),
    moves: { 'Accounts Receivable': 174, 'Service Income': -174 },
    holds: [(books) => books.find('Invoice', ({ number }) => number === 'T-1').map(({ total }) => total), [174]],
  },
  {
    ask: 'Write the same invoice again',
    look: { customer: customer('Driftwood Gallery'), item: item('Assembly') },
    entity: 'Invoice',
    record: (known) => ({ CustomerRef: ref(known, 'customer'), DocNumber: 'T-1b', Line: [sold(known, 3, 58)] }),
    moves: { 'Accounts Receivable': 174, 'Service Income': -174 },
    duplicates: ['name, amount and date'],
  },
  {
    ask: 'Invoice Carver Woodworks for ten packs of fasteners, with sales tax',
    look: {
      customer: customer('Carver Woodworks'),
      item: item('Fasteners'),
      tax: ['TaxCode', [['Name', '=', 'Sales Tax']]],
    },
    entity: 'Invoice',
    record: (known) => ({
      ...{ CustomerRef: ref(known, 'customer'), DocNumber: 'T-2', Line: [sold(known, 10, 12.5)] },
      TxnTaxDetail: { TxnTaxCodeRef: ref(known, 'tax') },
    }),
    // 7.75 % of 125 is 9.6875.
    moves: { 'Accounts Receivable': 134.69, 'Product Income': -125, 'Sales Tax Payable': -9.69 },
  },
  {
    ask: 'Estimate four hours of interior design for Kingfisher Travel',
    look: { customer: customer('Kingfisher Travel'), item: item('Interior Design') },
    entity: 'Estimate',
    record: (known) => ({ CustomerRef: ref(known, 'customer'), DocNumber: 'T-3', Line: [sold(known, 4, 110)] }),
    moves: {},
    holds: [(books) => books.find('Estimate', ({ number }) => number === 'T-3').length, 1],
  },
  {
    ask: 'Enter the sale of two deliveries to Sunstone Yoga, paid at once',
    look: { customer: customer('Sunstone Yoga'), item: item('Delivery') },
    entity: 'SalesReceipt',
    record: (known) => ({ CustomerRef: ref(known, 'customer'), Line: [sold(known, 2, 85)] }),
    moves: { 'Undeposited Funds': 170, 'Service Income': -170 },
  },
  {
    ask: 'Enter the bill of Ashby Office Supply over 97',
    look: {
      vendor: vendor('Ashby Office Supply'),
      supplies: account('Office Supplies'),
      post: account('Shipping and Postage'),
    },
    entity: 'Bill',
    record: (known) => ({
      ...{ VendorRef: ref(known, 'vendor'), DocNumber: 'A-97' },
      Line: [spent(known, 'supplies', 84.2), spent(known, 'post', 12.8)],
    }),
    moves: { 'Accounts Payable': -97, 'Office Supplies': 84.2, 'Shipping and Postage': 12.8 },
  },
  {
    ask: 'Enter the bill for twenty caster sets from Dovetail Hardware',
    look: { vendor: vendor('Dovetail Hardware'), item: item('Caster Set') },
    entity: 'Bill',
    record: (known) => ({ VendorRef: ref(known, 'vendor'), DocNumber: 'D-20', Line: [ordered(known, 20, 8.75)] }),
    moves: { 'Accounts Payable': -175, 'Inventory Asset': 175 },
  },
  {
    ask: 'Enter the credit of 20 from Ashby Office Supply',
    look: { vendor: vendor('Ashby Office Supply'), supplies: account('Office Supplies') },
    entity: 'VendorCredit',
    record: (known) => ({ VendorRef: ref(known, 'vendor'), Line: [spent(known, 'supplies', 20)] }),
    moves: { 'Accounts Payable': 20, 'Office Supplies': -20 },
  },
  {
    ask: 'Pay that bill of Ashby Office Supply by check',
    look: {
      vendor: vendor('Ashby Office Supply'),
      bills: ['Bill', [['DocNumber', '=', 'A-97']]],
      bank: account('Checking'),
    },
    entity: 'BillPayment',
    record: (known) => ({
      ...{ VendorRef: ref(known, 'vendor'), PayType: 'Check', CheckPayment: { BankAccountRef: ref(known, 'bank') } },
      ...{ TotalAmt: 97, Line: applied(known.found.bills as [], 'Bill') },
    }),
    moves: { 'Accounts Payable': 97, Checking: -97 },
  },
  {
    ask: 'Pay the bill for the caster sets by card',
    look: {
      vendor: vendor('Dovetail Hardware'),
      bills: ['Bill', [['DocNumber', '=', 'D-20']]],
      card: account('Company Credit Card'),
    },
    entity: 'BillPayment',
    record: (known) => ({
      ...{
        VendorRef: ref(known, 'vendor'),
        PayType: 'CreditCard',
        CreditCardPayment: { CCAccountRef: ref(known, 'card') },
      },
      ...{ TotalAmt: 175, Line: applied(known.found.bills as [], 'Bill') },
    }),
    moves: { 'Accounts Payable': 175, 'Company Credit Card': -175 },
  },
  {
    ask: 'Enter the payment of two invoices of a customer',
    look: { invoices: ['Invoice', [['Balance', '>', 0]], ['Id', 'CustomerRef', 'Balance']] },
    entity: 'Payment',
    record: (known) => ({
      ...{ CustomerRef: twoOf(known)[0].CustomerRef, TotalAmt: sum(twoOf(known).map(({ Balance }) => Balance)) },
      Line: applied(twoOf(known), 'Invoice'),
    }),
    moves: (known, books) => {
      const paid = open(books, 'Invoice', twoOf(known))
      return { 'Accounts Receivable': -paid, 'Undeposited Funds': paid }
    },
  },
  {
    ask: 'Enter a payment in advance of 250 from Juniper Optics to Checking',
    look: { customer: customer('Juniper Optics'), bank: account('Checking') },
    entity: 'Payment',
    record: (known) => ({
      ...{ CustomerRef: ref(known, 'customer'), TotalAmt: 250, DepositToAccountRef: ref(known, 'bank') },
    }),
    moves: { Checking: 250, 'Accounts Receivable': -250 },
  },
  {
    ask: 'Credit Driftwood Gallery an hour of touch-up',
    look: { customer: customer('Driftwood Gallery'), item: item('Touch-up') },
    entity: 'CreditMemo',
    record: (known) => ({ CustomerRef: ref(known, 'customer'), Line: [sold(known, 1, 64)] }),
    moves: { 'Accounts Receivable': -64, 'Service Income': 64 },
  },
  {
    ask: 'Enter interest of 31.15 on Savings',
    look: { bank: account('Savings'), interest: account('Interest Income') },
    entity: 'Deposit',
    record: (known) => ({
      DepositToAccountRef: ref(known, 'bank'),
      Line: [
        {
          ...{ Amount: 31.15, DetailType: 'DepositLineDetail' },
          DepositLineDetail: { AccountRef: ref(known, 'interest') },
        },
      ],
    }),
    moves: { Savings: 31.15, 'Interest Income': -31.15 },
  },
  {
    ask: 'Deposit the sale to Sunstone Yoga',
    look: { bank: account('Checking') },
    entity: 'Deposit',
    record: (known) => {
      const TxnId = known.made.get('Enter the sale of two deliveries to Sunstone Yoga, paid at once')
      const line = { Amount: 170, LinkedTxn: [{ TxnId, TxnType: 'SalesReceipt', TxnLineId: '0' }] }
      return { DepositToAccountRef: ref(known, 'bank'), Line: [line] }
    },
    moves: { Checking: 170, 'Undeposited Funds': -170 },
  },
  {
    ask: 'Move 500 from Checking to Savings',
    look: { from: account('Checking'), to: account('Savings') },
    entity: 'Transfer',
    record: (known) => ({ FromAccountRef: ref(known, 'from'), ToAccountRef: ref(known, 'to'), Amount: 500 }),
    moves: { Checking: -500, Savings: 500 },
  },
  {
    ask: 'Book 120 of depreciation',
    look: { cost: account('Depreciation'), asset: account('Accumulated Depreciation') },
    entity: 'JournalEntry',
    record: (known) => ({
      Line: (['Debit', 'Credit'] as const).map((PostingType) => ({
        ...{ Amount: 120, DetailType: 'JournalEntryLineDetail' },
        JournalEntryLineDetail: { PostingType, AccountRef: ref(known, PostingType === 'Debit' ? 'cost' : 'asset') },
      })),
    }),
    moves: { Depreciation: 120, 'Accumulated Depreciation': -120 },
  },
  {
    ask: 'Enter 64.30 for travel on the company card',
    look: { card: account('Company Credit Card'), travel: account('Travel') },
    entity: 'Purchase',
    record: (known) => ({
      ...{ PaymentType: 'CreditCard', AccountRef: ref(known, 'card'), Line: [spent(known, 'travel', 64.3)] },
    }),
    moves: { 'Company Credit Card': -64.3, Travel: 64.3 },
  },
  {
    ask: 'Order four benches from Lindqvist Seating',
    look: { vendor: vendor('Lindqvist Seating'), item: item('Bench') },
    entity: 'PurchaseOrder',
    record: (known) => ({ VendorRef: ref(known, 'vendor'), Line: [ordered(known, 4, 80)] }),
    moves: {},
  },
  {
    ask: 'Enter three hours of work',
    look: { people: ['Employee', []] },
    entity: 'TimeActivity',
    record: (known) => ({
      NameOf: 'Employee',
      EmployeeRef: ref(known, 'people'),
      TxnDate: '2026-03-16',
      Hours: 3,
      Minutes: 0,
    }),
    moves: {},
  },
  {
    ask: 'Add the customer Driftwood Gallery, who exists',
    entity: 'Customer',
    record: () => ({ DisplayName: 'Driftwood Gallery' }),
    moves: {},
    refused: { by: 'commit', code: '6240' },
  },
]

const changed: readonly ChangeRow[] = [
  {
    ask: 'Note on the invoice that the work is done',
    ...{ operation: 'update', of: 'Invoice Driftwood Gallery for three hours of assembly', entity: 'Invoice' },
    record: () => ({ sparse: true, PrivateNote: 'Done on Friday.' }),
    moves: {},
  },
  {
    ask: 'Make it four hours of assembly',
    ...{ operation: 'update', of: 'Invoice Driftwood Gallery for three hours of assembly', entity: 'Invoice' },
    look: { item: item('Assembly') },
    record: (known) => ({
      sparse: true,
      Line: [{ ...sold(known, 4, 58), Id: known.current.Line[0].Id }],
    }),
    moves: { 'Accounts Receivable': 58, 'Service Income': -58 },
    holds: [(books) => books.find('Invoice', ({ number }) => number === 'T-1').map(({ total }) => total), [232]],
  },
  {
    ask: 'Void the taxed invoice of Carver Woodworks',
    ...{
      operation: 'void',
      of: 'Invoice Carver Woodworks for ten packs of fasteners, with sales tax',
      entity: 'Invoice',
    },
    reply: 'accept',
    moves: { 'Accounts Receivable': -134.69, 'Product Income': 125, 'Sales Tax Payable': 9.69 },
  },
  {
    ask: 'Delete the second invoice, which the user declines',
    ...{ operation: 'delete', of: 'Write the same invoice again', entity: 'Invoice' },
    reply: 'decline',
    moves: { 'Accounts Receivable': -174, 'Service Income': 174 },
    refused: { by: 'commit', code: 'proposal_declined' },
  },
  {
    ask: 'Delete the second invoice',
    ...{ operation: 'delete', of: 'Write the same invoice again', entity: 'Invoice' },
    moves: { 'Accounts Receivable': -174, 'Service Income': 174 },
    holds: [(books) => books.find('Invoice', ({ number }) => number === 'T-1b').length, 0],
  },
  {
    ask: 'Delete the estimate without permission to delete',
    ...{ operation: 'delete', of: 'Estimate four hours of interior design for Kingfisher Travel', entity: 'Estimate' },
    moves: {},
    refused: { by: 'scope' },
    holds: [(books) => books.find('Estimate', ({ number }) => number === 'T-3').length, 1],
  },
]

export const changes: readonly ChangeRow[] = [...created, ...changed]

/** Returns two open invoices for one customer. */
// biome-ignore lint/suspicious/noExplicitAny: rows pick any record's fields
function twoOf({ found: { invoices = [] } }: Known): readonly any[] {
  const byCustomer = Map.groupBy(invoices, ({ CustomerRef }) => CustomerRef.value)
  return [...byCustomer.values()].find(({ length }) => length > 1)?.slice(0, 2) ?? []
}
