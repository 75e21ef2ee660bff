import { getRemainingText } from '../../transactions/applied-amounts.ts'
import { named, type RequestFields } from '../starter/add.ts'
import { stockedGoods } from './catalogue.ts'
import { checkNumber, type Diary, enter, takeDue } from './diary.ts'

/** The monthly bills: vendor, account, lowest amount in cents, the most added to it, and memo. */
const monthly = [
  ['Keystone Property Management', 'Rent', 240_000, 0, 'Rent of the workshop'],
  ['Central Valley Power', 'Utilities', 21_000, 9_000, 'Electricity'],
  ['Orchard Telecom', 'Utilities', 14_500, 1_500, 'Telephone'],
  ['Mercer Advertising', 'Advertising', 30_000, 35_000, 'Advertisements'],
  ['Bayline Freight', 'Shipping and Postage', 18_000, 22_000, 'Freight'],
] as const

const occasional = [
  ['Harper & Lowe Accountants', 'Professional Fees', 45_000, 20_000, 'Accounting'],
  ['Evergreen Insurance Agency', 'Insurance', 62_000, 0, 'Business insurance'],
  ['Garnet Upholstery', 'Subcontractors', 28_000, 60_000, 'Upholstery'],
  ['Tamarack Coatings', 'Subcontractors', 35_000, 40_000, 'Coating'],
] as const

const weeksOfMonth = 4

/** Buys a week's goods. */
export function buyForWeek(diary: Diary, day: number, week: number): void {
  for (const [index, bill] of monthly.entries())
    if (index % weeksOfMonth === week % weeksOfMonth) billOn(diary, day, bill)
  if (week % 5 === 2) billOn(diary, day + 1, occasional[((week / 5) % occasional.length) | 0] ?? occasional[0])
  if (week % 3 === 1) orderGoods(diary, day)
  if (week % 13 === 6) returnGoods(diary, day + 2, week)
}

function billOn(
  diary: Diary,
  day: number,
  [name, account, least, more, memo]: readonly [string, string, number, number, string],
): void {
  const amount = dollars(least + (more === 0 ? 0 : diary.choose(more)))
  const id = enter(
    diary,
    day,
    'Bill',
    { VendorRef: named(name) },
    {
      RefNumber: `${diary.choose(900_000) + 100_000}`,
      Memo: memo,
      ExpenseLineAdd: { AccountRef: named(account), Amount: amount, Memo: memo },
    },
  )
  diary.payable.push({ id, name, day: day + 14 + diary.choose(14) })
}

function dollars(cents: number): string {
  return (cents / 100).toFixed(2)
}

// Orders, with one order per vendor, all goods that have fallen to half their opening stock.
function orderGoods(diary: Diary, day: number): void {
  const { books } = diary.founded
  const lines = new Map<string, RequestFields[]>()
  for (const { name, vendor, stock } of stockedGoods) {
    const item = books.lists.byFullName('Item', name)
    const present = Number(books.stock.getLevel(item?.id ?? '').quantity.toFixed())
    if (present > stock / 2) continue
    const line = { ItemRef: named(name), Quantity: String(Math.ceil(stock - present)) }
    lines.set(vendor, [...(lines.get(vendor) ?? []), line])
  }
  for (const [vendor, rows] of lines) {
    const id = enter(
      diary,
      day,
      'PurchaseOrder',
      { VendorRef: named(vendor) },
      { Memo: 'Replenishment', PurchaseOrderLineAdd: rows },
    )
    diary.ordered.push({ id, name: vendor, day: day + 4 + diary.choose(8) })
  }
}

function returnGoods(diary: Diary, day: number, week: number): void {
  const good = stockedGoods[week % stockedGoods.length]
  if (good === undefined) return
  enter(
    diary,
    day,
    'VendorCredit',
    { VendorRef: named(good.vendor) },
    { Memo: 'Damaged on arrival', ItemLineAdd: { ItemRef: named(good.name), Quantity: '1' } },
  )
}

/** Enters the bills for orders arriving by a day. */
export function receiveOrders(diary: Diary, day: number): void {
  for (const { id, name } of takeDue(diary.ordered, day)) {
    const bill = enter(
      diary,
      day,
      'Bill',
      { VendorRef: named(name) },
      { RefNumber: `O-${diary.choose(90_000) + 10_000}`, LinkToTxnID: id },
    )
    diary.payable.push({ id: bill, name, day: day + 20 + diary.choose(10) })
  }
}

/** Pays the bills due by a day: by check, one in twelve by card. */
export function payUntil(diary: Diary, day: number): void {
  const { books } = diary.founded
  for (const { id, name } of takeDue(diary.payable, day)) {
    const bill = books.transactions.get(id)
    const amount = bill === undefined ? '0.00' : getRemainingText(books, bill)
    if (amount === '0.00') continue
    const applied: RequestFields = { AppliedToTxnAdd: { TxnID: id, PaymentAmount: amount } }
    const before = { PayeeEntityRef: named(name) }
    if (diary.choose(12) === 0) {
      const card = { CreditCardAccountRef: named('Company Credit Card') }
      enter(diary, day, 'BillPaymentCreditCard', before, { ...card, ...applied })
    } else {
      const bank = { BankAccountRef: named('Checking'), RefNumber: checkNumber(diary) }
      enter(diary, day, 'BillPaymentCheck', before, { ...bank, ...applied })
    }
  }
}
