import { childText, type Element } from '@bridge/qbxml'
import Big from 'big.js'
import { amountText } from '../books/decimal.ts'
import { getRefId } from '../books/fields.ts'
import type { Application, Transaction } from '../books/record.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { isId } from '../requests/resolve.ts'
import { invalidField, invalidId, objectNotFound } from '../requests/status-error.ts'
import { getAppliedTotal, getPayingApplications, getRemaining } from './applied-amounts.ts'
import { isTrue } from './requested-fields.ts'
import type { CreditUse } from './transaction-kind.ts'
import { storeTransaction } from './transaction-store.ts'

/**
 * Applies credits to transactions and stores them. An amount adds to the one the credit already applies to the
 * transaction, or replaces it with `Override`. Throws status 3210 for more than the credit has left.
 */
export function storeCredits(uses: readonly CreditUse[], context: RequestContext): void {
  for (const use of uses) for (const element of use.elements) storeCredit(element, use, context)
}

function storeCredit(element: Element, use: CreditUse, context: RequestContext): void {
  const credit = requireCredit(childText(element, 'CreditTxnID') ?? '', use, context)
  const requested = childText(element, 'AppliedAmount') || '0'
  const before = getPayingApplications(credit).find(({ to }) => to === use.target.id)
  const used = Big(before?.amount ?? 0)
  const isReplaced = isTrue(element, 'Override')
  const left = getRemaining(context.books, credit).plus(isReplaced ? used : 0)
  if (Big(requested).lt(0) || Big(requested).gt(left)) {
    throw invalidField('SetCredit AppliedAmount', requested, 'You cannot apply more than the credit has left.')
  }
  const amount = amountText(isReplaced ? requested : used.plus(requested))
  const application: Application = { ...before, type: 'settlement', to: use.target.id, amount }
  storeTransaction(context, credit, {
    ...credit,
    modified: Math.max(context.now, credit.modified + 1),
    applications: [
      ...credit.applications.filter((each) => each !== before),
      ...(getAppliedTotal(application).eq(0) ? [] : [application]),
    ],
  })
}

function requireCredit(id: string, { kinds, target }: CreditUse, { books }: RequestContext): Transaction {
  if (!isId(id)) throw invalidId(id, 'CreditTxnID')
  const credit = books.transactions.get(id)
  if (credit === undefined) throw objectNotFound(id)
  if (!kinds.includes(credit.kind)) {
    throw invalidField('CreditTxnID', id, `A ${credit.kind} cannot be used as credit here.`)
  }
  const getOwner = (transaction: Pick<Transaction, 'kind' | 'fields'>): string | undefined =>
    getRefId(transaction.fields, books.kinds.get(transaction.kind)?.entity ?? '')
  if (getOwner(credit) !== getOwner(target)) {
    throw invalidField('CreditTxnID', id, 'The credit belongs to another customer or vendor.')
  }
  return credit
}
