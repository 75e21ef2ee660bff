import { child, type Element } from '@bridge/qbxml'
import { getText, withoutEmptyFields } from '../books/fields.ts'
import type { ListKind } from '../books/list-kinds.ts'
import type { Fields, FieldValue, ListRecord } from '../books/record.ts'
import type { RequestContext, RequestResult } from '../requests/request-context.ts'
import { resolveParent, resolveReferences } from '../requests/resolve.ts'
import { missingAccount, missingElement, RecordLimit } from '../requests/status-error.ts'
import { getRetOptions } from '../responses/ret-options.ts'
import { checkName, requestedFields } from './list-fields.ts'
import { getListRules, openingFields } from './list-rules.ts'
import { withRecordCurrency } from './record-currency.ts'
import { toRecordRet } from './record-ret.ts'

/** Adds a record to a list (`CustomerAddRq`, `ItemServiceAddRq`, …). */
export function addToList(kind: ListKind, request: Element, context: RequestContext): RequestResult {
  getListRules(kind.kind).checkEnabled?.(context)
  const add = child(request, `${kind.kind}Add`)
  if (add === undefined) throw missingElement(`${kind.kind}Add`)
  const record = addRecord(kind, requestedFields(kind, add, context), context)
  return {
    elements: [toRecordRet(context, record, getRetOptions(request))],
    recovery: { ListID: record.id, EditSequence: String(record.modified) },
  }
}

function addRecord(kind: ListKind, requested: Fields, context: RequestContext): ListRecord {
  const { books, now } = context
  const rules = getListRules(kind.kind)
  const { kept, opening } = separateOpening(withoutEmptyFields(requested))
  const { ParentRef, ...unresolved } = kept
  checkRequired(kind, unresolved)
  const name = getText(unresolved, kind.nameField) ?? ''
  const parent = ParentRef === undefined ? undefined : resolveParent(books, kind, ParentRef, undefined)
  checkName(books, kind, name, parent)
  const fields = withRecordCurrency(books, kind, resolveReferences(books, unresolved, kind.kind), parent)
  rules.check?.(fields, books, undefined)
  if (books.recordCount >= context.maxRecords) throw new RecordLimit()

  const record: ListRecord = {
    kind: kind.kind,
    id: `${hex(0x80000000 + books.nextNumber(kind.family))}-${now}`,
    created: now,
    modified: now,
    fields: {
      IsActive: 'true',
      ...rules.defaults?.(fields, context),
      ...fields,
      ...(parent === undefined ? {} : { ParentRef: { ListID: parent.id } }),
    },
    custom: [],
  }
  books.putRecord(record)
  rules.onAdd?.(record, opening, context)
  return record
}

function separateOpening(fields: Fields): { readonly kept: Fields; readonly opening: Fields } {
  const kept: Record<string, FieldValue> = { ...fields }
  const opening: Record<string, FieldValue> = {}
  for (const name of openingFields) {
    const { [name]: value } = kept
    if (value === undefined) continue
    opening[name] = value
    delete kept[name]
  }
  return { kept, opening }
}

function checkRequired(kind: ListKind, fields: Fields): void {
  const missing = kind.required.find((field) => fields[field] === undefined)
  if (missing?.endsWith('AccountRef')) throw missingAccount(missing)
  const name = getText(fields, kind.nameField) ?? ''
  if (missing !== undefined || name.trim() === '') throw missingElement(missing ?? kind.nameField)
}

function hex(value: number): string {
  return value.toString(16).toUpperCase()
}
