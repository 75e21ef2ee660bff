import { childrenByName, type Element } from '@bridge/qbxml'
import type { Books } from '../books/books.ts'
import { getAggregate, getText, toFields } from '../books/fields.ts'
import type { ListKind } from '../books/list-kinds.ts'
import type { Fields, FieldValue, ListRecord } from '../books/record.ts'
import { formatFields } from '../books/values.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { invalidName, nameInUse, notEnabled, Unsupported } from '../requests/status-error.ts'
import { getListRules } from './list-rules.ts'

/** Elements that are not emulated. */
const notEmulated = [
  'Contacts',
  'ContactsMod',
  'AdditionalNotes',
  'AdditionalNotesMod',
  'EmployeePayrollInfo',
  'EmployeePayrollInfoMod',
]

/** Elements that control a Mod and do not belong to the record. */
const controlElements = new Set([
  'ListID',
  'EditSequence',
  'ForceUOMChange',
  'ApplyAccountRefToExistingTxns',
  'ApplyIncomeAccountRefToExistingTxns',
  'ApplyExpenseAccountRefToExistingTxns',
  'ApplyCOGSAccountRefToExistingTxns',
])

/**
 * Returns an Add's or Mod's fields with the names and values to store; `current` contains the record's fields before a
 * Mod. Throws `Unsupported`, or status 3250 for a feature that is off.
 */
export function requestedFields(
  kind: ListKind,
  request: Element,
  { switches }: RequestContext,
  current: Fields = {},
): Fields {
  for (const name of notEmulated) {
    if (childrenByName(request, name).length > 0) throw new Unsupported(`${request.name}/${name}`)
  }
  const fields = formatFields(recordNames(toFields(request)))
  if (fields.CurrencyRef !== undefined && !switches.multiCurrency) throw notEnabled()
  return getListRules(kind.kind).requested?.(fields, current) ?? fields
}

function recordNames(fields: Fields): Fields {
  const result: Record<string, FieldValue> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (controlElements.has(name)) continue
    if (name === 'BarCode') result.BarCodeValue = getText(getAggregate(fields, name), 'BarCodeValue') ?? ''
    else if (name === 'FixedAssetSalesInfoMod') result.FixedAssetSalesInfo = value
    else if (name.startsWith('SalesOrPurchase') || name.startsWith('SalesAndPurchase')) {
      result[name.replace(/Mod$/, '')] = typeof value === 'string' ? value : recordNames(value as Fields)
    } else result[name] = value
  }
  return result
}

/**
 * Rejects a name with a colon (3090), and one another record with the same parent uses, even an inactive one (3100).
 * Customers, vendors, employees and other names share a namespace.
 */
export function checkName(books: Books, kind: ListKind, name: string, parent: ListRecord | undefined, selfId?: string) {
  if (name.includes(':')) throw invalidName(name, kind.nameField)
  const fullName = parent === undefined ? name : `${books.lists.fullName(parent)}:${name}`
  const holder = books.lists.byFullName(kind.family, fullName)
  if (holder !== undefined && holder.id !== selfId) throw nameInUse(name)
}
