import { childrenByName, type Element } from '@bridge/translation/qbxml'
import type { Books } from '../books/books.ts'
import { getAggregate, getText, toFields } from '../books/fields.ts'
import type { ListKind } from '../books/list-kinds.ts'
import type { Fields, FieldValue, ListRecord } from '../books/record.ts'
import { formatFields } from '../books/values.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { invalidName, nameInUse, notEnabled, Unsupported } from '../requests/status-error.ts'
import { homeCurrency } from './currency-rules.ts'
import { getListRules } from './list-rules.ts'

/** What QuickBooks knows and no list here does. */
const notEmulated = [
  'Contacts',
  'ContactsMod',
  'AdditionalNotes',
  'AdditionalNotesMod',
  'PriceLevelRef',
  'EmployeePayrollInfo',
  'EmployeePayrollInfoMod',
]

/** What only steers a Mod and is not part of the record. */
const steering = new Set([
  'ListID',
  'EditSequence',
  'ForceUOMChange',
  'ApplyAccountRefToExistingTxns',
  'ApplyIncomeAccountRefToExistingTxns',
  'ApplyExpenseAccountRefToExistingTxns',
  'ApplyCOGSAccountRefToExistingTxns',
])

/**
 * The fields of an Add or Mod under the names and spellings that the record keeps; `current` are those of
 * the record that a Mod changes. Throws `Unsupported`, or status 3250 for what the company file has off.
 */
export function requestedFields(
  kind: ListKind,
  request: Element,
  { books, switches }: RequestContext,
  current: Fields = {},
): Fields {
  for (const name of notEmulated) {
    if (childrenByName(request, name).length > 0) throw new Unsupported(`${request.name}/${name}`)
  }
  const fields = formatFields(recordNames(toFields(request)))
  if (fields.CurrencyRef !== undefined) {
    if (!switches.multiCurrency) throw notEnabled()
    if (!isHomeCurrency(books, fields)) throw new Unsupported(`${request.name}/CurrencyRef`)
  }
  return getListRules(kind.kind).requested?.(fields, current) ?? fields
}

function recordNames(fields: Fields): Fields {
  const result: Record<string, FieldValue> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (steering.has(name)) continue
    if (name === 'BarCode') result.BarCodeValue = getText(getAggregate(fields, name), 'BarCodeValue') ?? ''
    else if (name === 'FixedAssetSalesInfoMod') result.FixedAssetSalesInfo = value
    else if (name.startsWith('SalesOrPurchase') || name.startsWith('SalesAndPurchase')) {
      result[name.replace(/Mod$/, '')] = typeof value === 'string' ? value : recordNames(value as Fields)
    } else result[name] = value
  }
  return result
}

function isHomeCurrency(books: Books, fields: Fields): boolean {
  const home = books.lists.byFullName('Currency', homeCurrency)
  const asked = getAggregate(fields, 'CurrencyRef')
  return getText(asked, 'ListID') === home?.id || getText(asked, 'FullName') === homeCurrency
}

/**
 * Checks a name: no colon (3090), and not in use, also not by an inactive record, among the records
 * with the same parent (3100). Customers, vendors, employees and other names share one name space.
 */
export function checkName(books: Books, kind: ListKind, name: string, parent: ListRecord | undefined, selfId?: string) {
  if (name.includes(':')) throw invalidName(name, kind.nameField)
  const fullName = parent === undefined ? name : `${books.lists.fullName(parent)}:${name}`
  const holder = books.lists.byFullName(kind.family, fullName)
  if (holder !== undefined && holder.id !== selfId) throw nameInUse(name)
}
