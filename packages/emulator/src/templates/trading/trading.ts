import Big from 'big.js'
import { findRate } from '../../books/exchange-rates.ts'
import type { RequestContext } from '../../requests/request-context.ts'
import { getRemainingText } from '../../transactions/applied-amounts.ts'
import { checkNumber, chooseOne, type Diary, enter, getDate, openDiary, takeDue } from '../sample/diary.ts'
import { named, type RequestFields } from '../starter/add.ts'
import { addPartners, goods, type Market, markets, services } from './partners.ts'
import { addRates } from './rates.ts'

const weeks = 40

/**
 * Adds a company that trades in US dollars, euros and Canadian dollars: accounts, customers, vendors and open papers in
 * each, a rate for every day, realized gains on payments, and a home currency adjustment each month. Only the dates
 * differ between files.
 */
export function addTradingRecords(founded: RequestContext, now: number): void {
  const first = -weeks * 7
  const diary = openDiary(founded, now)
  addRates(founded, now, first - 30)
  addPartners(founded)
  enterCapital(diary, first - 5)
  for (let week = 0; week < weeks; week++) {
    const day = first + week * 7
    for (const market of markets) tradeForWeek(diary, market, day, week)
    receiveUntil(diary, day + 4)
    payUntil(diary, day + 5)
    if (week % 4 === 3) for (const market of markets.slice(1)) adjustHomeValue(diary, market, day + 6)
  }
}

function enterCapital(diary: Diary, day: number): void {
  const capital = { AccountRef: named('Opening Balance Equity'), Amount: '120000.00' }
  enter(diary, day, 'Deposit', {}, { DepositToAccountRef: named('Checking'), DepositLineAdd: capital })
  for (const { bank } of markets.slice(1)) transfer(diary, day, 'Checking', bank, '20000.00')
  for (const [index, [item, , cost, quantity]] of goods.entries()) {
    const market = markets[index % markets.length] as Market
    const line = { ItemRef: named(item), Quantity: quantity, Cost: cost }
    bill(diary, market, day, { ItemLineAdd: line })
  }
}

function transfer(diary: Diary, day: number, from: string, to: string, amount: string): void {
  const accounts = { TransferFromAccountRef: named(from), TransferToAccountRef: named(to) }
  enter(diary, day, 'Transfer', {}, { ...accounts, Amount: amount })
}

function bill(diary: Diary, { vendors }: Market, day: number, lines: RequestFields): void {
  const name = chooseOne(diary, vendors)
  const fields = { RefNumber: String(50_000 + diary.choose(40_000)), ...lines }
  const id = enter(diary, day, 'Bill', { VendorRef: named(name) }, fields)
  diary.payable.push({ id, name, day: day + 12 + diary.choose(30) })
}

function tradeForWeek(diary: Diary, market: Market, day: number, week: number): void {
  sell(diary, market, day + diary.choose(3))
  buy(diary, market, day + diary.choose(3), week)
  if (week % 5 === 2) sellOnTheSpot(diary, market, day + 2)
  if (week % 6 === 4) creditCustomer(diary, market, day + 3)
  if (week % 7 === 3) creditVendor(diary, market, day + 3)
  if (week % 4 === 1) payByCard(diary, market, day + 4)
  if (week % 3 === 0) writeCheck(diary, market, day + 4)
  if (week % 8 === 6 && market.currency !== 'US Dollar') transfer(diary, day + 5, market.bank, 'Checking', '1500.00')
}

function saleLines(diary: Diary): readonly RequestFields[] {
  const [good] = goods[diary.choose(goods.length)] ?? goods[0]
  const [service] = services[diary.choose(services.length)] ?? services[0]
  return [
    { ItemRef: named(good), Quantity: String(4 + diary.choose(16)) },
    { ItemRef: named(service), Quantity: String(1 + diary.choose(4)) },
  ]
}

function sell(diary: Diary, { customers }: Market, day: number): void {
  const name = chooseOne(diary, customers)
  const id = enter(diary, day, 'Invoice', { CustomerRef: named(name) }, { InvoiceLineAdd: saleLines(diary) })
  diary.receivable.push({ id, name, day: day + 20 + diary.choose(40) })
}

function sellOnTheSpot(diary: Diary, { customers, bank }: Market, day: number): void {
  const customer = { CustomerRef: named(chooseOne(diary, customers)) }
  const fields = { DepositToAccountRef: named(bank), SalesReceiptLineAdd: saleLines(diary).slice(0, 1) }
  enter(diary, day, 'SalesReceipt', customer, fields)
}

function creditCustomer(diary: Diary, { customers }: Market, day: number): void {
  const line = { ItemRef: named('Packing'), Quantity: '2' }
  enter(diary, day, 'CreditMemo', { CustomerRef: named(chooseOne(diary, customers)) }, { CreditMemoLineAdd: line })
}

function buy(diary: Diary, market: Market, day: number, week: number): void {
  const [item] = goods[diary.choose(goods.length)] ?? goods[0]
  const line = { ItemRef: named(item), Quantity: String(10 + diary.choose(20)) }
  bill(diary, market, day, {
    ...(week % 3 === 1 ? { ExpenseLineAdd: { AccountRef: named('Shipping and Postage'), Amount: '84.35' } } : {}),
    ItemLineAdd: line,
  })
}

function creditVendor(diary: Diary, { vendors }: Market, day: number): void {
  const line = { AccountRef: named('Shipping and Postage'), Amount: '31.17' }
  enter(diary, day, 'VendorCredit', { VendorRef: named(chooseOne(diary, vendors)) }, { ExpenseLineAdd: line })
}

function payByCard(diary: Diary, { card, vendors }: Market, day: number): void {
  const before = { AccountRef: named(card), PayeeEntityRef: named(chooseOne(diary, vendors)) }
  const amount = ((4_000 + diary.choose(9_000)) / 100).toFixed(2)
  enter(diary, day, 'CreditCardCharge', before, { ExpenseLineAdd: { AccountRef: named('Travel'), Amount: amount } })
}

function writeCheck(diary: Diary, { bank }: Market, day: number): void {
  const amount = ((1_200 + diary.choose(3_000)) / 100).toFixed(2)
  const line = { AccountRef: named('Bank Service Charges'), Amount: amount }
  enter(diary, day, 'Check', { AccountRef: named(bank), RefNumber: checkNumber(diary) }, { ExpenseLineAdd: line })
}

/** Receives the payments that are due, some of them in part, and deposits them at the bank of their currency. */
function receiveUntil(diary: Diary, until: number): void {
  for (const { id, name, day } of takeDue(diary.receivable, until)) {
    const market = findMarket(({ customers }) => customers.includes(name))
    const paid = choosePart(diary, id)
    const id2 = enter(
      diary,
      day,
      'ReceivePayment',
      { CustomerRef: named(name) },
      { TotalAmount: paid, AppliedToTxnAdd: { TxnID: id, PaymentAmount: paid } },
    )
    if (diary.choose(4) === 0) continue
    const deposit = { DepositToAccountRef: named(market.bank), DepositLineAdd: { PaymentTxnID: id2 } }
    enter(diary, Math.min(day + 2, until), 'Deposit', {}, deposit)
  }
}

/** Pays the bills that are due, most of them from the bank of their currency and some in US dollars. */
function payUntil(diary: Diary, until: number): void {
  for (const { id, name, day } of takeDue(diary.payable, until)) {
    const market = findMarket(({ vendors }) => vendors.includes(name))
    const bank = diary.choose(4) === 0 ? 'Checking' : market.bank
    const before = { PayeeEntityRef: named(name) }
    const applied = { TxnID: id, PaymentAmount: choosePart(diary, id) }
    const fields = { BankAccountRef: named(bank), RefNumber: checkNumber(diary), AppliedToTxnAdd: applied }
    enter(diary, day, 'BillPaymentCheck', before, fields)
  }
}

function findMarket(matches: (market: Market) => boolean): Market {
  return markets.find(matches) ?? (markets[0] as Market)
}

/** Returns what is due on a paper, or a part of it. */
function choosePart(diary: Diary, id: string): string {
  const { books } = diary.founded
  const paper = books.transactions.get(id)
  const due = Big(paper === undefined ? 0 : getRemainingText(books, paper))
  return (diary.choose(6) === 0 ? due.times(0.6).round(2) : due).toFixed(2)
}

/** Enters the unrealized gain or loss of a bank account, which then has its value at the rate of the day. */
function adjustHomeValue(diary: Diary, { currency: name, bank }: Market, day: number): void {
  const { books } = diary.founded
  const currency = books.lists.byFullName('Currency', name)
  const account = books.lists.byFullName('Account', bank)?.id ?? ''
  const rate = currency === undefined ? undefined : findRate(currency, getDate(diary, day))?.rate
  if (rate === undefined) return
  const worth = books.journal.getForeignAccountBalance(account).times(rate).round(2, Big.roundHalfUp)
  const gain = worth.minus(books.journal.getAccountBalance(account))
  if (gain.eq(0)) return
  const Amount = gain.abs().toFixed(2)
  const [debited, credited] = gain.gt(0) ? [bank, 'Exchange Gain or Loss'] : ['Exchange Gain or Loss', bank]
  enter(
    diary,
    day,
    'JournalEntry',
    {},
    {
      IsHomeCurrencyAdjustment: 'true',
      JournalDebitLine: { AccountRef: named(debited), Amount },
      JournalCreditLine: { AccountRef: named(credited), Amount },
    },
  )
}
