import { branch, child, childText, type Element, leaf } from '@bridge/qbxml'
import type { Books } from '../books/books.ts'
import { getAggregate, getText, toFields } from '../books/fields.ts'
import type { CustomDefinition, CustomValue } from '../books/record.ts'
import { getTexts } from '../queries/filters.ts'
import { runQuery } from '../queries/run-query.ts'
import type { RequestContext, RequestResult } from '../requests/request-context.ts'
import { isId } from '../requests/resolve.ts'
import {
  invalidId,
  invalidReference,
  missingElement,
  notClearable,
  objectNotFound,
  StatusError,
  Unsupported,
} from '../requests/status-error.ts'
import { customElements } from '../responses/ret.ts'

const lengths = new Map([
  ['STR255TYPE', 255],
  ['STR1024TYPE', 1024],
])

/**
 * Runs `DataExtAddRq`, `DataExtModRq` and `DataExtDelRq`, which write or remove a custom value and so change its
 * record.
 */
export function writeCustomValue(
  verb: 'Add' | 'Mod' | 'Del',
  request: Element,
  context: RequestContext,
): RequestResult {
  const body = child(request, `DataExt${verb}`)
  if (body === undefined) throw missingElement(`DataExt${verb}`)
  const ownerId = (childText(body, 'OwnerID') ?? '').toUpperCase()
  const name = childText(body, 'DataExtName') ?? ''
  const holder = findHolder(body, context)
  const definition = context.books.customDefinitions.get(toKey(ownerId, name))
  if (definition === undefined || !definition.assignedTo.includes(holder.object)) {
    throw invalidReference('DataExtDef', name, `DataExt${verb}`)
  }
  const isSame = (each: CustomValue) => toKey(each.ownerId, each.name) === toKey(ownerId, name)
  const others = holder.custom.filter((each) => !isSame(each))
  const exists = others.length < holder.custom.length
  if (verb === 'Del') {
    if (!exists) throw objectNotFound(name)
    holder.store(others)
    return { elements: [] }
  }
  if (verb === 'Add' && exists) {
    throw new StatusError(
      3180,
      `There was an error when saving a data extension list, element "${name}".  QuickBooks error message: It has a value already.`,
    )
  }
  const value: CustomValue = {
    ownerId,
    name: definition.name,
    type: definition.type,
    value: checkedValue(body, definition),
  }
  holder.store([...others, value])
  return { elements: customElements([value], [ownerId]) }
}

/** A record or transaction with custom values. */
interface Holder {
  /** The name AssignToObject uses. */
  readonly object: string
  readonly custom: readonly CustomValue[]
  store(custom: readonly CustomValue[]): void
}

function findHolder(body: Element, context: RequestContext): Holder {
  const { books, now } = context
  const listType = childText(body, 'ListDataExtType')
  if (listType !== undefined) return findRecordHolder(body, listType, context)
  const txnType = childText(body, 'TxnDataExtType')
  if (txnType === undefined) {
    const { profile } = books
    return {
      object: 'Company',
      custom: profile.custom,
      store: (custom) => books.putProfile({ ...books.profile, custom }),
    }
  }
  if (childText(body, 'TxnLineID') !== undefined) throw new Unsupported(`${body.name}/TxnLineID`)
  const id = childText(body, 'TxnID') ?? ''
  if (!isId(id)) throw invalidId(id, 'TxnID')
  const transaction = books.transactions.get(id)
  if (transaction?.kind !== txnType) throw objectNotFound(id)
  const modified = Math.max(now, transaction.modified + 1)
  return {
    object: txnType,
    custom: transaction.custom,
    store: (custom) => books.putTransaction({ ...transaction, modified, custom }),
  }
}

function findRecordHolder(body: Element, type: string, { books, now }: RequestContext): Holder {
  const family = type === 'Item' || type === 'Account' ? type : 'Name'
  const reference = getAggregate(toFields(body), 'ListObjRef')
  const id = getText(reference, 'ListID')
  if (id !== undefined && !isId(id)) throw invalidId(id, 'ListID')
  const requested = id ?? getText(reference, 'FullName') ?? ''
  const record = id === undefined ? books.lists.byFullName(family, requested) : books.lists.byId(family, id)
  if (record === undefined || (family === 'Name' && record.kind !== type)) throw objectNotFound(requested)
  const modified = Math.max(now, record.modified + 1)
  return { object: type, custom: record.custom, store: (custom) => books.putRecord({ ...record, modified, custom }) }
}

function toKey(ownerId: string, name: string): string {
  return `${ownerId}/${name.toLowerCase()}`
}

function checkedValue(body: Element, definition: CustomDefinition): string {
  const value = childText(body, 'DataExtValue') ?? ''
  if (value === '') throw notClearable('DataExtValue')
  if ([...value].length > (lengths.get(definition.type) ?? Number.POSITIVE_INFINITY)) {
    throw new StatusError(3070, `The string "${value}" in the field "DataExtValue" is too long.`)
  }
  return value
}

/** Defines a custom field (`DataExtDefAddRq`). */
export function defineCustomField(request: Element, { books }: RequestContext): RequestResult {
  const body = child(request, 'DataExtDefAdd')
  if (body === undefined) throw missingElement('DataExtDefAdd')
  const definition: CustomDefinition = {
    ownerId: (childText(body, 'OwnerID') ?? '').toUpperCase(),
    name: childText(body, 'DataExtName') ?? '',
    type: childText(body, 'DataExtType') ?? 'STR255TYPE',
    assignedTo: getTexts(body, 'AssignToObject'),
  }
  if (definition.name === '') throw missingElement('DataExtName')
  const key = toKey(definition.ownerId, definition.name)
  if (books.customDefinitions.has(key)) {
    throw new StatusError(3100, `The name "${definition.name}" of the list element is already in use.`)
  }
  books.put('CustomDefinition', key, definition)
  return { elements: [toDefinitionRet(books, definition)] }
}

function toDefinitionRet(books: Books, definition: CustomDefinition): Element {
  return branch('DataExtDefRet', [
    leaf('OwnerID', definition.ownerId),
    leaf('DataExtID', String([...books.customDefinitions.values()].indexOf(definition))),
    leaf('DataExtName', definition.name),
    leaf('DataExtType', definition.type),
    ...definition.assignedTo.map((object) => leaf('AssignToObject', object)),
    leaf('DataExtListRequire', 'false'),
    leaf('DataExtTxnRequire', 'false'),
    leaf('DataExtFormatString', ''),
  ])
}

/** Runs `DataExtDefQueryRq`: returns definitions by owner, by object, or all. */
export function queryCustomFields(request: Element, context: RequestContext): RequestResult {
  const owners = getTexts(request, 'OwnerID').map((id) => id.toUpperCase())
  const objects = getTexts(request, 'AssignToObject')
  return runQuery(request, context, () => ({
    pending: [...context.books.customDefinitions.values()]
      .filter((each) => owners.length === 0 || owners.includes(each.ownerId))
      .filter((each) => objects.length === 0 || each.assignedTo.some((object) => objects.includes(object)))
      .map((each) => () => toDefinitionRet(context.books, each)),
  }))
}
