import { childrenOf, type Element } from '@bridge/translation/qbxml'
import type { Books } from '../books/books.ts'
import { aggregateOf, fieldsOf, textOf } from '../books/fields.ts'
import type { Fields, FieldValue, ListRecord } from '../books/record.ts'
import { storedValues } from '../books/values.ts'
import { invalidName, nameInUse, Unsupported } from '../refusal.ts'
import type { ListKind } from './kinds.ts'

const notEmulated = ['Contacts', 'ContactsMod', 'AdditionalNotes', 'AdditionalNotesMod', 'CurrencyRef', 'PriceLevelRef']

/** What only steers a Mod and is not part of the record. */
const steering = new Set(['ListID', 'EditSequence', 'ForceUOMChange', 'ApplyAccountRefToExistingTxns'])
steering.add('ApplyIncomeAccountRefToExistingTxns').add('ApplyExpenseAccountRefToExistingTxns')

/** The fields of an Add or Mod under the names and spellings that the record keeps. Throws `Unsupported`. */
export const requestedFields = (request: Element): Fields => {
  for (const name of notEmulated) {
    if (childrenOf(request, name).length > 0) throw new Unsupported(`${request.name}/${name}`)
  }
  return storedValues(recordNames(fieldsOf(request)))
}

const recordNames = (fields: Fields): Fields => {
  const result: Record<string, FieldValue> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (steering.has(name)) continue
    if (name === 'BarCode') result.BarCodeValue = textOf(aggregateOf(fields, name), 'BarCodeValue') ?? ''
    else if (name.startsWith('SalesOrPurchase') || name.startsWith('SalesAndPurchase')) {
      result[name.replace(/Mod$/, '')] = typeof value === 'string' ? value : recordNames(value as Fields)
    } else result[name] = value
  }
  return result
}

/**
 * Checks a name: no colon (3090), and not in use, also not by an inactive record, among the records
 * with the same parent (3100). Customers, vendors, employees and other names share one name space.
 */
export const checkName = (
  books: Books,
  kind: ListKind,
  name: string,
  parent: ListRecord | undefined,
  selfId?: string,
) => {
  if (name.includes(':')) throw invalidName(name, kind.nameField)
  const fullName = parent === undefined ? name : `${books.lists.fullName(parent)}:${name}`
  const holder = books.lists.byFullName(kind.family, fullName)
  if (holder !== undefined && holder.id !== selfId) throw nameInUse(name)
}
