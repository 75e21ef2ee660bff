import { childText, type Element, leaf } from '@bridge/qbxml'
import { listKinds } from '../books/list-kinds.ts'
import { storeDeletion, toDeletionElements } from '../requests/deletions.ts'
import type { RequestContext, RequestResult } from '../requests/request-context.ts'
import { inUse, invalidField, missingElement, multiUserMode, Unsupported } from '../requests/status-error.ts'
import { requireRecord } from './list-mod.ts'

/** Deletes an unused list record (`ListDelRq`) in single-user mode. */
export function deleteFromList(request: Element, context: RequestContext): RequestResult {
  const { books, switches } = context
  const type = childText(request, 'ListDelType')
  const id = childText(request, 'ListID')
  if (type === undefined) throw missingElement('ListDelType')
  if (id === undefined || id === '') throw missingElement('ListID')
  const kind = listKinds.get(type)
  if (kind === undefined) throw new Unsupported(`ListDelRq/${type}`)
  const record = requireRecord(books, kind, id)
  if (switches.multiUser) throw multiUserMode()
  if (books.lists.referenceCounts.isReferenced(kind.family, id)) throw inUse(id)
  if (record.fields.SpecialAccountType !== undefined) {
    throw invalidField('ListID', id, 'QuickBooks needs this account.')
  }
  const deletion = storeDeletion(context, record, books.lists.fullName(record))
  books.remove(record.kind, record.id)
  return {
    elements: [leaf('ListDelType', type), leaf('ListID', id), ...toDeletionElements(context, deletion, 'FullName')],
  }
}
