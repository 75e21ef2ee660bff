/** Sample bodies. References name records in the sample company, and so work in every sandbox. */
export interface SampleRecord {
  readonly create?: object
  /** Fields in an update, next to `Id` and `SyncToken`. */
  readonly update?: object
}

const checking = { name: 'Checking' }
const advertising = { name: 'Advertising' }
const customer = { name: 'Alder Street Books' }
const vendor = { name: 'Ashby Office Supply' }
const changedNote = { PrivateNote: 'Checked on Monday' }

const sale = {
  CustomerRef: customer,
  TxnDate: '2026-03-02',
  Line: [
    {
      Amount: 150,
      Description: 'Layout of the reading corner',
      DetailType: 'SalesItemLineDetail',
      SalesItemLineDetail: { ItemRef: { name: 'Design' }, Qty: 2, UnitPrice: 75 },
    },
  ],
}

const purchase = {
  VendorRef: vendor,
  TxnDate: '2026-03-02',
  Line: [
    {
      Amount: 89.5,
      Description: 'Flyers for March',
      DetailType: 'AccountBasedExpenseLineDetail',
      AccountBasedExpenseLineDetail: { AccountRef: advertising },
    },
  ],
}

function posting(PostingType: 'Debit' | 'Credit', AccountRef: object) {
  return {
    Amount: 12,
    Description: 'Bank charge posted to the wrong account',
    DetailType: 'JournalEntryLineDetail',
    JournalEntryLineDetail: { PostingType, AccountRef },
  }
}

/** Bodies by entity. Values beginning with `$` are the reader's variables. */
export const sampleRecords: Readonly<Record<string, SampleRecord>> = {
  Customer: {
    create: {
      DisplayName: 'Riverside Pottery',
      GivenName: 'Ada',
      FamilyName: 'Lind',
      PrimaryEmailAddr: { Address: 'ada@riverside.example' },
      BillAddr: { Line1: '1 Main Street', City: 'Auburn', CountrySubDivisionCode: 'CA', PostalCode: '95603' },
    },
    update: { Notes: 'Prefers delivery on Mondays' },
  },
  Vendor: {
    create: { DisplayName: 'Ridgeline Timber', PrimaryEmailAddr: { Address: 'sales@ridgeline.example' } },
    update: { PrintOnCheckName: 'Ridgeline Timber Inc.' },
  },
  Employee: { create: { GivenName: 'Ada', FamilyName: 'Rivers' }, update: { MiddleName: 'M' } },
  Account: {
    create: { Name: 'Trade Fairs', AccountType: 'Expense' },
    update: { Description: 'Booths and travel' },
  },
  Item: {
    create: {
      Name: 'Color Consultation',
      Type: 'Service',
      UnitPrice: 75,
      IncomeAccountRef: { name: 'Consulting Income' },
    },
    update: { Description: 'On site, by the hour' },
  },
  Class: { create: { Name: 'Central' }, update: { Name: 'Center' } },
  Department: { create: { Name: 'Outlet' }, update: { Name: 'Outlets' } },
  Term: { create: { Name: 'Net 45', DueDays: 45 } },
  PaymentMethod: { create: { Name: 'Voucher', Type: 'NON_CREDIT_CARD' } },
  CompanyCurrency: { create: { Code: 'EUR', Name: 'Euro' }, update: { Active: false } },
  Invoice: { create: sale, update: changedNote },
  SalesReceipt: { create: sale, update: changedNote },
  Estimate: { create: sale, update: changedNote },
  CreditMemo: { create: sale, update: changedNote },
  Payment: {
    create: {
      CustomerRef: { value: '$INVOICE_CUSTOMER_ID' },
      TotalAmt: 1,
      Line: [{ Amount: 1, LinkedTxn: [{ TxnId: '$OPEN_INVOICE_ID', TxnType: 'Invoice' }] }],
    },
    update: changedNote,
  },
  RefundReceipt: {
    create: {
      CustomerRef: { value: '$CREDIT_CUSTOMER_ID' },
      DepositToAccountRef: checking,
      Line: [{ Amount: 1, LinkedTxn: [{ TxnId: '$OPEN_CREDIT_ID', TxnType: 'CreditMemo' }] }],
    },
  },
  Bill: { create: purchase, update: changedNote },
  VendorCredit: { create: purchase, update: changedNote },
  PurchaseOrder: {
    create: {
      VendorRef: vendor,
      TxnDate: '2026-03-02',
      Line: [
        {
          Amount: 180,
          DetailType: 'ItemBasedExpenseLineDetail',
          ItemBasedExpenseLineDetail: { ItemRef: { name: 'Desk Lamp' }, Qty: 4, UnitPrice: 45 },
        },
      ],
    },
    update: changedNote,
  },
  BillPayment: {
    create: {
      VendorRef: { value: '$BILL_VENDOR_ID' },
      TotalAmt: 1,
      PayType: 'Check',
      CheckPayment: { BankAccountRef: checking },
      Line: [{ Amount: 1, LinkedTxn: [{ TxnId: '$OPEN_BILL_ID', TxnType: 'Bill' }] }],
    },
    update: changedNote,
  },
  Purchase: {
    create: {
      PaymentType: 'Check',
      AccountRef: checking,
      EntityRef: vendor,
      TxnDate: '2026-03-02',
      Line: purchase.Line,
    },
    update: changedNote,
  },
  JournalEntry: {
    create: { TxnDate: '2026-03-02', Line: [posting('Debit', advertising), posting('Credit', checking)] },
    update: { DocNumber: 'JE-7' },
  },
  Deposit: {
    create: {
      DepositToAccountRef: checking,
      TxnDate: '2026-03-02',
      Line: [
        {
          Amount: 40,
          Description: 'Refund of the parking fee',
          DetailType: 'DepositLineDetail',
          DepositLineDetail: { AccountRef: advertising },
        },
      ],
    },
    update: changedNote,
  },
  Transfer: {
    create: { FromAccountRef: checking, ToAccountRef: { name: 'Savings' }, Amount: 25, TxnDate: '2026-03-02' },
    update: changedNote,
  },
  TimeActivity: {
    create: {
      EmployeeRef: { name: 'Anna Berg' },
      CustomerRef: customer,
      TxnDate: '2026-03-02',
      Hours: 2,
      Minutes: 30,
    },
    update: { Description: 'Site visit' },
  },
  InventoryAdjustment: {
    create: {
      AdjustAccountRef: { name: 'Cost of Goods Sold' },
      TxnDate: '2026-03-02',
      Line: [
        {
          DetailType: 'ItemAdjustmentLineDetail',
          ItemAdjustmentLineDetail: { ItemRef: { name: 'Desk Lamp' }, QtyDiff: -1 },
        },
      ],
    },
    update: changedNote,
  },
}

/** Queries for variable values in a sandbox: the text after `SELECT`, and the path in the first record. */
export const variableQueries: Readonly<Record<string, { readonly query: string; readonly path: readonly string[] }>> = {
  OPEN_INVOICE_ID: { query: "Id FROM Invoice WHERE Balance > '0'", path: ['Id'] },
  INVOICE_CUSTOMER_ID: { query: "CustomerRef FROM Invoice WHERE Balance > '0'", path: ['CustomerRef', 'value'] },
  OPEN_CREDIT_ID: { query: "Id FROM CreditMemo WHERE Balance > '0'", path: ['Id'] },
  CREDIT_CUSTOMER_ID: { query: "CustomerRef FROM CreditMemo WHERE Balance > '0'", path: ['CustomerRef', 'value'] },
  OPEN_BILL_ID: { query: "Id FROM Bill WHERE Balance > '0'", path: ['Id'] },
  BILL_VENDOR_ID: { query: "VendorRef FROM Bill WHERE Balance > '0'", path: ['VendorRef', 'value'] },
}
