import { type AccountName, boltCost, type CustomerName, type ItemName, type VendorName } from './chart.ts'
import type { Ids, Paper, Posting } from './paper.ts'

/** A sold item: quantity and price in cents. */
type Sold = readonly [item: ItemName, quantity: number, price: number]

const incomeOf = { Advice: 'Consulting Income', Bolt: 'Product Income' } as const

/** The month's papers, in the order in which they are sent. */
export const papers: readonly Paper[] = [
  journal('Capital', '2026-03-01', [
    ['Checking', 5_000_000],
    ['Opening Balance Equity', -5_000_000],
  ]),
  boltBill('Bolts', '2026-03-02', 100),
  bill('March rent', '2026-03-02', 'Landlord', '2026-04-01', 'Rent', 150_000),
  bill('Power', '2026-03-03', 'City Power', '2026-04-02', 'Utilities', 23_045),
  invoice('Advice for Jones', '2026-03-04', 'Jones', [['Advice', 10, 8_500]]),
  invoice('Bolts for Jones', '2026-03-05', 'Jones', [['Bolt', 20, 500]]),
  invoice('Bolts and advice', '2026-03-06', 'Smith', [
    ['Bolt', 15, 500],
    ['Advice', 2, 8_500],
  ]),
  salesReceipt('Bolts sold', '2026-03-07', 'Checking', [['Bolt', 5, 550]]),
  salesReceipt('Advice sold', '2026-03-08', 'Undeposited Funds', [['Advice', 1, 6_000]]),
  creditMemo('Bolts returned', '2026-03-09', 'Jones', [['Bolt', 2, 500]]),
  payment('Payment of Jones', '2026-03-10', 'Jones', 'Advice for Jones', 40_000, 'Undeposited Funds'),
  payment('Payment of Smith', '2026-03-11', 'Smith', 'Bolts and advice', 24_500, 'Undeposited Funds'),
  deposit('Deposit', '2026-03-12', [
    ['SalesReceipt', 'Advice sold', 6_000],
    ['Payment', 'Payment of Jones', 40_000],
    ['Payment', 'Payment of Smith', 24_500],
  ]),
  billPayment('Bolts paid', '2026-03-13', 'Forge', 'Bolts', 20_000),
  billPayment('Rent paid in part', '2026-03-14', 'Landlord', 'March rent', 100_000),
  purchase('Paper', '2026-03-15', 'Check', 'Checking', 'Office Supplies', 7_525),
  purchase('Train', '2026-03-16', 'CreditCard', 'Company Credit Card', 'Travel', 4_210),
  vendorCredit('Power refunded', '2026-03-17', 'City Power', 'Utilities', 1_200),
  transfer('Savings', '2026-03-18', 500_000),
  journal('Depreciation', '2026-03-19', [
    ['Depreciation', 12_000],
    ['Accumulated Depreciation', -12_000],
  ]),
  bolts('Bolts lost', '2026-03-20', -3),
  estimate('Estimate', '2026-03-21', 'Smith', [['Advice', 5, 10_000]]),
  order('Order', '2026-03-22', 50),
  time('Time', '2026-03-23'),
  invoice('Advice for Baker', '2026-03-24', 'Baker', [['Advice', 3, 8_500]]),
  payment('Payment of Baker', '2026-03-25', 'Baker', 'Advice for Baker', 5_500, 'Checking'),
  purchase('Bank charges', '2026-03-26', 'Check', 'Checking', 'Bank Service Charges', 1_500),
  journal('Card paid', '2026-03-27', [
    ['Company Credit Card', 4_210],
    ['Checking', -4_210],
  ]),
  { ...invoice('Mistake', '2026-03-28', 'Smith', [['Advice', 1, 9_900]]), operation: 'void', postings: [] },
  bill('Help', '2026-03-29', 'Forge', '2026-03-30', 'Subcontractors', 31_000),
]

function toAmount(cents: number): number {
  return Number((cents / 100).toFixed(2))
}

function sum(sold: readonly Sold[]): number {
  return sold.reduce((total, [, quantity, price]) => total + quantity * price, 0)
}

function toSalesLines(sold: readonly Sold[], { names }: Ids): object[] {
  return sold.map(([item, Qty, price]) => ({
    DetailType: 'SalesItemLineDetail',
    Amount: toAmount(Qty * price),
    SalesItemLineDetail: { ItemRef: names(item), Qty, UnitPrice: toAmount(price), TaxCodeRef: { value: 'NON' } },
  }))
}

/** Books income, and the cost of what leaves the stock; with `sign` -1 for what comes back. */
function postSold(sold: readonly Sold[], sign: 1 | -1): Posting[] {
  return sold.flatMap(([item, quantity, price]): Posting[] => {
    const cost = sign * quantity * boltCost
    const detail = { item, quantity: sign * quantity }
    return [
      { account: incomeOf[item], cents: -sign * quantity * price, ...detail },
      ...(item === 'Bolt'
        ? [
            { account: 'Cost of Goods Sold' as const, cents: cost, item },
            { account: 'Inventory Asset' as const, cents: -cost, ...detail },
          ]
        : []),
    ]
  })
}

function journal(title: string, date: string, lines: readonly (readonly [AccountName, number])[]): Paper {
  return {
    title,
    entity: 'JournalEntry',
    type: 'Journal Entry',
    date,
    postings: lines.map(([account, cents]) => ({ account, cents })),
    toRecord: ({ accounts }) => ({
      TxnDate: date,
      Line: lines.map(([account, cents]) => ({
        DetailType: 'JournalEntryLineDetail',
        Amount: toAmount(Math.abs(cents)),
        JournalEntryLineDetail: { PostingType: cents > 0 ? 'Debit' : 'Credit', AccountRef: accounts(account) },
      })),
    }),
  }
}

function invoice(title: string, date: string, customer: CustomerName, sold: readonly Sold[]): Paper {
  const due = date.replace('-03-', '-04-')
  return {
    title,
    entity: 'Invoice',
    type: 'Invoice',
    date,
    due,
    customer,
    isPaidLater: true,
    postings: [{ account: 'Accounts Receivable', cents: sum(sold) }, ...postSold(sold, 1)],
    toRecord: (ids) => ({
      CustomerRef: ids.names(customer),
      TxnDate: date,
      DueDate: due,
      Line: toSalesLines(sold, ids),
    }),
  }
}

function salesReceipt(title: string, date: string, account: AccountName, sold: readonly Sold[]): Paper {
  return {
    title,
    entity: 'SalesReceipt',
    type: 'Sales Receipt',
    date,
    customer: 'Baker',
    postings: [{ account, cents: sum(sold) }, ...postSold(sold, 1)],
    toRecord: (ids) => ({
      CustomerRef: ids.names('Baker'),
      TxnDate: date,
      DepositToAccountRef: ids.accounts(account),
      Line: toSalesLines(sold, ids),
    }),
  }
}

function creditMemo(title: string, date: string, customer: CustomerName, sold: readonly Sold[]): Paper {
  return {
    title,
    entity: 'CreditMemo',
    type: 'Credit Memo',
    date,
    customer,
    isPaidLater: true,
    postings: [{ account: 'Accounts Receivable', cents: -sum(sold) }, ...postSold(sold, -1)],
    toRecord: (ids) => ({ CustomerRef: ids.names(customer), TxnDate: date, Line: toSalesLines(sold, ids) }),
  }
}

function payment(
  title: string,
  date: string,
  customer: CustomerName,
  paid: string,
  cents: number,
  account: AccountName,
): Paper {
  return {
    title,
    entity: 'Payment',
    type: 'Payment',
    date,
    customer,
    pays: { title: paid, cents },
    postings: [
      { account: 'Accounts Receivable', cents: -cents },
      { account, cents },
    ],
    toRecord: ({ accounts, names, papers: find }) => ({
      CustomerRef: names(customer),
      TxnDate: date,
      TotalAmt: toAmount(cents),
      DepositToAccountRef: accounts(account),
      Line: [{ Amount: toAmount(cents), LinkedTxn: [{ TxnId: find(paid), TxnType: 'Invoice' }] }],
    }),
  }
}

function deposit(title: string, date: string, taken: readonly (readonly [string, string, number])[]): Paper {
  const cents = taken.reduce((total, [, , each]) => total + each, 0)
  return {
    title,
    entity: 'Deposit',
    type: 'Deposit',
    date,
    postings: [
      { account: 'Checking', cents },
      { account: 'Undeposited Funds', cents: -cents },
    ],
    toRecord: ({ accounts, papers: find }) => ({
      TxnDate: date,
      DepositToAccountRef: accounts('Checking'),
      Line: taken.map(([TxnType, paper, each]) => ({
        Amount: toAmount(each),
        LinkedTxn: [{ TxnId: find(paper), TxnType, TxnLineId: '0' }],
      })),
    }),
  }
}

function boltBill(title: string, date: string, quantity: number): Paper {
  const cents = quantity * boltCost
  const due = date.replace('-03-', '-04-')
  return {
    title,
    entity: 'Bill',
    type: 'Bill',
    date,
    due,
    vendor: 'Forge',
    isPaidLater: true,
    postings: [
      { account: 'Accounts Payable', cents: -cents },
      { account: 'Inventory Asset', cents, item: 'Bolt', quantity: -quantity },
    ],
    toRecord: ({ names }) => ({
      VendorRef: names('Forge'),
      TxnDate: date,
      DueDate: due,
      Line: [toBoltLine(names('Bolt'), quantity)],
    }),
  }
}

function toBoltLine(ItemRef: object, Qty: number): object {
  return {
    DetailType: 'ItemBasedExpenseLineDetail',
    Amount: toAmount(Qty * boltCost),
    ItemBasedExpenseLineDetail: { ItemRef, Qty, UnitPrice: toAmount(boltCost) },
  }
}

function toExpenseLine(AccountRef: object, cents: number): object {
  return {
    DetailType: 'AccountBasedExpenseLineDetail',
    Amount: toAmount(cents),
    AccountBasedExpenseLineDetail: { AccountRef },
  }
}

function bill(
  title: string,
  date: string,
  vendor: VendorName,
  due: string,
  account: AccountName,
  cents: number,
): Paper {
  return {
    title,
    entity: 'Bill',
    type: 'Bill',
    date,
    due,
    vendor,
    isPaidLater: true,
    postings: [
      { account: 'Accounts Payable', cents: -cents },
      { account, cents },
    ],
    toRecord: ({ accounts, names }) => ({
      VendorRef: names(vendor),
      TxnDate: date,
      DueDate: due,
      Line: [toExpenseLine(accounts(account), cents)],
    }),
  }
}

function vendorCredit(title: string, date: string, vendor: VendorName, account: AccountName, cents: number): Paper {
  return {
    title,
    entity: 'VendorCredit',
    type: 'Vendor Credit',
    date,
    vendor,
    isPaidLater: true,
    postings: [
      { account: 'Accounts Payable', cents },
      { account, cents: -cents },
    ],
    toRecord: ({ accounts, names }) => ({
      VendorRef: names(vendor),
      TxnDate: date,
      Line: [toExpenseLine(accounts(account), cents)],
    }),
  }
}

function billPayment(title: string, date: string, vendor: VendorName, paid: string, cents: number): Paper {
  return {
    title,
    entity: 'BillPayment',
    type: 'Bill Payment (Check)',
    date,
    vendor,
    pays: { title: paid, cents },
    postings: [
      { account: 'Accounts Payable', cents },
      { account: 'Checking', cents: -cents },
    ],
    toRecord: ({ accounts, names, papers: find }) => ({
      VendorRef: names(vendor),
      TxnDate: date,
      TotalAmt: toAmount(cents),
      PayType: 'Check',
      CheckPayment: { BankAccountRef: accounts('Checking') },
      Line: [{ Amount: toAmount(cents), LinkedTxn: [{ TxnId: find(paid), TxnType: 'Bill' }] }],
    }),
  }
}

function purchase(
  title: string,
  date: string,
  PaymentType: 'Check' | 'CreditCard',
  from: AccountName,
  account: AccountName,
  cents: number,
): Paper {
  return {
    title,
    entity: 'Purchase',
    type: PaymentType === 'Check' ? 'Check' : 'Credit Card Expense',
    date,
    vendor: 'Forge',
    postings: [
      { account: from, cents: -cents },
      { account, cents },
    ],
    toRecord: ({ accounts, names }) => ({
      PaymentType,
      TxnDate: date,
      AccountRef: accounts(from),
      EntityRef: { ...names('Forge'), type: 'Vendor' },
      Line: [toExpenseLine(accounts(account), cents)],
    }),
  }
}

function transfer(title: string, date: string, cents: number): Paper {
  return {
    title,
    entity: 'Transfer',
    type: 'Transfer',
    date,
    postings: [
      { account: 'Checking', cents: -cents },
      { account: 'Savings', cents },
    ],
    toRecord: ({ accounts }) => ({
      TxnDate: date,
      Amount: toAmount(cents),
      FromAccountRef: accounts('Checking'),
      ToAccountRef: accounts('Savings'),
    }),
  }
}

function bolts(title: string, date: string, change: number): Paper {
  const cents = change * boltCost
  return {
    title,
    entity: 'InventoryAdjustment',
    type: 'Inventory Qty Adjust',
    date,
    postings: [
      { account: 'Inventory Adjustments', cents: -cents },
      { account: 'Inventory Asset', cents, item: 'Bolt', quantity: -change },
    ],
    toRecord: ({ accounts, names }) => ({
      TxnDate: date,
      AdjustAccountRef: accounts('Inventory Adjustments'),
      Line: [
        {
          DetailType: 'ItemAdjustmentLineDetail',
          ItemAdjustmentLineDetail: { ItemRef: names('Bolt'), QtyDiff: change },
        },
      ],
    }),
  }
}

function estimate(title: string, date: string, customer: CustomerName, sold: readonly Sold[]): Paper {
  return {
    title,
    entity: 'Estimate',
    type: 'Estimate',
    date,
    postings: [],
    toRecord: (ids) => ({ CustomerRef: ids.names(customer), TxnDate: date, Line: toSalesLines(sold, ids) }),
  }
}

function order(title: string, date: string, quantity: number): Paper {
  return {
    title,
    entity: 'PurchaseOrder',
    type: 'Purchase Order',
    date,
    postings: [],
    toRecord: ({ names }) => ({
      VendorRef: names('Forge'),
      TxnDate: date,
      Line: [toBoltLine(names('Bolt'), quantity)],
    }),
  }
}

function time(title: string, date: string): Paper {
  return {
    title,
    entity: 'TimeActivity',
    date,
    postings: [],
    toRecord: ({ names }) => ({
      TxnDate: date,
      NameOf: 'Vendor',
      VendorRef: names('Forge'),
      Hours: 3,
      Minutes: 30,
      Description: 'Deliveries',
    }),
  }
}
