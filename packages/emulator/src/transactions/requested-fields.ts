import { branch, childrenByName, childText, type Element } from '@bridge/qbxml'
import type { Books } from '../books/books.ts'
import { toFields } from '../books/fields.ts'
import type { Fields } from '../books/record.ts'
import { formatFields } from '../books/values.ts'
import { resolveReferences } from '../requests/resolve.ts'
import { notClearable, notEnabled, Unsupported } from '../requests/status-error.ts'
import type { TransactionKind } from './transaction-kind.ts'

/** Elements that are not emulated. */
const notEmulated = new Set([
  'InventorySiteLocationRef',
  'DataExt',
  'OverrideUOMSetRef',
  'SerialNumber',
  'LotNumber',
  'CreateChangeOrder',
])

/** Elements that control a request and do not belong to the transaction. */
const controlElements = new Set([
  'TxnID',
  'EditSequence',
  'TxnLineID',
  'OptionForPriceRuleConflict',
  'ExchangeRate',
  'LinkToTxnID',
])

const neverEmpty = ['TxnDate', 'DueDate', 'IsPending', 'Quantity', 'Rate', 'RatePercent', 'Amount'] as const

/**
 * Returns a header's or line's fields with references resolved, without the elements for which `isOther` is true.
 * `place` is the header or line in error messages. Throws `StatusError` or `Unsupported`.
 */
export function requestedFields(
  books: Books,
  request: Element,
  place: string,
  isOther: (name: string) => boolean = () => false,
): Fields {
  const own: Element[] = []
  for (const each of request.children) {
    const { name, text } = each
    if (isOther(name)) continue
    if (notEmulated.has(name)) throw new Unsupported(`${request.name}/${name}`)
    if (name === 'UnitOfMeasure' && text !== '') throw notEnabled()
    if (!controlElements.has(name)) own.push(each)
  }
  return resolveReferences(books, formatFields(toFields(branch(request.name, own))), place)
}

/** Whether an Add or Mod element is a header field. */
export function isHeaderField(kind: TransactionKind, name: string): boolean {
  return (
    !kind.extraElements?.includes(name) &&
    !kind.tables.some(
      ({ add, mod, clear, group }) =>
        add.includes(name) ||
        name === mod ||
        name === clear ||
        (group !== undefined && (name === `${group}Add` || name === `${group}Mod`)),
    )
  )
}

/** Rejects clearing a field a Mod cannot clear (status 3190). */
export function checkCleared(fields: Fields, required: readonly string[] = []): void {
  for (const name of [...neverEmpty, ...required]) if (fields[name] === '') throw notClearable(name)
}

/** Whether a request has an element, even an empty one. */
export function hasElement(request: Element, name: string): boolean {
  return childrenByName(request, name).length > 0
}

/** Whether a request element is true. */
export function isTrue(request: Element, name: string): boolean {
  return ['true', '1'].includes(childText(request, name) ?? '')
}
