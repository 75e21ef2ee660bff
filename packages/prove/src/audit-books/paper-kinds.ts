import { type AccountName, boltCost, type CustomerName, type ItemName, type VendorName } from './chart.ts'
import type { Ids, Paper, Posting } from './paper.ts'

/** A sold item's quantity, and its price in cents. */
type Sold = readonly [item: ItemName, quantity: number, price: number]

const incomeOf = { Advice: 'Consulting Income', Bolt: 'Product Income' } as const

function toAmount(cents: number): number {
  return Number((cents / 100).toFixed(2))
}

function toNextMonth(date: string): string {
  return date.replace('-03-', '-04-')
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

export function journal(title: string, date: string, lines: readonly (readonly [AccountName, number])[]): Paper {
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

export function invoice(title: string, date: string, customer: CustomerName, sold: readonly Sold[]): Paper {
  const due = toNextMonth(date)
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

export function salesReceipt(title: string, date: string, account: AccountName, sold: readonly Sold[]): Paper {
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

export function creditMemo(title: string, date: string, customer: CustomerName, sold: readonly Sold[]): Paper {
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

export function payment(
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

export function deposit(title: string, date: string, taken: readonly (readonly [string, string, number])[]): Paper {
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

/** A bill for bolts, due a month later. */
export function boltBill(title: string, date: string, quantity: number): Paper {
  const bought = { account: 'Inventory Asset', cents: quantity * boltCost, item: 'Bolt', quantity: -quantity } as const
  const terms = { title, date, vendor: 'Forge', due: toNextMonth(date) } as const
  return toBill(terms, bought, ({ names }) => toBoltLine(names('Bolt'), quantity))
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

export function bill(
  title: string,
  date: string,
  vendor: VendorName,
  due: string,
  account: AccountName,
  cents: number,
): Paper {
  return toBill({ title, date, vendor, due }, { account, cents }, ({ accounts }) =>
    toExpenseLine(accounts(account), cents),
  )
}

interface BillTerms {
  readonly title: string
  readonly date: string
  readonly vendor: VendorName
  readonly due: string
}

function toBill({ vendor, ...terms }: BillTerms, bought: Posting, toLine: (ids: Ids) => object): Paper {
  return {
    ...terms,
    entity: 'Bill',
    type: 'Bill',
    vendor,
    isPaidLater: true,
    postings: [{ account: 'Accounts Payable', cents: -bought.cents }, bought],
    toRecord: (ids) => ({
      VendorRef: ids.names(vendor),
      TxnDate: terms.date,
      DueDate: terms.due,
      Line: [toLine(ids)],
    }),
  }
}

export function vendorCredit(
  title: string,
  date: string,
  vendor: VendorName,
  account: AccountName,
  cents: number,
): Paper {
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

export function billPayment(title: string, date: string, vendor: VendorName, paid: string, cents: number): Paper {
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

export function purchase(
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

export function transfer(title: string, date: string, cents: number): Paper {
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

export function bolts(title: string, date: string, change: number): Paper {
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

export function estimate(title: string, date: string, customer: CustomerName, sold: readonly Sold[]): Paper {
  return {
    title,
    entity: 'Estimate',
    type: 'Estimate',
    date,
    postings: [],
    toRecord: (ids) => ({ CustomerRef: ids.names(customer), TxnDate: date, Line: toSalesLines(sold, ids) }),
  }
}

export function order(title: string, date: string, quantity: number): Paper {
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

export function time(title: string, date: string): Paper {
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
