import type { Books } from '../books/books.ts'
import { findForeignCurrency, findHomeCurrency } from '../books/currencies.ts'
import { getRefId, getText } from '../books/fields.ts'
import type { ListKind } from '../books/list-kinds.ts'
import { isActive } from '../books/lists.ts'
import type { Fields, ListRecord } from '../books/record.ts'
import { refuseCurrency } from '../requests/unproved-currency-choices.ts'

const foreignTypes = new Set(['AccountsReceivable', 'AccountsPayable', 'Bank', 'CreditCard'])

/**
 * Returns a record's fields with its parent's currency if that is foreign. Rejects a currency that its parent or its
 * account type cannot have, that is inactive, or that changes in a used record (status 3210).
 */
export function withRecordCurrency(
  books: Books,
  { kind, family }: ListKind,
  fields: Fields,
  parent: ListRecord | undefined,
  current?: ListRecord,
): Fields {
  const inherited = findForeignCurrency(books, parent)
  const given = getRefId(fields, 'CurrencyRef')
  const id = given ?? inherited
  const currency = id === undefined ? undefined : books.lists.byId('Currency', id)
  if (currency === undefined) return fields
  const name = books.lists.fullName(currency)
  const foreign = currency.id === findHomeCurrency(books)?.id ? undefined : currency.id
  const before = findForeignCurrency(books, current)
  if (parent !== undefined && foreign !== inherited) throw refuseCurrency('parent', 'CurrencyRef', name)
  if (foreign !== before) {
    if (current !== undefined && books.lists.referenceCounts.isReferenced(family, current.id)) {
      throw refuseCurrency('usedRecord', 'CurrencyRef', name)
    }
    if (!isActive(currency)) throw refuseCurrency('inactive', 'CurrencyRef', name)
  }
  if (kind === 'Account' && foreign !== undefined && !foreignTypes.has(getText(fields, 'AccountType') ?? '')) {
    throw refuseCurrency('accountType', 'CurrencyRef', name)
  }
  return given === undefined ? { ...fields, CurrencyRef: { ListID: currency.id } } : fields
}
