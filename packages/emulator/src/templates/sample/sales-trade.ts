import { getRemainingText } from '../../transactions/applied-amounts.ts'
import { named, type RequestFields } from '../starter/add.ts'
import { soldServices, stockedGoods } from './catalogue.ts'
import { chooseOne, type Diary, enter, takeDue } from './diary.ts'
import { buyers } from './people.ts'

const classes = ['East', 'West', 'Online', 'East:Showroom']
const methods = ['Check', 'Check', 'E-Check', 'Visa', 'MasterCard']

/** Sells a week's goods. */
export function sellForWeek(diary: Diary, day: number, week: number): void {
  for (const offset of [0, 2]) invoiceOn(diary, day + offset)
  if (week % 3 === 0) estimateOn(diary, day + 1, week)
  if (week % 2 === 0) receiptOn(diary, day + 3)
  if (week % 9 === 4) creditOn(diary, day + 4, week)
}

function invoiceOn(diary: Diary, day: number): void {
  const name = chooseOne(diary, buyers)
  const before = { CustomerRef: named(name), ClassRef: named(chooseOne(diary, classes)) }
  const taxes: RequestFields = diary.choose(4) === 0 ? { ItemSalesTaxRef: named('Sacramento Taxes') } : {}
  const set: RequestFields =
    diary.choose(14) === 0 ? { InvoiceLineGroupAdd: { ItemGroupRef: named('Reception Set'), Quantity: '1' } } : {}
  const id = enter(diary, day, 'Invoice', before, { ...taxes, InvoiceLineAdd: getLines(diary), ...set })
  expectPayment(diary, id, name, day)
}

function getLines(diary: Diary): readonly RequestFields[] {
  const lines = Array.from({ length: 1 + diary.choose(4) }, () => toJournalLine(diary))
  if (diary.choose(8) !== 0) return lines
  return [...lines, { ItemRef: named('Subtotal') }, { ItemRef: named('Trade Discount') }]
}

function toJournalLine(diary: Diary): RequestFields {
  const isGood = diary.choose(5) < 3
  if (!isGood) return { ItemRef: named(chooseOne(diary, soldServices)), Quantity: String(1 + diary.choose(6)) }
  const good = chooseOne(
    diary,
    stockedGoods.map(({ name }) => name),
  )
  return { ItemRef: named(good), Quantity: String(1 + diary.choose(3)) }
}

// Most customers pay within two months; one in twelve never does.
function expectPayment(diary: Diary, id: string, name: string, day: number): void {
  const late = diary.choose(12) === 0 ? 1000 : 12 + diary.choose(45)
  diary.receivable.push({ id, name, day: day + late })
}

// Enters an estimate; every other one becomes an invoice a week later.
function estimateOn(diary: Diary, day: number, week: number): void {
  const name = chooseOne(diary, buyers)
  const estimate = enter(diary, day, 'Estimate', { CustomerRef: named(name) }, { EstimateLineAdd: getLines(diary) })
  if (week % 2 !== 0 || day + 3 > -1) return
  const id = enter(diary, day + 3, 'Invoice', { CustomerRef: named(name) }, { LinkToTxnID: estimate })
  expectPayment(diary, id, name, day + 3)
}

function receiptOn(diary: Diary, day: number): void {
  const fields = {
    PaymentMethodRef: named(chooseOne(diary, ['Cash', 'Visa', 'Debit Card'])),
    SalesReceiptLineAdd: getLines(diary),
  }
  const before = { CustomerRef: named(chooseOne(diary, buyers)), ClassRef: named('East:Showroom') }
  diary.undeposited.push(enter(diary, day, 'SalesReceipt', before, fields))
}

// Enters returned goods; every other return is refunded to the customer's card.
function creditOn(diary: Diary, day: number, week: number): void {
  const name = chooseOne(diary, buyers)
  const good = chooseOne(
    diary,
    stockedGoods.map((each) => each.name),
  )
  const id = enter(
    diary,
    day,
    'CreditMemo',
    { CustomerRef: named(name) },
    { Memo: 'Returned goods', CreditMemoLineAdd: { ItemRef: named(good), Quantity: '1' } },
  )
  if (week % 2 !== 0) return
  const before = { CustomerRef: named(name), RefundFromAccountRef: named('Checking') }
  enter(diary, day, 'ARRefundCreditCard', before, {
    PaymentMethodRef: named('Visa'),
    RefundAppliedToTxnAdd: { TxnID: id, RefundAmount: openAmount(diary, id) },
  })
}

function openAmount({ founded: { books } }: Diary, id: string): string {
  const transaction = books.transactions.get(id)
  return transaction === undefined ? '0.00' : getRemainingText(books, transaction)
}

/** Enters the payments customers make by a day. */
export function receiveUntil(diary: Diary, day: number): void {
  for (const { id, name } of takeDue(diary.receivable, day)) {
    const amount = openAmount(diary, id)
    if (amount === '0.00') continue
    const method = chooseOne(diary, methods)
    const payment = enter(
      diary,
      day,
      'ReceivePayment',
      { CustomerRef: named(name) },
      {
        ...(method === 'Check' ? { RefNumber: String(5100 + diary.choose(4000)) } : {}),
        TotalAmount: amount,
        PaymentMethodRef: named(method),
        AppliedToTxnAdd: { TxnID: id, PaymentAmount: amount },
      },
    )
    diary.undeposited.push(payment)
  }
}
