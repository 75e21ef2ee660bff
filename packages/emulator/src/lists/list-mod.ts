import { child, childText, type Element } from '@bridge/qbxml'
import type { Books } from '../books/books.ts'
import { changeFields, getText } from '../books/fields.ts'
import type { ListKind } from '../books/list-kinds.ts'
import type { Fields, FieldValue, ListRecord } from '../books/record.ts'
import type { RequestContext, RequestResult } from '../requests/request-context.ts'
import { isId, resolveParent, resolveReferences } from '../requests/resolve.ts'
import {
  invalidId,
  missingElement,
  notClearable,
  objectNotFound,
  outOfDate,
  Unsupported,
} from '../requests/status-error.ts'
import { getRetOptions } from '../responses/ret-options.ts'
import type { TransactionKinds } from '../transactions/transaction-kind.ts'
import { repostItem } from '../transactions/transaction-store.ts'
import { checkName, requestedFields } from './list-fields.ts'
import { getListRules, openingFields } from './list-rules.ts'
import { withRecordCurrency } from './record-currency.ts'
import { toRecordRet } from './record-ret.ts'

/** Changes a list record (`CustomerModRq`, `ItemServiceModRq`, …). */
export function modifyInList(
  kind: ListKind,
  transactionKinds: TransactionKinds,
  request: Element,
  context: RequestContext,
): RequestResult {
  const { books, now } = context
  getListRules(kind.kind).checkEnabled?.(context)
  const mod = child(request, `${kind.kind}Mod`)
  if (mod === undefined) throw missingElement(`${kind.kind}Mod`)
  const current = requireRecord(books, kind, childText(mod, 'ListID') ?? '')
  const editSequence = childText(mod, 'EditSequence') ?? ''
  if (editSequence !== String(current.modified)) throw outOfDate(editSequence)

  const record: ListRecord = {
    ...current,
    modified: Math.max(now, current.modified + 1),
    fields: changedFields(kind, current, requestedFields(kind, mod, context, current.fields), context),
  }
  books.putRecord(record)
  const applied = appliedToExisting(mod)
  if (applied.size > 0) repostItem(transactionKinds, books, record, applied)
  return {
    elements: [toRecordRet(context, record, getRetOptions(request))],
    recovery: { ListID: record.id, EditSequence: String(record.modified) },
  }
}

function changedFields(kind: ListKind, current: ListRecord, requested: Fields, { books }: RequestContext): Fields {
  const { ParentRef, ...change } = requested
  for (const name of openingFields) if (change[name] !== undefined) throw new Unsupported(`${kind.kind}Mod/${name}`)
  for (const name of [...kind.required, 'IsActive']) if (change[name] === '') throw notClearable(name)
  const parent = ParentRef === undefined ? books.lists.parent(current) : resolveParent(books, kind, ParentRef, current)
  const name = getText(change, kind.nameField) ?? getText(current.fields, kind.nameField) ?? ''
  if (change[kind.nameField] !== undefined || ParentRef !== undefined) {
    checkName(books, kind, name, parent, current.id)
  }
  const changed = changeFields(withoutAlternatives(current.fields, change), resolveReferences(books, change, kind.kind))
  const fields = {
    ...withRecordCurrency(books, kind, changed, parent, current),
    ...(parent === undefined ? {} : { ParentRef: { ListID: parent.id } }),
  }
  getListRules(kind.kind).check?.(fields, books, current)
  return fields
}

function withoutAlternatives(fields: Fields, change: Fields): Fields {
  const result: Record<string, FieldValue> = { ...fields }
  for (const [one, other] of alternatives) {
    if (getText(change, one) !== undefined) delete result[other]
    if (getText(change, other) !== undefined) delete result[one]
  }
  const sale = result.SalesOrPurchase
  const saleChange = change.SalesOrPurchase
  if (isAggregate(sale) && isAggregate(saleChange)) result.SalesOrPurchase = withoutAlternatives(sale, saleChange)
  return result
}

function isAggregate(value: FieldValue | undefined): value is Fields {
  return value !== undefined && typeof value !== 'string' && !Array.isArray(value)
}

/** Returns the accounts whose change also applies to existing transactions: `ApplyIncomeAccountRefToExistingTxns`. */
function appliedToExisting(mod: Element): ReadonlySet<string> {
  const names = mod.children.flatMap((part): readonly string[] => {
    if (part.name.endsWith('Mod')) return [...appliedToExisting(part)]
    const name = /^Apply(\w+)ToExistingTxns$/.exec(part.name)?.[1]
    return name !== undefined && ['true', '1'].includes(part.text) ? [name] : []
  })
  // An item that is sold or bought has one account for both.
  return new Set(names.flatMap((name) => (name === 'AccountRef' ? ['IncomeAccountRef', 'ExpenseAccountRef'] : [name])))
}

/** Returns a list record by ID. Throws status 3000 or 3120. */
export function requireRecord(books: Books, kind: ListKind, id: string): ListRecord {
  if (!isId(id)) throw invalidId(id, 'ListID')
  const record = books.lists.byId(kind.family, id)
  if (record === undefined || record.kind !== kind.kind) throw objectNotFound(id)
  return record
}

/** Field pairs: setting one clears the other. */
const alternatives = [
  ['Price', 'PricePercent'],
  ['DiscountRate', 'DiscountRatePercent'],
] as const
