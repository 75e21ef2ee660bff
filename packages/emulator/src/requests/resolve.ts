import type { Books } from '../books/books.ts'
import { getText } from '../books/fields.ts'
import type { ListKind } from '../books/list-kinds.ts'
import type { Fields, FieldValue, ListRecord } from '../books/record.ts'
import { findReference, type Reference } from '../books/references.ts'
import { invalidField, invalidId, invalidParent, invalidReference, notClearable } from './status-error.ts'

const idForm = /^[0-9A-F]+-[0-9]+$/

/** Whether a text looks like a ListID, TxnID or TxnLineID. */
export function isId(text: string): boolean {
  return text.length <= 36 && idForm.test(text)
}

const maxLevels = 5

/**
 * Returns fields with every reference resolved to a ListID, or to empty text if it is empty. A ListID takes precedence
 * over a FullName. `place` is the record or line in error messages. Throws status 3000, 3140 or 3190.
 */
export function resolveReferences(books: Books, fields: Fields, place: string): Fields {
  const result: Record<string, FieldValue> = {}
  for (const [name, value] of Object.entries(fields)) {
    const reference = findReference(name)
    const resolved = (one: FieldValue): Fields =>
      reference === undefined
        ? resolveReferences(books, one as Fields, place)
        : { ListID: resolveReference(books, name, reference, one, place).id }
    if (Array.isArray(value)) result[name] = value.map(resolved)
    else if (reference?.isClearable && isEmptyReference(value)) result[name] = ''
    else if (reference !== undefined) result[name] = resolved(value)
    else if (typeof value === 'string' || name === 'ParentRef') result[name] = value
    else result[name] = resolveReferences(books, value as Fields, place)
  }
  return result
}

function isEmptyReference(value: FieldValue): boolean {
  return Object.values(asFields(value)).every((text) => text === '')
}

function asFields(value: FieldValue): Fields {
  return typeof value === 'string' || Array.isArray(value) ? {} : (value as Fields)
}

function resolveReference(books: Books, name: string, to: Reference, value: FieldValue, place: string): ListRecord {
  const fields = asFields(value)
  const id = getText(fields, 'ListID')
  const fullName = getText(fields, 'FullName')
  if (id === undefined && fullName === undefined) throw notClearable(name)
  if (id !== undefined && !isId(id)) throw invalidId(id, 'ListID')
  const record = id === undefined ? books.lists.byFullName(to.family, fullName ?? '') : books.lists.byId(to.family, id)
  if (record === undefined || (to.kinds !== undefined && !to.kinds.includes(record.kind))) {
    throw invalidReference(to.called, id ?? fullName ?? '', place)
  }
  return record
}

/** Returns a record's parent, checked against cycles and depth. Throws status 3000, 3130 or 3210. */
export function resolveParent(
  books: Books,
  kind: ListKind,
  value: FieldValue,
  self: ListRecord | undefined,
): ListRecord {
  const fields = asFields(value)
  const id = getText(fields, 'ListID')
  const fullName = getText(fields, 'FullName')
  const requested = id ?? fullName
  if (requested === undefined) throw notClearable('ParentRef')
  if (id !== undefined && !isId(id)) throw invalidId(id, 'ListID')
  const { lists } = books
  const parent = id === undefined ? lists.byFullName(kind.family, requested) : lists.byId(kind.family, id)
  if (parent === undefined || parent.kind !== kind.kind) throw invalidParent(requested, kind.list)
  for (let each: ListRecord | undefined = parent; each !== undefined; each = lists.parent(each)) {
    if (each.id === self?.id) throw invalidField('ParentRef', requested, 'A record cannot be its own parent.')
  }
  const below = self === undefined ? 0 : depthBelow(books, self)
  if (lists.sublevel(parent) + 1 + below >= maxLevels) {
    throw invalidField('ParentRef', requested, `A list has at most ${maxLevels} levels.`)
  }
  return parent
}

function depthBelow(books: Books, record: ListRecord): number {
  return books.lists.children(record).reduce((deepest, child) => Math.max(deepest, depthBelow(books, child) + 1), 0)
}
