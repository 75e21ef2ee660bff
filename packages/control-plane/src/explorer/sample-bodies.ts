/** A value looked up in the company file: a query's first record, or one of its fields. */
export interface Lookup {
  /** What follows `select * from`: `Customer`, `Account where AccountType = 'Bank'`. */
  readonly $first: string
  /** The field to insert; by default a reference to the record. */
  readonly $field?: string
  /** Names the missing record if there is none: `a customer`. */
  readonly $what: string
}

/** JSON with lookups for values. `{tag}` in a text makes it unique. */
export type Template = string | number | boolean | Lookup | readonly Template[] | { readonly [name: string]: Template }

function first($first: string, $what: string, $field?: string): Lookup {
  return { $first, $what, ...($field !== undefined && { $field }) }
}

function account(type: string, $what: string): Lookup {
  return first(`Account where AccountType = '${type}'`, $what)
}

const customer = first('Customer', 'a customer')
const vendor = first('Vendor', 'a vendor')
const service = first("Item where Type = 'Service'", 'a service item')
const stock = first("Item where Type = 'Inventory'", 'an inventory item')
const bank = account('Bank', 'a bank account')
const income = account('Income', 'an income account')
const expense = account('Expense', 'an expense account')
const openInvoice = "Invoice where Balance > '0'"
const openBill = "Bill where Balance > '0'"
const openCredit = "CreditMemo where Balance > '0'"

const sale: Template = {
  CustomerRef: customer,
  PrivateNote: 'Created in the Explorer',
  Line: [
    {
      Amount: 100,
      Description: 'Sample line',
      DetailType: 'SalesItemLineDetail',
      SalesItemLineDetail: { ItemRef: service, Qty: 2, UnitPrice: 50 },
    },
  ],
}

const purchase: Template = {
  VendorRef: vendor,
  PrivateNote: 'Created in the Explorer',
  Line: [
    {
      Amount: 25,
      Description: 'Sample line',
      DetailType: 'AccountBasedExpenseLineDetail',
      AccountBasedExpenseLineDetail: { AccountRef: expense },
    },
  ],
}

function posting(PostingType: string, AccountRef: Lookup): Template {
  return {
    Amount: 10,
    Description: 'Sample line',
    DetailType: 'JournalEntryLineDetail',
    JournalEntryLineDetail: { PostingType, AccountRef },
  }
}

/** A creating body, for each entity with creates. */
export const sampleBodies: Readonly<Record<string, Template>> = {
  Customer: {
    DisplayName: 'Sample customer {tag}',
    GivenName: 'Ada',
    FamilyName: 'Sample',
    PrimaryEmailAddr: { Address: 'ada@example.com' },
    BillAddr: { Line1: '1 Main Street', City: 'Auburn', CountrySubDivisionCode: 'CA', PostalCode: '95603' },
  },
  Vendor: { DisplayName: 'Sample vendor {tag}', PrimaryEmailAddr: { Address: 'sales@example.com' } },
  Employee: { GivenName: 'Ada', FamilyName: 'Sample {tag}' },
  Account: { Name: 'Sample account {tag}', AccountType: 'Expense' },
  Item: { Name: 'Sample service {tag}', Type: 'Service', UnitPrice: 50, IncomeAccountRef: income },
  Class: { Name: 'Sample class {tag}' },
  Term: { Name: 'Sample term {tag}', DueDays: 30 },
  PaymentMethod: { Name: 'Sample method {tag}', Type: 'NON_CREDIT_CARD' },
  CompanyCurrency: { Code: 'EUR', Name: 'Euro' },
  Invoice: sale,
  SalesReceipt: sale,
  Estimate: sale,
  CreditMemo: sale,
  Payment: {
    CustomerRef: first(openInvoice, 'an open invoice', 'CustomerRef'),
    TotalAmt: 1,
    Line: [{ Amount: 1, LinkedTxn: [{ TxnId: first(openInvoice, 'an open invoice', 'Id'), TxnType: 'Invoice' }] }],
  },
  RefundReceipt: {
    CustomerRef: first(openCredit, 'an open credit memo', 'CustomerRef'),
    DepositToAccountRef: bank,
    Line: [
      { Amount: 1, LinkedTxn: [{ TxnId: first(openCredit, 'an open credit memo', 'Id'), TxnType: 'CreditMemo' }] },
    ],
  },
  Bill: purchase,
  VendorCredit: purchase,
  PurchaseOrder: {
    VendorRef: vendor,
    Line: [
      {
        Amount: 25,
        DetailType: 'ItemBasedExpenseLineDetail',
        ItemBasedExpenseLineDetail: { ItemRef: stock, Qty: 1, UnitPrice: 25 },
      },
    ],
  },
  BillPayment: {
    VendorRef: first(openBill, 'an open bill', 'VendorRef'),
    TotalAmt: 1,
    PayType: 'Check',
    CheckPayment: { BankAccountRef: bank },
    Line: [{ Amount: 1, LinkedTxn: [{ TxnId: first(openBill, 'an open bill', 'Id'), TxnType: 'Bill' }] }],
  },
  Purchase: {
    PaymentType: 'Check',
    AccountRef: bank,
    EntityRef: vendor,
    Line: [
      {
        Amount: 25,
        Description: 'Sample line',
        DetailType: 'AccountBasedExpenseLineDetail',
        AccountBasedExpenseLineDetail: { AccountRef: expense },
      },
    ],
  },
  JournalEntry: { Line: [posting('Debit', expense), posting('Credit', bank)] },
  Deposit: {
    DepositToAccountRef: bank,
    Line: [
      {
        Amount: 10,
        Description: 'Sample line',
        DetailType: 'DepositLineDetail',
        DepositLineDetail: { AccountRef: income },
      },
    ],
  },
  Transfer: {
    FromAccountRef: bank,
    ToAccountRef: first("Account where AccountType = 'Bank' orderby Name desc", 'a second bank account'),
    Amount: 3,
  },
  TimeActivity: {
    NameOf: 'Employee',
    EmployeeRef: first('Employee', 'an employee'),
    CustomerRef: customer,
    Hours: 2,
    Minutes: 0,
  },
  InventoryAdjustment: {
    AdjustAccountRef: expense,
    Line: [{ DetailType: 'ItemAdjustmentLineDetail', ItemAdjustmentLineDetail: { ItemRef: stock, QtyDiff: 1 } }],
  },
}
