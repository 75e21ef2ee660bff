import { branch, childrenByName, childText, type Element } from '@bridge/translation/qbxml'
import type { Books } from '../books/books.ts'
import { toFields } from '../books/fields.ts'
import type { Fields } from '../books/record.ts'
import { formatFields } from '../books/values.ts'
import { resolveReferences } from '../requests/resolve.ts'
import { notClearable, notEnabled, Unsupported } from '../requests/status-error.ts'
import type { TransactionKind } from './transaction-kind.ts'

/** What QuickBooks knows and no transaction here does. */
const notEmulated = new Set([
  'PriceLevelRef',
  'InventorySiteRef',
  'InventorySiteLocationRef',
  'DataExt',
  'OverrideUOMSetRef',
  'SerialNumber',
  'LotNumber',
  'CreateChangeOrder',
])

/** What only steers a request and is not part of the transaction. */
const steering = new Set([
  'TxnID',
  'EditSequence',
  'TxnLineID',
  'OptionForPriceRuleConflict',
  'ExchangeRate',
  'LinkToTxnID',
])

const neverEmpty = ['TxnDate', 'DueDate', 'IsPending', 'Quantity', 'Rate', 'RatePercent', 'Amount'] as const

/**
 * The fields of a header or line in a request, references resolved, without the elements that `isOther`
 * tells are something else; `place` names the header or line in a message. Throws `StatusError` or `Unsupported`.
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
    if (name === 'ExchangeRate' && Number(text || 1) !== 1) throw notEnabled()
    if (!steering.has(name)) own.push(each)
  }
  return resolveReferences(books, formatFields(toFields(branch(request.name, own))), place)
}

/** Whether an element of an Add or Mod is a header field rather than a line or what only `apply` reads. */
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

/** Refuses to clear what a Mod cannot clear (status 3190). */
export function checkCleared(fields: Fields, required: readonly string[] = []): void {
  for (const name of [...neverEmpty, ...required]) if (fields[name] === '') throw notClearable(name)
}

/** Whether a request names a field, also an empty one. */
export function hasElement(request: Element, name: string): boolean {
  return childrenByName(request, name).length > 0
}

/** Whether a request holds a yes under a name. */
export function isTrue(request: Element, name: string): boolean {
  return ['true', '1'].includes(childText(request, name) ?? '')
}
