import { childrenOf, type Element } from '@bridge/translation/qbxml'
import type { Books } from '../books/books.ts'
import { fieldsOf } from '../books/fields.ts'
import type { Fields } from '../books/record.ts'
import { storedValues } from '../books/values.ts'
import { resolveReferences } from '../lists/resolve.ts'
import { notClearable, notEnabled, Unsupported } from '../refusal.ts'

const notEmulated = new Set([
  'LinkToTxnID',
  'SetCredit',
  'InvoiceLineGroupAdd',
  'InvoiceLineGroupMod',
  'LinkToTxn',
  'PriceLevelRef',
  'OverrideUOMSetRef',
  'InventorySiteRef',
  'InventorySiteLocationRef',
  'SerialNumber',
  'LotNumber',
  'DataExt',
])
const steering = ['TxnID', 'EditSequence', 'TxnLineID', 'OptionForPriceRuleConflict', 'ExchangeRate'] as const
const neverEmpty = ['TxnDate', 'DueDate', 'IsPending', 'Quantity', 'Rate', 'RatePercent', 'Amount'] as const

/** The header or line fields of an invoice request, references resolved. Throws `Refusal` or `Unsupported`. */
export const requestedFields = (books: Books, request: Element, place: string): Fields => {
  for (const { name, text } of request.children) {
    const isForeign = name === 'ExchangeRate' && Number(text || 1) !== 1
    if (notEmulated.has(name) || isForeign) throw new Unsupported(`${request.name}/${name}`)
    if (name === 'UnitOfMeasure' && text !== '') throw notEnabled()
  }
  const { InvoiceLineAdd: _added, InvoiceLineMod: _modified, ...fields } = fieldsOf(request)
  const rest = Object.fromEntries(Object.entries(fields).filter(([name]) => !steering.some((each) => each === name)))
  return resolveReferences(books, storedValues(rest), place)
}

/** Refuses to clear what a Mod cannot clear (status 3190). */
export const checkCleared = (fields: Fields): void => {
  for (const name of neverEmpty) if (fields[name] === '') throw notClearable(name)
}

/** Whether a request names a field, also an empty one. */
export const names = (request: Element, name: string): boolean => childrenOf(request, name).length > 0

/** The RefNumber behind one, for example `1044` behind `1043`; `undefined` where there is none that fits. */
export const nextRefNumber = (last: string | undefined): string | undefined => {
  if (last === undefined) return '1'
  const match = /^(.*?)(\d+)$/.exec(last)
  if (match === null) return undefined
  const [, prefix = '', digits = ''] = match
  const next = `${prefix}${String(BigInt(digits) + 1n).padStart(digits.length, '0')}`
  return next.length <= 11 ? next : undefined
}
