import type { Entity } from './client-libraries.ts'

/** Looks up the reference to a record that an earlier case created. */
export type FindRef = (name: string) => { readonly value: string }

/** A record with its create, update, find and cleanup steps. */
export interface RecordCase {
  readonly entity: string
  /** The name by which later cases refer to the record. */
  readonly name: string
  create(ref: FindRef, tag: string): object
  change(record: Entity): object
  /** QuickBooks Desktop rejects every update of the record. */
  readonly isReadOnly?: boolean
  /** Returns criteria that match the record. */
  find(record: Entity): object
  /** Applied after all records are written, in reverse order. */
  readonly cleanup?: 'void' | 'delete' | 'deactivate'
}

function byField(field: string) {
  return (record: Entity) => ({ [field]: record[field] })
}
const byDocNumber = byField('DocNumber')
function byReference(field: string) {
  return (record: Entity): object => [
    { field, value: (record[field] as { value: string }).value, operator: '=' },
    { field: 'TxnDate', value: '2026-03-01', operator: '>=' },
  ]
}
function changeNote() {
  return { PrivateNote: 'Überprüft & ok' }
}

function account(name: string, AccountType: string, cleanup?: RecordCase['cleanup']): RecordCase {
  return {
    entity: 'Account',
    name,
    create: (_ref, tag) => ({ Name: `${name} ${tag}`, AccountType }),
    change: () => ({ Description: `The ${name} of a test` }),
    find: byField('Name'),
    ...(cleanup ? { cleanup } : {}),
  }
}

function list(entity: string, name: string, create: RecordCase['create'], rest: Partial<RecordCase> = {}): RecordCase {
  return {
    entity,
    name,
    create,
    change: () => ({ Active: false }),
    find: byField(['Customer', 'Vendor', 'Employee'].includes(entity) ? 'DisplayName' : 'Name'),
    ...rest,
  }
}

function item(name: string, create: RecordCase['create']): RecordCase {
  return list('Item', name, create, { change: () => ({ Description: `${name} of a test`, UnitPrice: 12.5 }) })
}

const lists: readonly RecordCase[] = [
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
    cleanup: 'deactivate',
  }),
  list('Employee', 'employee', (_ref, tag) => ({ GivenName: 'Ada', FamilyName: tag, SSN: '123-45-6789' }), {
    change: () => ({ Notes: 'mornings' }),
  }),
  list('Class', 'class', (_ref, tag) => ({ Name: `East ${tag}` }), { change: ({ Name }) => ({ Name: `${Name} I` }) }),
  list('Term', 'term', (_ref, tag) => ({ Name: `45 ${tag}`, DueDays: 45, DiscountDays: 10, DiscountPercent: 2 }), {
    isReadOnly: true,
  }),
  list('PaymentMethod', 'method', (_ref, tag) => ({ Name: `Club ${tag}`, Type: 'CREDIT_CARD' }), { isReadOnly: true }),
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

function salesLine(ItemRef: object, Qty: number, UnitPrice: number, code = 'Non') {
  return {
    Amount: Math.round(Qty * UnitPrice * 100) / 100,
    DetailType: 'SalesItemLineDetail',
    SalesItemLineDetail: { ItemRef, Qty, UnitPrice, TaxCodeRef: { value: code.toUpperCase() } },
  }
}
function itemLine(ItemRef: object, Qty: number, UnitPrice: number) {
  return {
    Amount: Math.round(Qty * UnitPrice * 100) / 100,
    DetailType: 'ItemBasedExpenseLineDetail',
    ItemBasedExpenseLineDetail: { ItemRef, Qty, UnitPrice },
  }
}
function expenseLine(AccountRef: object, Amount: number) {
  return {
    Amount,
    DetailType: 'AccountBasedExpenseLineDetail',
    AccountBasedExpenseLineDetail: { AccountRef },
  }
}
function paymentLine(Amount: number, ...links: (readonly [TxnType: string, ref: { readonly value: string }])[]) {
  return {
    Amount,
    LinkedTxn: links.map(([TxnType, { value: TxnId }]) => ({ TxnId, TxnType })),
  }
}

/** QuickBooks Desktop limits DocNumber to 11 characters. */
function docNumber(prefix: string, tag: string): string {
  return `${prefix}${tag.replaceAll(' ', '')}`.slice(0, 11)
}

function sale(entity: string, name: string, prefix: string, rest: Partial<RecordCase> = {}): RecordCase {
  return {
    entity,
    name,
    create: (ref, tag) => ({
      CustomerRef: ref('customer'),
      TxnDate: '2026-03-02',
      DocNumber: docNumber(prefix, tag),
      ClassRef: ref('class'),
      Line: [
        salesLine(ref('service'), 4, 90),
        { DetailType: 'DescriptionOnly', Description: 'Thank you', DescriptionLineDetail: {} },
        salesLine(ref('lamp'), 3, 19.99, 'Tax'),
      ],
    }),
    change: changeNote,
    find: byDocNumber,
    ...rest,
  }
}

function addLine(record: Entity) {
  return {
    Line: [
      ...(record.Line as { Id?: string; DetailType: string }[]).filter(({ Id }) => Id !== undefined),
      { DetailType: 'DescriptionOnly', Description: 'See you soon', DescriptionLineDetail: {} },
    ],
  }
}

const sales: readonly RecordCase[] = [
  sale('Estimate', 'estimate', 'E', { change: () => ({ TxnStatus: 'Closed', ExpirationDate: '2026-05-01' }) }),
  sale('Estimate', 'dropped estimate', 'F', { cleanup: 'delete' }),
  sale('Invoice', 'invoice', 'I', { change: addLine }),
  sale('Invoice', 'voided invoice', 'J', { cleanup: 'void' }),
  sale('Invoice', 'deleted invoice', 'K', { find: byReference('CustomerRef'), cleanup: 'delete' }),
  sale('SalesReceipt', 'receipt', 'S', { change: addLine }),
  sale('SalesReceipt', 'voided receipt', 'T', { cleanup: 'void' }),
  sale('SalesReceipt', 'deleted receipt', 'U', { find: byReference('CustomerRef'), cleanup: 'delete' }),
  sale('CreditMemo', 'credit', 'C', { change: addLine }),
  {
    entity: 'Payment',
    name: 'payment',
    create: (ref, tag) => ({
      CustomerRef: ref('customer'),
      TxnDate: '2026-03-05',
      PaymentRefNum: docNumber('P', tag),
      PaymentMethodRef: ref('method'),
      TotalAmt: 200,
      Line: [paymentLine(250, ['Invoice', ref('invoice')], ['CreditMemo', ref('credit')])],
    }),
    change: changeNote,
    find: byField('PaymentRefNum'),
  },
  {
    entity: 'Payment',
    name: 'deleted payment',
    create: (ref) => ({ CustomerRef: ref('customer'), TxnDate: '2026-03-06', TotalAmt: 77.7 }),
    change: changeNote,
    find: byReference('CustomerRef'),
    cleanup: 'delete',
  },
  {
    entity: 'RefundReceipt',
    name: 'refund',
    create: (ref, tag) => ({
      CustomerRef: ref('customer'),
      DepositToAccountRef: ref('bank'),
      TxnDate: '2026-03-07',
      DocNumber: docNumber('R', tag),
      Line: [paymentLine(60.5, ['CreditMemo', ref('credit')])],
    }),
    change: changeNote,
    isReadOnly: true,
    find: byDocNumber,
  },
]

function purchase(name: string, form: (ref: FindRef) => object, cleanup?: RecordCase['cleanup']): RecordCase {
  return {
    entity: 'Purchase',
    name,
    create: (ref, tag) => ({
      EntityRef: ref('vendor'),
      TxnDate: '2026-03-08',
      DocNumber: docNumber('X', tag),
      Line: [expenseLine(ref('costs'), 31.4), itemLine(ref('lamp'), 2, 3.5)],
      ...form(ref),
    }),
    change: changeNote,
    find: byDocNumber,
    ...(cleanup ? { cleanup } : {}),
  }
}
function checkForm(ref: FindRef) {
  return { PaymentType: 'Check', AccountRef: ref('bank') }
}
function cardForm(ref: FindRef) {
  return { PaymentType: 'CreditCard', AccountRef: ref('card') }
}
function cardCreditForm(ref: FindRef) {
  return { ...cardForm(ref), Credit: true }
}

function bill(name: string, rest: Partial<RecordCase> = {}): RecordCase {
  return {
    entity: 'Bill',
    name,
    create: (ref, tag) => ({
      VendorRef: ref('vendor'),
      TxnDate: '2026-03-03',
      DocNumber: `INV-2026-${tag}`.slice(0, 20),
      SalesTermRef: ref('term'),
      Line: [expenseLine(ref('costs'), 120), itemLine(ref('lamp'), 10, 3.6)],
    }),
    change: () => ({ DueDate: '2026-05-01' }),
    find: byReference('VendorRef'),
    ...rest,
  }
}

function billPayment(
  name: string,
  form: (ref: FindRef) => object,
  Line: (ref: FindRef) => object[],
  rest: Partial<RecordCase> = {},
): RecordCase {
  return {
    entity: 'BillPayment',
    name,
    create: (ref) => ({ VendorRef: ref('vendor'), TxnDate: '2026-03-10', ...form(ref), Line: Line(ref) }),
    change: changeNote,
    find: byReference('VendorRef'),
    ...rest,
  }
}
function paidByCheck(TotalAmt: number) {
  return (ref: FindRef) => ({
    PayType: 'Check',
    TotalAmt,
    CheckPayment: { BankAccountRef: ref('bank') },
  })
}
function paidByCard(TotalAmt: number) {
  return (ref: FindRef) => ({
    PayType: 'CreditCard',
    TotalAmt,
    CreditCardPayment: { CCAccountRef: ref('card') },
  })
}

const purchases: readonly RecordCase[] = [
  {
    entity: 'PurchaseOrder',
    name: 'order',
    create: (ref, tag) => ({
      VendorRef: ref('vendor'),
      APAccountRef: { value: '1' },
      TxnDate: '2026-03-01',
      DocNumber: docNumber('O', tag),
      Line: [itemLine(ref('lamp'), 10, 3.4)],
    }),
    change: ({ Line }) => ({
      Line: [{ Id: (Line as Entity[])[0]?.Id, ItemBasedExpenseLineDetail: { Qty: 12 } }],
    }),
    find: byDocNumber,
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
  bill('deleted bill', { cleanup: 'delete' }),
  {
    entity: 'VendorCredit',
    name: 'vendor credit',
    create: (ref, tag) => ({
      VendorRef: ref('vendor'),
      TxnDate: '2026-03-09',
      DocNumber: docNumber('V', tag),
      Line: [itemLine(ref('lamp'), 1, 3.6), expenseLine(ref('costs'), 20)],
    }),
    change: changeNote,
    find: byDocNumber,
  },
  billPayment('bill payment', paidByCheck(100), (ref) => [
    paymentLine(110, ['Bill', ref('bill')]),
    paymentLine(10, ['VendorCredit', ref('vendor credit')]),
  ]),
  billPayment('card payment', paidByCard(25), (ref) => [paymentLine(25, ['Bill', ref('bill')])], { isReadOnly: true }),
  billPayment('voided payment', paidByCheck(50), (ref) => [paymentLine(50, ['Bill', ref('other bill')])], {
    cleanup: 'void',
  }),
  billPayment('voided card payment', paidByCard(30), (ref) => [paymentLine(30, ['Bill', ref('other bill')])], {
    isReadOnly: true,
    cleanup: 'void',
  }),
  purchase('check', checkForm),
  purchase('charge', cardForm),
  purchase('card credit', cardCreditForm),
  purchase('voided check', checkForm, 'void'),
  purchase('voided charge', cardForm, 'void'),
  purchase('voided card credit', cardCreditForm, 'void'),
]

const banking: readonly RecordCase[] = [
  {
    entity: 'JournalEntry',
    name: 'entry',
    create: (ref, tag) => ({
      TxnDate: '2026-03-31',
      DocNumber: docNumber('G', tag),
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
    find: byDocNumber,
  },
  {
    entity: 'Deposit',
    name: 'deposit',
    create: (ref) => ({
      DepositToAccountRef: ref('bank'),
      TxnDate: '2026-03-12',
      CashBack: { AccountRef: ref('savings'), Amount: 5, Memo: 'till' },
      Line: [
        { LinkedTxn: [{ TxnId: ref('payment').value, TxnType: 'Payment', TxnLineId: '0' }] },
        { Amount: 25.25, DetailType: 'DepositLineDetail', DepositLineDetail: { AccountRef: ref('income') } },
      ],
    }),
    change: changeNote,
    find: () => [{ field: 'TxnDate', value: '2026-03-12', operator: '=' }],
  },
  {
    entity: 'Transfer',
    name: 'transfer',
    create: (ref) => ({
      FromAccountRef: ref('bank'),
      ToAccountRef: ref('savings'),
      Amount: 250,
      TxnDate: '2026-03-15',
    }),
    change: () => ({ Amount: 249.99 }),
    find: byField('TxnDate'),
  },
]

function adjustment(name: string, rest: Partial<RecordCase> = {}): RecordCase {
  return {
    entity: 'InventoryAdjustment',
    name,
    create: (ref, tag) => ({
      AdjustAccountRef: ref('costs'),
      TxnDate: '2026-03-20',
      DocNumber: docNumber('A', tag),
      Line: [
        {
          DetailType: 'ItemAdjustmentLineDetail',
          ItemAdjustmentLineDetail: { ItemRef: ref('lamp'), QtyDiff: -2 },
        },
      ],
    }),
    change: changeNote,
    find: byDocNumber,
    ...rest,
  }
}

function timeActivity(name: string, rest: Partial<RecordCase> = {}): RecordCase {
  return {
    entity: 'TimeActivity',
    name,
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

/** Covers every entity that can be created. Each case comes after the cases that it refers to. */
export const recordCases: readonly RecordCase[] = [
  ...lists,
  ...sales,
  ...purchases,
  ...banking,
  adjustment('shrinkage'),
  adjustment('dropped adjustment', { cleanup: 'delete' }),
  timeActivity('day'),
  timeActivity('dropped day', { cleanup: 'delete' }),
]
