import type { Entity } from './online-client.ts'

/** The records made so far, by the names that the cases give them, as a reference takes them. */
export type Refs = (name: string) => { readonly value: string }

/** A record that a client writes: what it is created with, changed to and found by. */
export interface WrittenRecord {
  readonly entity: string
  /** What later cases call it. */
  readonly as: string
  create(ref: Refs, tag: string): object
  change(record: Entity): object
  /** QuickBooks cannot change such a record once it is saved: the update is refused. */
  readonly isFixed?: boolean
  /** Criteria of the find method that the record answers to. */
  find(record: Entity): object
  /** What becomes of it once everything is written, in reverse order. */
  readonly ends?: 'void' | 'delete' | 'deactivate'
}

function named(property: string) {
  return (record: Entity) => ({ [property]: record[property] })
}
const numbered = named('DocNumber')
function withRef(property: string) {
  return (record: Entity): object => [
    { field: property, value: (record[property] as { value: string }).value, operator: '=' },
    { field: 'TxnDate', value: '2026-03-01', operator: '>=' },
  ]
}
function noted() {
  return { PrivateNote: 'Überprüft & ok' }
}

function account(as: string, AccountType: string, ends?: WrittenRecord['ends']): WrittenRecord {
  return {
    entity: 'Account',
    as,
    create: (_ref, tag) => ({ Name: `${as} ${tag}`, AccountType }),
    change: () => ({ Description: `The ${as} of a test` }),
    find: named('Name'),
    ...(ends ? { ends } : {}),
  }
}

function list(
  entity: string,
  as: string,
  create: WrittenRecord['create'],
  rest: Partial<WrittenRecord> = {},
): WrittenRecord {
  return {
    entity,
    as,
    create,
    change: () => ({ Active: false }),
    find: named(['Customer', 'Vendor', 'Employee'].includes(entity) ? 'DisplayName' : 'Name'),
    ...rest,
  }
}

function item(as: string, create: WrittenRecord['create']): WrittenRecord {
  return list('Item', as, create, { change: () => ({ Description: `${as} of a test`, UnitPrice: 12.5 }) })
}

const lists: readonly WrittenRecord[] = [
  account('income', 'Income'),
  account('costs', 'Expense'),
  account('cost of goods', 'Cost of Goods Sold'),
  account('stock', 'Other Current Asset'),
  account('bank', 'Bank'),
  account('savings', 'Bank'),
  account('card', 'Credit Card'),
  account('unused', 'Expense', 'deactivate'),
  list('Customer', 'customer', (_ref, tag) => ({ DisplayName: `Müller & O'Hara ${tag}`, GivenName: 'Mia' }), {
    change: () => ({ Notes: 'pays on time', BillAddr: { City: 'Auburn' } }),
  }),
  list('Customer', 'job', (ref, tag) => ({ DisplayName: `Annex ${tag}`, Job: true, ParentRef: ref('customer') }), {
    change: () => ({ JobInfo: { Status: 'InProgress' } }),
  }),
  list('Vendor', 'vendor', (_ref, tag) => ({ DisplayName: `Paper Mill ${tag}`, Vendor1099: true }), {
    change: () => ({ AcctNum: 'A-7' }),
  }),
  list('Vendor', 'old vendor', (_ref, tag) => ({ DisplayName: `Old Mill ${tag}` }), {
    change: () => ({ Notes: 'closed' }),
    ends: 'deactivate',
  }),
  list('Employee', 'employee', (_ref, tag) => ({ GivenName: 'Ada', FamilyName: tag, SSN: '123-45-6789' }), {
    change: () => ({ Notes: 'mornings' }),
  }),
  list('Class', 'class', (_ref, tag) => ({ Name: `East ${tag}` }), { change: ({ Name }) => ({ Name: `${Name} I` }) }),
  list('Term', 'term', (_ref, tag) => ({ Name: `45 ${tag}`, DueDays: 45, DiscountDays: 10, DiscountPercent: 2 }), {
    isFixed: true,
  }),
  list('PaymentMethod', 'method', (_ref, tag) => ({ Name: `Club ${tag}`, Type: 'CREDIT_CARD' }), { isFixed: true }),
  item('service', (ref, tag) => ({ Name: `Advice ${tag}`, Type: 'Service', IncomeAccountRef: ref('income') })),
  item('manual', (ref, tag) => ({
    Name: `Manual ${tag}`,
    Type: 'NonInventory',
    IncomeAccountRef: ref('income'),
    ExpenseAccountRef: ref('costs'),
    PurchaseCost: 4,
  })),
  item('lamp', (ref, tag) => ({
    Name: `Lamp ${tag}`,
    Type: 'Inventory',
    TrackQtyOnHand: true,
    QtyOnHand: 20,
    InvStartDate: '2026-01-01',
    PurchaseCost: 3.33,
    IncomeAccountRef: ref('income'),
    ExpenseAccountRef: ref('cost of goods'),
    AssetAccountRef: ref('stock'),
  })),
]

function sold(ItemRef: object, Qty: number, UnitPrice: number, code = 'Non') {
  return {
    Amount: Math.round(Qty * UnitPrice * 100) / 100,
    DetailType: 'SalesItemLineDetail',
    SalesItemLineDetail: { ItemRef, Qty, UnitPrice, TaxCodeRef: { value: code.toUpperCase() } },
  }
}
function bought(ItemRef: object, Qty: number, UnitPrice: number) {
  return {
    Amount: Math.round(Qty * UnitPrice * 100) / 100,
    DetailType: 'ItemBasedExpenseLineDetail',
    ItemBasedExpenseLineDetail: { ItemRef, Qty, UnitPrice },
  }
}
function spent(AccountRef: object, Amount: number) {
  return {
    Amount,
    DetailType: 'AccountBasedExpenseLineDetail',
    AccountBasedExpenseLineDetail: { AccountRef },
  }
}
function settles(Amount: number, ...links: (readonly [TxnType: string, ref: { readonly value: string }])[]) {
  return {
    Amount,
    LinkedTxn: links.map(([TxnType, { value: TxnId }]) => ({ TxnId, TxnType })),
  }
}

/** DocNumber takes eleven characters. */
function number(prefix: string, tag: string): string {
  return `${prefix}${tag.replaceAll(' ', '')}`.slice(0, 11)
}

function sale(entity: string, as: string, prefix: string, rest: Partial<WrittenRecord> = {}): WrittenRecord {
  return {
    entity,
    as,
    create: (ref, tag) => ({
      CustomerRef: ref('customer'),
      TxnDate: '2026-03-02',
      DocNumber: number(prefix, tag),
      ClassRef: ref('class'),
      Line: [
        sold(ref('service'), 4, 90),
        { DetailType: 'DescriptionOnly', Description: 'Thank you', DescriptionLineDetail: {} },
        sold(ref('lamp'), 3, 19.99, 'Tax'),
      ],
    }),
    change: noted,
    find: numbered,
    ...rest,
  }
}

function oneMoreLine(record: Entity) {
  return {
    Line: [
      ...(record.Line as { Id?: string; DetailType: string }[]).filter(({ Id }) => Id !== undefined),
      { DetailType: 'DescriptionOnly', Description: 'See you soon', DescriptionLineDetail: {} },
    ],
  }
}

const sales: readonly WrittenRecord[] = [
  sale('Estimate', 'estimate', 'E', { change: () => ({ TxnStatus: 'Closed', ExpirationDate: '2026-05-01' }) }),
  sale('Estimate', 'dropped estimate', 'F', { ends: 'delete' }),
  sale('Invoice', 'invoice', 'I', { change: oneMoreLine }),
  sale('Invoice', 'voided invoice', 'J', { ends: 'void' }),
  sale('Invoice', 'deleted invoice', 'K', { find: withRef('CustomerRef'), ends: 'delete' }),
  sale('SalesReceipt', 'receipt', 'S', { change: oneMoreLine }),
  sale('SalesReceipt', 'voided receipt', 'T', { ends: 'void' }),
  sale('SalesReceipt', 'deleted receipt', 'U', { find: withRef('CustomerRef'), ends: 'delete' }),
  sale('CreditMemo', 'credit', 'C', { change: oneMoreLine }),
  {
    entity: 'Payment',
    as: 'payment',
    create: (ref, tag) => ({
      CustomerRef: ref('customer'),
      TxnDate: '2026-03-05',
      PaymentRefNum: number('P', tag),
      PaymentMethodRef: ref('method'),
      TotalAmt: 200,
      Line: [settles(250, ['Invoice', ref('invoice')], ['CreditMemo', ref('credit')])],
    }),
    change: noted,
    find: named('PaymentRefNum'),
  },
  {
    entity: 'Payment',
    as: 'deleted payment',
    create: (ref) => ({ CustomerRef: ref('customer'), TxnDate: '2026-03-06', TotalAmt: 77.7 }),
    change: noted,
    find: withRef('CustomerRef'),
    ends: 'delete',
  },
  {
    entity: 'RefundReceipt',
    as: 'refund',
    create: (ref, tag) => ({
      CustomerRef: ref('customer'),
      DepositToAccountRef: ref('bank'),
      TxnDate: '2026-03-07',
      DocNumber: number('R', tag),
      Line: [settles(60.5, ['CreditMemo', ref('credit')])],
    }),
    change: noted,
    isFixed: true,
    find: numbered,
  },
]

function purchase(as: string, form: (ref: Refs) => object, ends?: WrittenRecord['ends']): WrittenRecord {
  return {
    entity: 'Purchase',
    as,
    create: (ref, tag) => ({
      EntityRef: ref('vendor'),
      TxnDate: '2026-03-08',
      DocNumber: number('X', tag),
      Line: [spent(ref('costs'), 31.4), bought(ref('lamp'), 2, 3.5)],
      ...form(ref),
    }),
    change: noted,
    find: numbered,
    ...(ends ? { ends } : {}),
  }
}
function byCheck(ref: Refs) {
  return { PaymentType: 'Check', AccountRef: ref('bank') }
}
function byCard(ref: Refs) {
  return { PaymentType: 'CreditCard', AccountRef: ref('card') }
}
function toCard(ref: Refs) {
  return { ...byCard(ref), Credit: true }
}

function bill(as: string, rest: Partial<WrittenRecord> = {}): WrittenRecord {
  return {
    entity: 'Bill',
    as,
    create: (ref, tag) => ({
      VendorRef: ref('vendor'),
      TxnDate: '2026-03-03',
      DocNumber: `INV-2026-${tag}`.slice(0, 20),
      SalesTermRef: ref('term'),
      Line: [spent(ref('costs'), 120), bought(ref('lamp'), 10, 3.6)],
    }),
    change: () => ({ DueDate: '2026-05-01' }),
    find: withRef('VendorRef'),
    ...rest,
  }
}

function billPayment(
  as: string,
  form: (ref: Refs) => object,
  Line: (ref: Refs) => object[],
  rest: Partial<WrittenRecord> = {},
): WrittenRecord {
  return {
    entity: 'BillPayment',
    as,
    create: (ref) => ({ VendorRef: ref('vendor'), TxnDate: '2026-03-10', ...form(ref), Line: Line(ref) }),
    change: noted,
    find: withRef('VendorRef'),
    ...rest,
  }
}
function paidByCheck(TotalAmt: number) {
  return (ref: Refs) => ({
    PayType: 'Check',
    TotalAmt,
    CheckPayment: { BankAccountRef: ref('bank') },
  })
}
function paidByCard(TotalAmt: number) {
  return (ref: Refs) => ({
    PayType: 'CreditCard',
    TotalAmt,
    CreditCardPayment: { CCAccountRef: ref('card') },
  })
}

const purchases: readonly WrittenRecord[] = [
  {
    entity: 'PurchaseOrder',
    as: 'order',
    create: (ref, tag) => ({
      VendorRef: ref('vendor'),
      APAccountRef: { value: '1' },
      TxnDate: '2026-03-01',
      DocNumber: number('O', tag),
      Line: [bought(ref('lamp'), 10, 3.4)],
    }),
    change: ({ Line }) => ({
      Line: [{ Id: (Line as Entity[])[0]?.Id, ItemBasedExpenseLineDetail: { Qty: 12 } }],
    }),
    find: numbered,
  },
  bill('received bill', {
    create: (ref) => ({
      VendorRef: ref('vendor'),
      TxnDate: '2026-03-03',
      LinkedTxn: [{ TxnId: ref('order').value, TxnType: 'PurchaseOrder' }],
    }),
  }),
  bill('bill'),
  bill('other bill'),
  bill('deleted bill', { ends: 'delete' }),
  {
    entity: 'VendorCredit',
    as: 'vendor credit',
    create: (ref, tag) => ({
      VendorRef: ref('vendor'),
      TxnDate: '2026-03-09',
      DocNumber: number('V', tag),
      Line: [bought(ref('lamp'), 1, 3.6), spent(ref('costs'), 20)],
    }),
    change: noted,
    find: numbered,
  },
  billPayment('bill payment', paidByCheck(100), (ref) => [
    settles(110, ['Bill', ref('bill')]),
    settles(10, ['VendorCredit', ref('vendor credit')]),
  ]),
  billPayment('card payment', paidByCard(25), (ref) => [settles(25, ['Bill', ref('bill')])], { isFixed: true }),
  billPayment('voided payment', paidByCheck(50), (ref) => [settles(50, ['Bill', ref('other bill')])], {
    ends: 'void',
  }),
  billPayment('voided card payment', paidByCard(30), (ref) => [settles(30, ['Bill', ref('other bill')])], {
    isFixed: true,
    ends: 'void',
  }),
  purchase('check', byCheck),
  purchase('charge', byCard),
  purchase('card credit', toCard),
  purchase('voided check', byCheck, 'void'),
  purchase('voided charge', byCard, 'void'),
  purchase('voided card credit', toCard, 'void'),
]

const banking: readonly WrittenRecord[] = [
  {
    entity: 'JournalEntry',
    as: 'entry',
    create: (ref, tag) => ({
      TxnDate: '2026-03-31',
      DocNumber: number('G', tag),
      Line: (
        [
          ['Debit', ref('costs'), 60],
          ['Debit', ref('savings'), 40.05],
          ['Credit', ref('bank'), 100.05],
        ] as const
      ).map(([PostingType, AccountRef, Amount]) => ({
        Amount,
        DetailType: 'JournalEntryLineDetail',
        JournalEntryLineDetail: { PostingType, AccountRef },
      })),
    }),
    change: () => ({ Adjustment: true }),
    find: numbered,
  },
  {
    entity: 'Deposit',
    as: 'deposit',
    create: (ref) => ({
      DepositToAccountRef: ref('bank'),
      TxnDate: '2026-03-12',
      CashBack: { AccountRef: ref('savings'), Amount: 5, Memo: 'till' },
      Line: [
        { LinkedTxn: [{ TxnId: ref('payment').value, TxnType: 'Payment', TxnLineId: '0' }] },
        { Amount: 25.25, DetailType: 'DepositLineDetail', DepositLineDetail: { AccountRef: ref('income') } },
      ],
    }),
    change: noted,
    find: () => [{ field: 'TxnDate', value: '2026-03-12', operator: '=' }],
  },
  {
    entity: 'Transfer',
    as: 'transfer',
    create: (ref) => ({
      FromAccountRef: ref('bank'),
      ToAccountRef: ref('savings'),
      Amount: 250,
      TxnDate: '2026-03-15',
    }),
    change: () => ({ Amount: 249.99 }),
    find: named('TxnDate'),
  },
]

function adjustment(as: string, rest: Partial<WrittenRecord> = {}): WrittenRecord {
  return {
    entity: 'InventoryAdjustment',
    as,
    create: (ref, tag) => ({
      AdjustAccountRef: ref('costs'),
      TxnDate: '2026-03-20',
      DocNumber: number('A', tag),
      Line: [
        {
          DetailType: 'ItemAdjustmentLineDetail',
          ItemAdjustmentLineDetail: { ItemRef: ref('lamp'), QtyDiff: -2 },
        },
      ],
    }),
    change: noted,
    find: numbered,
    ...rest,
  }
}

function day(as: string, rest: Partial<WrittenRecord> = {}): WrittenRecord {
  return {
    entity: 'TimeActivity',
    as,
    create: (ref) => ({
      NameOf: 'Employee',
      EmployeeRef: ref('employee'),
      CustomerRef: ref('job'),
      ItemRef: ref('service'),
      TxnDate: '2026-03-16',
      Hours: 6,
      Minutes: 30,
      BillableStatus: 'Billable',
    }),
    change: () => ({ Hours: 7, Description: 'planned & drawn' }),
    find: () => [{ field: 'TxnDate', value: '2026-03-16', operator: '=' }],
    ...rest,
  }
}

/** A record of every entity that can be created, in an order in which each finds what it refers to. */
export const writtenRecords: readonly WrittenRecord[] = [
  ...lists,
  ...sales,
  ...purchases,
  ...banking,
  adjustment('shrinkage'),
  adjustment('dropped adjustment', { ends: 'delete' }),
  day('day'),
  day('dropped day', { ends: 'delete' }),
]
