import Big from 'big.js'
import { isProfitAndLoss } from '../accounts/account-types.ts'
import type { Books } from '../books/books.ts'
import { sum } from '../books/decimal.ts'
import type { Transaction } from '../books/record.ts'
import { getAppliedTotal, getPayingApplications } from '../transactions/applied-amounts.ts'
import { getAccountType } from './chart.ts'
import { getDate, type LedgerLine, toLedgerLines } from './ledger-lines.ts'
import { findTransactionWord } from './transaction-words.ts'

/** A part of a transaction paid on a date. */
interface PaidPart {
  readonly date: string
  readonly amount: Big
}

/**
 * Returns the cash-basis ledger. Income and expenses of an invoice, bill or credit count when it is paid, a partial
 * payment in proportion; until then they are neither in their accounts nor receivable or payable, so the books balance
 * on every day.
 */
export function* getCashLedgerLines(books: Books): Generator<LedgerLine> {
  for (const transaction of books.transactions.values()) {
    const lines = toLedgerLines(books, transaction)
    const isPaidLater = findTransactionWord(transaction.kind)?.isPaidLater === true
    const total = isPaidLater ? Big(books.kinds.get(transaction.kind)?.amount?.(transaction) ?? 0) : Big(0)
    if (total.eq(0)) yield* lines
    else yield* deferLines(books, transaction, lines, total)
  }
}

function* deferLines(
  books: Books,
  transaction: Transaction,
  lines: readonly LedgerLine[],
  total: Big,
): Generator<LedgerLine> {
  const [control] = lines
  const deferred = lines.filter(({ account }) => isProfitAndLoss(getAccountType(books, account)))
  if (control === undefined || deferred.length === 0) {
    yield* lines
    return
  }
  const deferredSum = sum(deferred.map(({ amount }) => amount))
  const kept = new Set(deferred)
  for (const line of lines) {
    if (line === control) yield* withoutZero({ ...line, amount: line.amount.plus(deferredSum) })
    else if (!kept.has(line)) yield line
  }
  let paid = Big(0)
  let before = deferred.map(() => Big(0))
  for (const part of getPaidParts(books, transaction)) {
    paid = paid.plus(part.amount)
    const share = paid.gt(total) ? total : paid
    const after = deferred.map(({ amount }) => amount.times(share).div(total).round(2, Big.roundHalfUp))
    const recognized = deferred.flatMap((line, index) =>
      withoutZero({ ...line, date: part.date, amount: (after[index] ?? Big(0)).minus(before[index] ?? 0) }),
    )
    yield* recognized
    const against = sum(recognized.map(({ amount }) => amount)).times(-1)
    yield* withoutZero({ ...control, date: part.date, amount: against })
    before = after
  }
}

function withoutZero(line: LedgerLine): readonly LedgerLine[] {
  return line.amount.eq(0) ? [] : [line]
}

/** Returns a transaction's payments and credits by date. */
function getPaidParts(books: Books, transaction: Transaction): readonly PaidPart[] {
  const received = books.links.to(transaction.id).flatMap(({ from, application }) => {
    if (application.type !== 'settlement') return []
    return [{ date: latest(transaction, books.transactions.get(from)), amount: getAppliedTotal(application) }]
  })
  const given = getPayingApplications(transaction).map(({ to, amount }) => ({
    date: latest(transaction, books.transactions.get(to)),
    amount: Big(amount),
  }))
  return [...received, ...given].sort((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0))
}

// A payment received before the invoice pays it on the invoice's date.
function latest(...transactions: readonly (Transaction | undefined)[]): string {
  const dates = transactions.flatMap((each) => (each === undefined ? [] : [getDate(each)]))
  return dates.sort().at(-1) ?? ''
}
