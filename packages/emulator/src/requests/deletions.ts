import { type Element, leaf } from '@bridge/qbxml'
import type { Deletion } from '../books/record.ts'
import { hostTime } from '../host/host-time.ts'
import type { RequestContext } from './request-context.ts'

/** QuickBooks keeps deletions for 90 days. */
const rememberedSeconds = 90 * 24 * 60 * 60

/** Stores a deletion and removes expired ones. */
export function storeDeletion(
  context: RequestContext,
  record: { readonly kind: string; readonly id: string; readonly created: number },
  name: string,
): Deletion {
  const { books, now } = context
  for (const [key, deletion] of books.deletions) {
    if (deletion.deleted < now - rememberedSeconds) books.remove('Deletion', key)
  }
  const deletion = { kind: record.kind, id: record.id, created: record.created, deleted: now, name }
  books.put('Deletion', `${record.kind}/${record.id}`, deletion)
  return deletion
}

/** Whether a deletion has not expired. */
export function isKept(context: RequestContext, deletion: Deletion): boolean {
  return deletion.deleted >= context.now - rememberedSeconds
}

/** Returns the elements with a deletion's time and its record's name. */
export function toDeletionElements(
  context: RequestContext,
  deletion: Deletion,
  nameField: 'FullName' | 'RefNumber',
): Element[] {
  return [
    leaf('TimeDeleted', hostTime(context.switches, deletion.deleted)),
    ...(deletion.name === '' ? [] : [leaf(nameField, deletion.name)]),
  ]
}
