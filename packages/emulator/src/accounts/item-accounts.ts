import type { Books } from '../books/books.ts'
import { getAggregate, getRefId } from '../books/fields.ts'
import { findItem } from '../books/line-item.ts'
import type { Fields, ListRecord } from '../books/record.ts'

/**
 * The line field with the item's accounts at entry. Changing the item's account affects new lines, and existing ones
 * only on request. QuickBooks does not show this field.
 */
const itemAccounts = 'ItemAccounts'

/** An item's account fields: income, expense, goods' cost and inventory asset. */
export type ItemAccount = 'IncomeAccountRef' | 'ExpenseAccountRef' | 'COGSAccountRef' | 'AssetAccountRef'

/** Returns the account an item line posts to: the one stored on the line, or else the item's. */
export function getItemAccount(books: Books, line: Fields, name: ItemAccount): string | undefined {
  const kept = getAggregate(line, itemAccounts)
  const item = findItem(books, line)
  return getRefId(Object.keys(kept).length === 0 && item !== undefined ? getItemAccounts(item) : kept, name)
}

function getItemAccounts({ fields }: ListRecord): Fields {
  const either = getAggregate(fields, 'SalesOrPurchase')
  const both = getAggregate(fields, 'SalesAndPurchase')
  const accounts: Readonly<Record<ItemAccount, string | undefined>> = {
    IncomeAccountRef:
      getRefId(either, 'AccountRef') ??
      getRefId(both, 'IncomeAccountRef') ??
      getRefId(fields, 'IncomeAccountRef') ??
      getRefId(fields, 'AccountRef') ??
      getRefId(fields, 'AssetAccountRef') ??
      getRefId(fields, 'DepositToAccountRef'),
    ExpenseAccountRef:
      getRefId(both, 'ExpenseAccountRef') ?? getRefId(either, 'AccountRef') ?? getRefId(fields, 'AssetAccountRef'),
    COGSAccountRef: getRefId(fields, 'COGSAccountRef'),
    AssetAccountRef: getRefId(fields, 'AssetAccountRef'),
  }
  return Object.fromEntries(
    Object.entries(accounts).flatMap(([name, id]) => (id === undefined ? [] : [[name, { ListID: id }]])),
  )
}

/** Returns a line with its item's accounts. Stored accounts are kept unless the line's item changed. */
export function withItemAccounts(books: Books, line: Fields, current?: Fields): Fields {
  const item = findItem(books, line)
  if (item === undefined) return line
  const isKept = current?.[itemAccounts] !== undefined && getRefId(current, 'ItemRef') === item.id
  const accounts = isKept ? getAggregate(current, itemAccounts) : getItemAccounts(item)
  return Object.keys(accounts).length === 0 ? line : { ...line, [itemAccounts]: accounts }
}

/** Returns a line with its item's changed accounts, for a change that applies to existing lines. */
export function withChangedAccounts(line: Fields, item: ListRecord, changed: ReadonlySet<string>): Fields {
  const now = Object.entries(getItemAccounts(item)).filter(([name]) => changed.has(name))
  return { ...line, [itemAccounts]: { ...getAggregate(line, itemAccounts), ...Object.fromEntries(now) } }
}
