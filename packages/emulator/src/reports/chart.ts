import { accountTypes } from '../accounts/account-types.ts'
import type { Books } from '../books/books.ts'
import { getText } from '../books/fields.ts'
import { getListKind } from '../books/lists.ts'
import type { ListRecord } from '../books/record.ts'
import type { Switches } from '../host/switches.ts'

/** How reports name and sort a list's records. */
export interface Catalogue {
  readonly family: string
  /** The rows' `rowType`. */
  getRowType(record: ListRecord): string
  /** Returns the record a record is shown under. */
  getParent(record: ListRecord): ListRecord | undefined
  getLabel(record: ListRecord): string
  /** Returns the text that records are sorted by. */
  getOrder(record: ListRecord): string
}

const orderByType: ReadonlyMap<string, string> = new Map(
  accountTypes.map((type, index) => [type, String(index).padStart(2, '0')]),
)

/** Returns an account's type. */
export function getAccountType(books: Books, id: string): string {
  return getText(books.lists.byId('Account', id)?.fields ?? {}, 'AccountType') ?? ''
}

/** Creates the account catalogue, sorted by type, then by number if the company uses numbers, then by name. */
export function createAccountCatalogue(books: Books, { accountNumbers }: Switches): Catalogue {
  const getNumber = (account: ListRecord): string | undefined =>
    accountNumbers ? getText(account.fields, 'AccountNumber') : undefined
  return {
    family: 'Account',
    getRowType: () => 'account',
    // A sub-account with another type than its parent belongs to another section.
    getParent(account) {
      const parent = books.lists.parent(account)
      return parent !== undefined && getType(parent) === getType(account) ? parent : undefined
    },
    getLabel(account) {
      const number = getNumber(account)
      return number === undefined ? getName(account) : `${number} · ${getName(account)}`
    },
    getOrder: (account) =>
      `${orderByType.get(getType(account)) ?? ''}${getNumber(account) ?? '~'} ${getName(account).toLowerCase()}`,
  }
}

function getType(account: ListRecord): string {
  return getText(account.fields, 'AccountType') ?? ''
}

/** Returns a record's name without its ancestors. */
export function getName(record: ListRecord): string {
  return getText(record.fields, getListKind(record).nameField) ?? ''
}

/** Creates the catalogue for names (customers, vendors and others) or items, sorted by name. */
export function createNameCatalogue(books: Books, family: 'Name' | 'Item'): Catalogue {
  return {
    family,
    getRowType: (record) => (family === 'Item' ? 'item' : record.kind.toLowerCase()),
    getParent: (record) => books.lists.parent(record),
    getLabel: getName,
    getOrder: (record) => getName(record).toLowerCase(),
  }
}
