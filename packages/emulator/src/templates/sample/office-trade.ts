import { requireSpecialAccount } from '../../accounts/special-account.ts'
import { named, type RequestFields } from '../starter/add.ts'
import { soldServices, stockedGoods } from './catalogue.ts'
import { checkNumber, chooseOne, type Diary, enter } from './diary.ts'
import { buyers, workers } from './people.ts'

const services = soldServices.slice(0, 8)

/** Enters a week's money, card, time and stock transactions. */
export function workForWeek(diary: Diary, day: number, week: number): void {
  trackTime(diary, day + 1)
  if (week % 2 === 0) depositMoney(diary, day + 4)
  if (week % 2 === 1) payByCard(diary, day + 2, week)
  if (week % 3 === 0) writeCheck(diary, day + 3, week)
  if (week % 4 === 3) closeMonth(diary, day + 4)
  if (week % 13 === 12) {
    countStock(diary, day + 5, week)
    paySalesTax(diary, day + 5)
  }
}

function trackTime(diary: Diary, day: number): void {
  for (let entries = 2; entries > 0; entries--) {
    const isBillable = diary.choose(3) > 0
    const quarters = 4 * (1 + diary.choose(7)) + diary.choose(4)
    const work: RequestFields = isBillable
      ? { CustomerRef: named(chooseOne(diary, buyers)), ItemServiceRef: named(chooseOne(diary, services)) }
      : {}
    enter(
      diary,
      day,
      'TimeTracking',
      {},
      {
        EntityRef: named(chooseOne(diary, workers)),
        ...work,
        Duration: `PT${Math.floor(quarters / 4)}H${(quarters % 4) * 15}M`,
        BillableStatus: isBillable ? 'Billable' : 'NotBillable',
      },
    )
  }
}

function depositMoney(diary: Diary, day: number): void {
  const payments = diary.undeposited.splice(0)
  if (payments.length === 0) return
  enter(
    diary,
    day,
    'Deposit',
    {},
    {
      DepositToAccountRef: named('Checking'),
      DepositLineAdd: payments.map((id) => ({ PaymentTxnID: id })),
    },
  )
}

function payByCard(diary: Diary, day: number, week: number): void {
  const [vendor, account] = cardPurchases[diary.choose(cardPurchases.length)] ?? cardPurchases[0]
  const before = { AccountRef: named('Company Credit Card'), PayeeEntityRef: named(vendor) }
  const amount = (4200 + diary.choose(18_000)) / 100
  const line = { AccountRef: named(account), Amount: amount.toFixed(2) }
  enter(diary, day, 'CreditCardCharge', before, { ExpenseLineAdd: line })
  if (week % 26 !== 13) return
  enter(diary, day + 1, 'CreditCardCredit', before, { Memo: 'Refunded', ExpenseLineAdd: line })
}

function writeCheck(diary: Diary, day: number, week: number): void {
  const [payee, account, memo] = checks[(week / 3) % checks.length] ?? checks[0]
  const amount = ((3800 + diary.choose(9_000)) / 100).toFixed(2)
  const context = { AccountRef: named('Checking'), PayeeEntityRef: named(payee), RefNumber: checkNumber(diary) }
  enter(diary, day, 'Check', context, {
    Memo: memo,
    ExpenseLineAdd: { AccountRef: named(account), Amount: amount, Memo: memo },
  })
}

function closeMonth(diary: Diary, day: number): void {
  enter(
    diary,
    day,
    'JournalEntry',
    {},
    {
      IsAdjustment: 'true',
      JournalDebitLine: { AccountRef: named('Depreciation'), Amount: '415.00', Memo: 'Depreciation' },
      JournalCreditLine: { AccountRef: named('Accumulated Depreciation'), Amount: '415.00', Memo: 'Depreciation' },
    },
  )
  enter(
    diary,
    day,
    'Transfer',
    {},
    {
      TransferFromAccountRef: named('Checking'),
      TransferToAccountRef: named('Savings'),
      Amount: '500.00',
      Memo: 'Reserve',
    },
  )
  enter(
    diary,
    day,
    'Transfer',
    {},
    {
      TransferFromAccountRef: named('Checking'),
      TransferToAccountRef: named('Company Credit Card'),
      Amount: '900.00',
      Memo: 'Payment of the card',
    },
  )
}

function countStock(diary: Diary, day: number, week: number): void {
  const good = stockedGoods[(week * 7) % stockedGoods.length]
  if (good === undefined) return
  enter(
    diary,
    day,
    'InventoryAdjustment',
    { AccountRef: named('Inventory Adjustments') },
    {
      Memo: 'Stocktaking',
      InventoryAdjustmentLineAdd: {
        ItemRef: named(good.name),
        QuantityAdjustment: { QuantityDifference: '-1' },
      },
    },
  )
}

// Pays the sales tax owed by then, in whole dollars.
function paySalesTax(diary: Diary, day: number): void {
  const { books } = diary.founded
  const account = requireSpecialAccount(books, 'SalesTaxPayable')
  const owed = books.journal.getAccountBalance(account.id).times(-1).round(0, 0)
  const payee = named('State Board of Equalization')
  const before = { AccountRef: named('Checking'), PayeeEntityRef: payee, RefNumber: checkNumber(diary) }
  enter(diary, day, 'Check', before, {
    Memo: 'Sales tax of the quarter',
    ExpenseLineAdd: { AccountRef: { ListID: account.id }, Amount: owed.toFixed(2) },
  })
}

/** Enters the owners' capital on the company's first day. */
export function enterCapital(diary: Diary, day: number): void {
  enter(
    diary,
    day,
    'Deposit',
    {},
    {
      DepositToAccountRef: named('Checking'),
      Memo: 'Capital of the owners',
      DepositLineAdd: { AccountRef: named('Opening Balance Equity'), Amount: '85000.00' },
    },
  )
  enter(
    diary,
    day,
    'JournalEntry',
    {},
    {
      JournalDebitLine: { AccountRef: named('Furniture and Equipment'), Amount: '24900.00', Memo: 'Van and saw' },
      JournalCreditLine: [
        { AccountRef: named('Equipment Loan'), Amount: '15000.00', Memo: 'Financed' },
        { AccountRef: named('Opening Balance Equity'), Amount: '9900.00', Memo: 'Brought in' },
      ],
    },
  )
}

const cardPurchases = [
  ['Ashby Office Supply', 'Office Supplies'],
  ['Beacon Web Hosting', 'Computer and Internet'],
  ['Corner Garage', 'Repairs and Maintenance'],
  ['Quill Print House', 'Advertising'],
] as const

const checks = [
  ['Foothill Water District', 'Utilities', 'Water'],
  ['Capitol Cleaning Crew', 'Repairs and Maintenance', 'Cleaning'],
  ['Sierra Tool Rental', 'Repairs and Maintenance', 'Rental of tools'],
  ['Falcon Courier', 'Shipping and Postage', 'Courier'],
] as const
