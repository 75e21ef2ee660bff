import { childText, type Element } from '@bridge/translation/qbxml'
import Big from 'big.js'
import { amountText } from '../books/decimal.ts'
import { getRefId } from '../books/fields.ts'
import type { Application, Transaction } from '../books/record.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { isId } from '../requests/resolve.ts'
import { invalidField, invalidId, objectNotFound } from '../requests/status-error.ts'
import { getAppliedTotal, getRemaining, getSettlements } from '../transactions/applied-amounts.ts'
import { isTrue } from '../transactions/requested-fields.ts'
import { storeTransaction } from '../transactions/transaction-store.ts'

/**
 * ReferenceCounts credits (`SetCredit`) for a transaction, which may be one that is only being entered. The credit
 * holds the application, added to what it gave before unless `Override` replaces that. Throws status 3210
 * for more than the credit has left.
 */
export function applyCredits(
  side: { readonly credits: readonly string[] },
  elements: readonly Element[],
  target: Pick<Transaction, 'id' | 'kind' | 'fields'>,
  context: RequestContext,
): void {
  for (const element of elements) {
    const credit = findCredit(side, childText(element, 'CreditTxnID') ?? '', target, context)
    const given = childText(element, 'AppliedAmount') || '0'
    const before = getSettlements(credit).find(({ to }) => to === target.id)
    const used = Big(before?.amount ?? 0)
    const isReplaced = isTrue(element, 'Override')
    const left = getRemaining(context.books, credit).plus(isReplaced ? used : 0)
    if (Big(given).lt(0) || Big(given).gt(left)) {
      throw invalidField('SetCredit AppliedAmount', given, 'You cannot apply more than the credit has left.')
    }
    const amount = amountText(isReplaced ? given : used.plus(given))
    const application: Application = { ...before, type: 'settlement', to: target.id, amount }
    storeTransaction(context, credit, {
      ...credit,
      modified: Math.max(context.now, credit.modified + 1),
      applications: [
        ...credit.applications.filter((each) => each !== before),
        ...(getAppliedTotal(application).eq(0) ? [] : [application]),
      ],
    })
  }
}

function findCredit(
  side: { readonly credits: readonly string[] },
  id: string,
  target: Pick<Transaction, 'id' | 'kind' | 'fields'>,
  { books }: RequestContext,
): Transaction {
  if (!isId(id)) throw invalidId(id, 'CreditTxnID')
  const credit = books.transactions.get(id)
  if (credit === undefined) throw objectNotFound(id)
  if (!side.credits.includes(credit.kind)) {
    throw invalidField('CreditTxnID', id, `A ${credit.kind} cannot be used as credit here.`)
  }
  const owner = (transaction: Pick<Transaction, 'kind' | 'fields'>): string | undefined =>
    getRefId(transaction.fields, books.kinds.get(transaction.kind)?.entity ?? '')
  if (owner(credit) !== owner(target)) {
    throw invalidField('CreditTxnID', id, 'The credit belongs to another customer or vendor.')
  }
  return credit
}
