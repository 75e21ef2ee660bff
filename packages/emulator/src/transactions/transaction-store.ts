import { withChangedAccounts } from '../accounts/item-accounts.ts'
import type { Books } from '../books/books.ts'
import { amountText } from '../books/decimal.ts'
import { getRefId } from '../books/fields.ts'
import type { Application, Line, ListRecord, Transaction } from '../books/record.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { invalidField } from '../requests/status-error.ts'
import { getPayingApplications, getRemaining } from './applied-amounts.ts'
import { withoutLinks } from './linked-lines.ts'
import { withPostings } from './posting.ts'
import type { TransactionKinds } from './transaction-kind.ts'
import { checkDeposited } from './undeposited.ts'

/**
 * Stores a transaction in place of `current`. Its applications' targets are modified too if they change. Throws status
 * 3210 if more is applied than there is, or if a deposit contains another amount.
 */
export function storeTransaction(
  context: RequestContext,
  current: Transaction | undefined,
  transaction: Transaction,
): void {
  const { books } = context
  books.putTransaction(transaction)
  if (current !== undefined) {
    checkLinkedHeader(books, current, transaction)
    checkDeposited(books, current, transaction)
  }
  for (const id of changedTargets(current?.applications ?? [], transaction.applications)) {
    const target = books.transactions.get(id)
    if (target === undefined) continue
    checkRemaining(books, target)
    books.putTransaction({ ...target, modified: Math.max(context.now, target.modified + 1) })
  }
  checkRemaining(books, transaction)
}

/** Rejects changing the customer, vendor or control account on an applied or deposited transaction (status 3210). */
function checkLinkedHeader(books: Books, current: Transaction, transaction: Transaction): void {
  const links = books.links.to(transaction.id).map((link) => link.application)
  const paidBefore = new Set(getPayingApplications(current).map(({ to }) => to))
  const isKept = getPayingApplications(transaction).some(({ to }) => paidBefore.has(to))
  if (!isKept && links.every(({ type }) => type === 'line')) return
  const entity = books.kinds.get(transaction.kind)?.entity
  for (const name of ['ARAccountRef', 'APAccountRef', ...(entity === undefined ? [] : [entity])]) {
    const now = getRefId(transaction.fields, name)
    if (now !== getRefId(current.fields, name)) {
      throw invalidField(name, now ?? '', 'Another transaction is linked to this one.')
    }
  }
}

function changedTargets(before: readonly Application[], after: readonly Application[]): ReadonlySet<string> {
  const known = new Set(before.map(toKey))
  const kept = new Set(after.map(toKey))
  const changed = [
    ...after.filter((each) => !known.has(toKey(each))),
    ...before.filter((each) => !kept.has(toKey(each))),
  ]
  return new Set(changed.map((application) => application.to))
}

function toKey({ type, to, toLine = '', line = '', amount, quantity = '', discount }: Application): string {
  return [type, to, toLine, line, amount, quantity, discount?.amount ?? ''].join(' ')
}

function checkRemaining(books: Books, transaction: Transaction): void {
  const remaining = getRemaining(books, transaction)
  if (remaining.gte(0)) return
  const why = `More is applied to or from the ${transaction.kind} than there is.`
  throw invalidField('Amount', amountText(remaining), why)
}

/** Removes a transaction. Its applications' targets are modified. */
export function removeTransaction(context: RequestContext, transaction: Transaction): void {
  const { books, now } = context
  books.remove(transaction.kind, transaction.id)
  for (const id of new Set(transaction.applications.map((application) => application.to))) {
    const target = books.transactions.get(id)
    if (target !== undefined) books.putTransaction({ ...target, modified: Math.max(now, target.modified + 1) })
  }
}

/** Removes the applications to a transaction, which modifies the transactions they belong to. */
export function removeApplications(kinds: TransactionKinds, context: RequestContext, transaction: Transaction): void {
  const { books, now } = context
  for (const id of new Set(books.links.to(transaction.id).map((link) => link.from))) {
    const holder = books.transactions.get(id)
    if (holder === undefined) continue
    repost(kinds, books, {
      ...holder,
      modified: Math.max(now, holder.modified + 1),
      lines: withoutLinks(holder.lines, transaction.id),
      applications: holder.applications.filter((application) => application.to !== transaction.id),
    })
  }
}

/** Stores a transaction with recalculated postings. */
function repost(kinds: TransactionKinds, books: Books, transaction: Transaction): void {
  const kind = kinds.get(transaction.kind)
  if (kind === undefined) return
  books.putTransaction(withPostings(kind, transaction, books))
}

/** Posts an item's transactions again after an account change that applies to them. */
export function repostItem(
  kinds: TransactionKinds,
  books: Books,
  item: ListRecord,
  changed: ReadonlySet<string>,
): void {
  const isOfItem = (line: Line): boolean => getRefId(line.fields, 'ItemRef') === item.id
  const moved = (line: Line): Line => ({
    ...line,
    ...(isOfItem(line) && { fields: withChangedAccounts(line.fields, item, changed) }),
    ...(line.lines && { lines: line.lines.map(moved) }),
  })
  for (const transaction of [...books.transactionsByItem.get(item.id)]) {
    repost(kinds, books, { ...transaction, lines: transaction.lines.map(moved) })
  }
}
