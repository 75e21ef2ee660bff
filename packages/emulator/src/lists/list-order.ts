import type { Books } from '../books/books.ts'
import { getText } from '../books/fields.ts'
import { listKinds } from '../books/list-kinds.ts'
import { getListKind } from '../books/lists.ts'
import type { ListRecord } from '../books/record.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { getListRules } from './list-rules.ts'

const kinds = [...listKinds.keys()]

/**
 * Returns a record's sort text for responses: its place in the list, then level by level its name, so jobs follow their
 * customer.
 */
export function getListOrder(record: ListRecord, context: RequestContext): string {
  const kind = getListKind(record)
  const group = kind.isGroupedByKind ? String(kinds.indexOf(record.kind)).padStart(2, '0') : ''
  const section = getListRules(record.kind).section?.(record) ?? ''
  return `${group}${section}\0${toPath(record, context.books, context.switches.accountNumbers)}`
}

function toPath(record: ListRecord, books: Books, hasNumbers: boolean): string {
  const parent = books.lists.parent(record)
  const number = hasNumbers ? getText(record.fields, 'AccountNumber') : undefined
  const name = getText(record.fields, getListKind(record).nameField) ?? ''
  const own = number === undefined ? name.toLowerCase() : `${number} ${name.toLowerCase()}`
  return parent === undefined ? own : `${toPath(parent, books, hasNumbers)}\0${own}`
}
