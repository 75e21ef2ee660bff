import { childText, type Element, leaf } from '@bridge/qbxml'
import { getText } from '../books/fields.ts'
import { storeDeletion, toDeletionElements } from '../requests/deletions.ts'
import type { RequestContext, RequestResult } from '../requests/request-context.ts'
import { inUse, missingElement, Unsupported } from '../requests/status-error.ts'
import { checkClosingDate } from './closing-date.ts'
import { requireTransaction } from './current-transaction.ts'
import type { TransactionKinds } from './transaction-kind.ts'
import { removeApplications, removeTransaction } from './transaction-store.ts'

/**
 * Deletes a transaction with its postings and applications (`TxnDelRq`). Rejects one others pay or deposit (status
 * 3160).
 */
export function deleteTransaction(kinds: TransactionKinds, request: Element, context: RequestContext): RequestResult {
  const { books } = context
  const type = childText(request, 'TxnDelType')
  const id = childText(request, 'TxnID')
  if (type === undefined) throw missingElement('TxnDelType')
  if (id === undefined || id === '') throw missingElement('TxnID')
  if (!kinds.has(type)) throw new Unsupported(`TxnDelRq/${type}`)
  const transaction = requireTransaction(books, type, id)
  if (books.links.to(id).some((link) => link.application.type !== 'line')) throw inUse(id)
  checkClosingDate(context, { kind: type, verb: 'delete', dates: [getText(transaction.fields, 'TxnDate')] })
  removeApplications(kinds, context, transaction)
  const deletion = storeDeletion(context, transaction, getText(transaction.fields, 'RefNumber') ?? '')
  removeTransaction(context, transaction)
  return {
    elements: [leaf('TxnDelType', type), leaf('TxnID', id), ...toDeletionElements(context, deletion, 'RefNumber')],
    recovery: { TxnID: id },
  }
}
