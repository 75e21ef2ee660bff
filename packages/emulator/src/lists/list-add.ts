import { child, type Element } from '@bridge/translation/qbxml'
import { filledFields, refOf, textOf } from '../books/fields.ts'
import type { Fields, ListRecord } from '../books/record.ts'
import { invalidField, missingAccount, missingElement, RecordLimit } from '../refusal.ts'
import type { RequestContext, RequestResult } from '../request-context.ts'
import type { ListKind } from './kinds.ts'
import { checkName, requestedFields } from './list-fields.ts'
import { postOpeningBalance } from './opening-balance.ts'
import { recordRet } from './record-ret.ts'
import { resolveParent, resolveReferences } from './resolve.ts'
import { wholeRet } from './ret.ts'

const hex = (value: number): string => value.toString(16).toUpperCase()

/** Adds a record to a list (`CustomerAddRq`, `ItemServiceAddRq`, …). */
export const addToList = (kind: ListKind, request: Element, context: RequestContext): RequestResult => {
  const add = child(request, `${kind.kind}Add`)
  if (add === undefined) throw missingElement(`${kind.kind}Add`)
  const record = addRecord(kind, requestedFields(add), context)
  return {
    elements: [recordRet(context, record, wholeRet)],
    recovery: { ListID: record.id, EditSequence: String(record.modified) },
  }
}

const addRecord = (kind: ListKind, requested: Fields, context: RequestContext): ListRecord => {
  const { books, now } = context
  if (books.recordCount >= context.recordsMax) throw new RecordLimit()
  const { OpenBalance, OpenBalanceDate, ParentRef, ...given } = filledFields(requested)
  const missing = kind.required.find((field) => given[field] === undefined)
  const name = textOf(given, kind.nameField) ?? ''
  if (missing !== undefined || name.trim() === '') throw missingElement(missing ?? kind.nameField)
  const parent = ParentRef === undefined ? undefined : resolveParent(books, kind, ParentRef, undefined)
  checkName(books, kind, name, parent)
  const fields = resolveReferences(books, given, kind.kind)
  checkFields(kind, fields)

  const id = `${hex(0x80000000 + books.nextNumber(kind.family))}-${now}`
  const record: ListRecord = {
    kind: kind.kind,
    id,
    created: now,
    modified: now,
    fields: {
      IsActive: 'true',
      ...defaultsOf(kind, fields, context),
      ...fields,
      ...(parent === undefined ? {} : { ParentRef: { ListID: parent.id } }),
    },
    custom: [],
  }
  books.putRecord(record)
  if (typeof OpenBalance === 'string') {
    postOpeningBalance(context, record, OpenBalance, typeof OpenBalanceDate === 'string' ? OpenBalanceDate : undefined)
  }
  return record
}

const checkFields = (kind: ListKind, fields: Fields): void => {
  if (kind.kind === 'Account' && textOf(fields, 'AccountType') === 'NonPosting') {
    throw invalidField('AccountType', 'NonPosting', 'Accounts of this type cannot be added.')
  }
  if (kind.kind === 'ItemDiscount' && refOf(fields, 'AccountRef') === undefined) throw missingAccount('AccountRef')
  if (
    kind.layout.includes('SalesOrPurchase') &&
    fields.SalesOrPurchase === undefined &&
    fields.SalesAndPurchase === undefined
  ) {
    throw missingAccount('SalesOrPurchase/AccountRef')
  }
}

const defaultsOf = (kind: ListKind, fields: Fields, context: RequestContext): Fields => {
  const { lists } = context.books
  const refTo = (field: string, family: string, fullName: string): Fields => {
    const record = lists.byFullName(family, fullName)
    return record === undefined ? {} : { [field]: { ListID: record.id } }
  }
  if (kind.kind === 'Customer') {
    return {
      ...refTo('SalesTaxCodeRef', 'SalesTaxCode', 'Tax'),
      ...refTo('ItemSalesTaxRef', 'Item', 'Sales Tax'),
      JobStatus: 'None',
      PreferredDeliveryMethod: 'None',
    }
  }
  if (kind.kind === 'Account') {
    return { CashFlowClassification: cashFlow.get(textOf(fields, 'AccountType') ?? '') ?? 'None' }
  }
  if (kind.kind === 'ItemNonInventory') return refTo('SalesTaxCodeRef', 'SalesTaxCode', 'Tax')
  if (kind.layout.includes('SalesTaxCodeRef')) return refTo('SalesTaxCodeRef', 'SalesTaxCode', 'Non')
  return {}
}

const cashFlow = new Map([
  ['Bank', 'NotApplicable'],
  ['AccountsReceivable', 'Operating'],
  ['AccountsPayable', 'Operating'],
  ['OtherCurrentAsset', 'Operating'],
  ['OtherCurrentLiability', 'Operating'],
  ['CreditCard', 'Operating'],
  ['FixedAsset', 'Investing'],
  ['OtherAsset', 'Investing'],
  ['LongTermLiability', 'Financing'],
  ['Equity', 'Financing'],
])
