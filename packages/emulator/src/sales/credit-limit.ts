import type Big from 'big.js'
import { getCustomerBalances } from '../books/balances.ts'
import { sum } from '../books/decimal.ts'
import { getText } from '../books/fields.ts'
import type { ListRecord, Transaction } from '../books/record.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { transactionNotSaved } from '../requests/status-error.ts'

const why = 'The credit limit for the name on this transaction has been exceeded.'

/**
 * Rejects a stored sale that raises its customer's balance, or a parent customer's, beyond the credit limit (status
 * 3180). `before` is the transaction it replaces. Does nothing if the file does not check credit limits.
 */
export function checkCreditLimit(
  { books, switches }: RequestContext,
  before: Transaction | undefined,
  transaction: Transaction,
): void {
  if (!switches.checksCreditLimits) return
  for (const id of new Set(transaction.postings.flatMap(({ entity }) => entity ?? []))) {
    if (getOwed(transaction, id).lte(getOwed(before, id))) continue
    let each: ListRecord | undefined = books.lists.byId('Name', id)
    for (; each !== undefined; each = books.lists.parent(each)) {
      const limit = getText(each.fields, 'CreditLimit')
      if (limit === undefined) continue
      if (getCustomerBalances(books, each).total.gt(limit)) throw transactionNotSaved(transaction.kind, why)
    }
  }
}

function getOwed(transaction: Transaction | undefined, entity: string): Big {
  const postings = transaction?.postings ?? []
  return sum(postings.filter((posting) => posting.entity === entity).map(({ amount }) => amount))
}
