import Big from 'big.js'
import type { Fields, Transaction } from '../../src/books/record.ts'
import type { CountedBooks } from './counted-books.fixture.ts'
import {
  cents,
  getAssetAccount,
  getCostAccount,
  getIncomeAccount,
  getLines,
  listId,
  money,
  sum,
} from './fields.fixture.ts'

type Enter = (transaction: Transaction, books: CountedBooks) => void
type Sign = 1 | -1

/** Debits a sale's total and credits income and tax; a credit memo has sign -1. */
function sale(field: string, otherwise: string, sign: Sign): Enter {
  return (form, books) => {
    const { fields } = form
    if (fields.IsPending === 'true') return
    const counted = getLines(form).filter(
      (line) => line.Amount !== undefined && books.findItem(line)?.kind !== 'ItemSubtotal',
    )
    for (const line of counted) {
      const item = books.findItem(line)
      books.credit(getIncomeAccount(line, item), money(line.Amount).times(sign))
    }
    const tax = computeTax(fields, counted, books)
    books.credit(books.special('SalesTaxPayable'), tax.times(sign))
    const total = sum(counted.map((line) => money(line.Amount))).plus(tax)
    books.debit(listId(fields, field) ?? books.special(otherwise), total.times(sign), listId(fields, 'CustomerRef'))
    getLines(form).forEach((line, index) => {
      books.move(form, line, { index, quantity: money(line.Quantity ?? '1').times(-sign) })
    })
  }
}

/** Computes the taxable lines' tax with the tax item's or group's rate; exempt customers pay none. */
function computeTax(header: Fields, lines: readonly Fields[], books: CountedBooks): Big {
  const isTaxed = (holder: Fields, name: string): boolean =>
    books.record('SalesTaxCode', listId(holder, name))?.fields.IsTaxable === 'true'
  const item = books.record('Item', listId(header, 'ItemSalesTaxRef'))
  if (item === undefined || !isTaxed(header, 'CustomerSalesTaxCodeRef')) return Big(0)
  const members = (item.kind === 'ItemSalesTaxGroup' ? item.fields.ItemSalesTaxRef : [{ ListID: item.id }]) as Fields[]
  const rates = members.map(({ ListID: id }) => money(books.record('Item', String(id))?.fields.TaxRate))
  const taxed = lines.filter((line) => isTaxed(line, 'SalesTaxCodeRef')).map((line) => money(line.Amount))
  return cents(sum(taxed).times(sum(rates)).div(100))
}

/** Debits a purchase's cost and credits its payment; a vendor credit has sign -1. */
function purchase(payee: string, field: string, sign: Sign): Enter {
  return (form, books) => {
    const person = listId(form.fields, payee)
    const account = listId(form.fields, field) ?? books.special('AccountsPayable')
    getLines(form).forEach((line, index) => {
      const item = books.findItem(line)
      const amount = money(line.Amount).times(sign)
      const spentOn = item === undefined ? listId(line, 'AccountRef') : getCostAccount(line, item)
      books.debit(spentOn, amount, listId(line, 'CustomerRef'), person)
      books.move(form, line, { index, quantity: money(line.Quantity ?? '1').times(sign), value: amount })
    })
    books.credit(account, sum(getLines(form).map((line) => money(line.Amount))).times(sign), person)
  }
}

/** Moves a payment's amount and discounts; outgoing money has sign -1. */
function payment(amountField: string, moneyField: string, openField: string, person: string, sign: Sign): Enter {
  return ({ fields, applications }, books) => {
    const amount = money(fields[amountField])
    books.debit(listId(fields, moneyField), amount.times(sign))
    const discounts = applications.flatMap(({ discount }) => discount ?? [])
    for (const discount of discounts) books.debit(discount.account, money(discount.amount).times(sign))
    const settled = amount.plus(sum(discounts.map((discount) => money(discount.amount))))
    books.credit(listId(fields, openField), settled.times(sign), listId(fields, person))
  }
}

const journalEntry: Enter = (entry, books) => {
  for (const line of getLines(entry)) {
    const amount = money(line.Amount).times(line.JournalLineType === 'Debit' ? 1 : -1)
    const [account, name] = [listId(line, 'AccountRef'), listId(line, 'EntityRef')]
    const { ExchangeRate, IsHomeCurrencyAdjustment, IsAmountsEnteredInHomeCurrency } = entry.fields
    if (ExchangeRate === undefined) books.debit(account, amount, name)
    else if (IsHomeCurrencyAdjustment === 'true') books.debitBoth(account, amount, Big(0), name)
    else if (IsAmountsEnteredInHomeCurrency !== 'true') books.debit(account, amount, name)
    else books.debitBoth(account, amount, cents(amount.div(money(ExchangeRate))), name)
  }
}

const deposit: Enter = (form, books) => {
  const back = (form.fields.CashBackInfoRet ?? {}) as Fields
  for (const line of getLines(form)) {
    const amount = money(line.Amount).times(-1)
    // A payment leaves undeposited funds with its own value there.
    const home = books.paymentValues.get(String(line.TxnID))?.times(-1) ?? books.toHome(amount)
    books.debitBoth(listId(line, 'AccountRef'), home, amount, listId(line, 'EntityRef'))
  }
  books.debit(listId(back, 'AccountRef'), money(back.Amount))
  const brought = sum(getLines(form).map((line) => money(line.Amount)))
  books.debit(listId(form.fields, 'DepositToAccountRef'), brought.minus(money(back.Amount)))
}

const transfer: Enter = ({ fields }, books) => {
  books.debit(listId(fields, 'TransferToAccountRef'), money(fields.Amount))
  books.credit(listId(fields, 'TransferFromAccountRef'), money(fields.Amount))
}

const inventoryAdjustment: Enter = (form, books) => {
  const against = listId(form.fields, 'AccountRef')
  getLines(form).forEach((line, index) => {
    const value = line.ValueDifference === undefined ? undefined : money(line.ValueDifference)
    books.debit(getAssetAccount(line, books.findItem(line)), value ?? Big(0))
    books.credit(against, value ?? Big(0))
    books.move(form, line, { index, quantity: money(line.QuantityDifference), value, against })
  })
}

const openingBalance: Enter = ({ postings }, books) => {
  for (const { account, amount, entity } of postings) books.debit(account, money(amount), entity ?? undefined)
}

const nothing: Enter = () => undefined

/** Each transaction kind's effect on the books. */
export const entries: Readonly<Record<string, Enter>> = {
  Opening: openingBalance,
  Invoice: sale('ARAccountRef', 'AccountsReceivable', 1),
  CreditMemo: sale('ARAccountRef', 'AccountsReceivable', -1),
  SalesReceipt: sale('DepositToAccountRef', 'UndepositedFunds', 1),
  ReceivePayment: payment('TotalAmount', 'DepositToAccountRef', 'ARAccountRef', 'CustomerRef', 1),
  ARRefundCreditCard: payment('TotalAmount', 'RefundFromAccountRef', 'ARAccountRef', 'CustomerRef', -1),
  Bill: purchase('VendorRef', 'APAccountRef', 1),
  VendorCredit: purchase('VendorRef', 'APAccountRef', -1),
  BillPaymentCheck: payment('Amount', 'BankAccountRef', 'APAccountRef', 'PayeeEntityRef', -1),
  BillPaymentCreditCard: payment('Amount', 'CreditCardAccountRef', 'APAccountRef', 'PayeeEntityRef', -1),
  Check: purchase('PayeeEntityRef', 'AccountRef', 1),
  CreditCardCharge: purchase('PayeeEntityRef', 'AccountRef', 1),
  CreditCardCredit: purchase('PayeeEntityRef', 'AccountRef', -1),
  JournalEntry: journalEntry,
  Deposit: deposit,
  Transfer: transfer,
  InventoryAdjustment: inventoryAdjustment,
  Estimate: nothing,
  PurchaseOrder: nothing,
  TimeTracking: nothing,
}
