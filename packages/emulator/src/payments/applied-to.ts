import { childrenByName, childText, type Element } from '@bridge/qbxml'
import Big from 'big.js'
import type { Books } from '../books/books.ts'
import { amountText, sum } from '../books/decimal.ts'
import { getRefId, getText, toFields } from '../books/fields.ts'
import type { Application, Fields, FieldValue, ListRecord, Transaction } from '../books/record.ts'
import { isId, resolveReferences } from '../requests/resolve.ts'
import { invalidField, invalidId, missingElement, objectNotFound } from '../requests/status-error.ts'
import { getAppliedTotal, getPayingApplications, getRemaining } from '../transactions/applied-amounts.ts'
import type { CreditUse, Entry } from '../transactions/transaction-kind.ts'

/** The receivable or the payable side. */
export interface PaymentSide {
  /** The payment's header field with the customer or vendor. */
  readonly entity: string
  /** `ARAccountRef` or `APAccountRef`, on the payment and on the paid transaction. */
  readonly account: string
  /** The kinds that can be paid. */
  readonly pays: readonly string[]
  /** The kinds that can be used as credit. */
  readonly credits: readonly string[]
}

/** The elements that `toApplications` reads. */
export const appliedToElements = ['AppliedToTxnAdd', 'AppliedToTxnMod'] as const

/**
 * Returns the applications in a payment's `AppliedToTxnAdd` or `AppliedToTxnMod` elements. A Mod without them keeps its
 * applications. Throws status 3210 for more than is due.
 */
export function toApplications(side: PaymentSide, entry: Entry, books: Books): readonly Application[] {
  const elements = appliedToElements.flatMap((name) => childrenByName(entry.request, name))
  if (elements.length === 0) return entry.current === undefined ? [] : getPayingApplications(entry.current)
  const applications = new Map<string, Application>()
  for (const element of elements) {
    const target = requirePayable(side, entry, books, childText(element, 'TxnID') ?? '')
    if (applications.has(target.id)) {
      throw invalidField('TxnID', target.id, 'The same transaction is linked twice.')
    }
    const application = toApplication(element, target, books)
    const due = computeDue(books, entry.current, target)
    if (getAppliedTotal(application).gt(due)) {
      const why = 'You cannot pay more than the amount due.'
      throw invalidField(`${element.name} payment amount`, application.amount, why)
    }
    applications.set(target.id, application)
  }
  return [...applications.values()].filter((application) => getAppliedTotal(application).gt(0))
}

/** Returns the credits that each `AppliedToTxnAdd` or `AppliedToTxnMod` uses with `SetCredit`. */
export function toCreditUses(side: PaymentSide, entry: Entry, books: Books): readonly CreditUse[] {
  return appliedToElements
    .flatMap((name) => childrenByName(entry.request, name))
    .map((element) => ({
      kinds: side.credits,
      elements: childrenByName(element, 'SetCredit'),
      target: requirePayable(side, entry, books, childText(element, 'TxnID') ?? ''),
    }))
}

function toApplication(element: Element, target: Transaction, books: Books): Application {
  const fields = resolveReferences(books, withoutCredits(element), element.name)
  const amount = amountText(getText(fields, 'PaymentAmount') ?? 0)
  const application: Application = { type: 'settlement', to: target.id, amount }
  const discount = amountText(getText(fields, 'DiscountAmount') ?? 0)
  for (const value of [amount, discount]) {
    if (Big(value).lt(0)) throw invalidField(`${element.name} payment amount`, value, 'It must not be negative.')
  }
  if (discount === '0.00') return application
  const account = getRefId(fields, 'DiscountAccountRef')
  if (account === undefined) throw missingElement('DiscountAccountRef')
  return {
    ...application,
    discount: { amount: discount, account, class: getRefId(fields, 'DiscountClassRef') ?? null },
  }
}

function withoutCredits(element: Element): Fields {
  const { SetCredit: _credits, ...fields } = toFields(element)
  return fields
}

/** Returns a transaction's amount due, including the amount the payment applied to it before a Mod. */
function computeDue(books: Books, payment: Transaction | undefined, target: Transaction): Big {
  const own = payment === undefined ? [] : getPayingApplications(payment).filter(({ to }) => to === target.id)
  return getRemaining(books, target).plus(sum(own.map(getAppliedTotal)))
}

/** Sums a request's `AppliedToTxnAdd` or `AppliedToTxnMod` elements; `undefined` without any. */
export function getPaidAmount(request: Element): string | undefined {
  const elements = appliedToElements.flatMap((name) => childrenByName(request, name))
  if (elements.length === 0) return undefined
  return amountText(sum(elements.map((element) => childText(element, 'PaymentAmount') || 0)))
}

/** Returns a payment's `AppliedToTxnRet` elements. */
export function toAppliedToRets(payment: Transaction, books: Books): readonly Fields[] {
  return getPayingApplications(payment).flatMap(({ to, amount, discount }) => {
    const target = books.transactions.get(to)
    if (target === undefined) return []
    const fields: Record<string, FieldValue> = {
      TxnID: to,
      TxnType: target.kind,
      TxnDate: getText(target.fields, 'TxnDate') ?? '',
      BalanceRemaining: amountText(getRemaining(books, target)),
      Amount: amount,
    }
    const number = getText(target.fields, 'RefNumber')
    if (number !== undefined) fields.RefNumber = number
    if (discount !== undefined) {
      fields.DiscountAmount = discount.amount
      fields.DiscountAccountRef = { ListID: discount.account }
      if (discount.class !== null) fields.DiscountClassRef = { ListID: discount.class }
    }
    return [fields]
  })
}

/** Returns a transaction the payment can be applied to: payable, in the same account, and the payer's or its jobs'. */
export function requirePayable(side: PaymentSide, entry: Entry, books: Books, id: string): Transaction {
  if (!isId(id)) throw invalidId(id, 'TxnID')
  const target = books.transactions.get(id)
  if (target === undefined) throw objectNotFound(id)
  if (!side.pays.includes(target.kind)) {
    throw invalidField('TxnID', id, `A ${target.kind} cannot be paid with this transaction.`)
  }
  checkPayer(side, entry.fields, target, books)
  return target
}

function checkPayer(side: PaymentSide, header: Fields, target: Transaction, books: Books): void {
  const entity = books.kinds.get(target.kind)?.entity ?? ''
  const payer = getRefId(header, side.entity) ?? ''
  const owner = books.lists.byId('Name', getRefId(target.fields, entity) ?? '')
  if (!isWithin(books, owner, payer)) {
    throw invalidField('TxnID', target.id, 'The transaction belongs to another customer or vendor.')
  }
  if (getRefId(target.fields, side.account) !== getRefId(header, side.account)) {
    throw invalidField('TxnID', target.id, `The transaction is in another account than ${side.account}.`)
  }
}

/** Whether a record has an ID or descends from the record that has it. */
function isWithin(books: Books, record: ListRecord | undefined, id: string): boolean {
  if (record === undefined) return false
  return record.id === id || isWithin(books, books.lists.parent(record), id)
}
