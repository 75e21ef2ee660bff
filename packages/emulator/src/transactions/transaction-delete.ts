import { childText, type Element, leaf } from '@bridge/translation/qbxml'
import { transactionKinds } from '../books/books.ts'
import { deletionElements, rememberDeletion } from '../books/deletions.ts'
import { textOf } from '../books/fields.ts'
import { missingElement, Unsupported } from '../refusal.ts'
import type { RequestContext, RequestResult } from '../request-context.ts'
import { currentTransaction } from './current-transaction.ts'

/** Deletes a transaction and takes its postings out (`TxnDelRq`). Source: facts/qbxml.md, section 6.3. */
export const deleteTransaction = (request: Element, context: RequestContext): RequestResult => {
  const { books } = context
  const type = childText(request, 'TxnDelType')
  const id = childText(request, 'TxnID')
  if (type === undefined) throw missingElement('TxnDelType')
  if (id === undefined || id === '') throw missingElement('TxnID')
  if (!transactionKinds.includes(type)) throw new Unsupported(`TxnDelRq/${type}`)
  const transaction = currentTransaction(books, type, id)
  const deletion = rememberDeletion(context, transaction, textOf(transaction.fields, 'RefNumber') ?? '')
  books.remove(type, id)
  return {
    elements: [leaf('TxnDelType', type), leaf('TxnID', id), ...deletionElements(context, deletion, 'RefNumber')],
    recovery: { TxnID: id },
  }
}
