import type { Books } from '../books/books.ts'
import { getAggregate, getRefId } from '../books/fields.ts'
import { findItem } from '../books/line-item.ts'
import type { Fields, ListRecord } from '../books/record.ts'

/**
 * Beside the fields of a line that QuickBooks shows, the accounts that its item had when it was entered: another
 * account of an item holds for new lines, and for others only where the change says so (facts/qbxml.md, section 6.1).
 */
const itemAccounts = 'ItemAccounts'

/** An account of an item: what its sale is income of, what its purchase costs, where its stock is. */
export type ItemAccount = 'IncomeAccountRef' | 'ExpenseAccountRef' | 'COGSAccountRef' | 'AssetAccountRef'

/** The account that a line of an item posts to; the item's own for a line that keeps none. */
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

/** A line with the accounts of its item: those that it kept, unless its item is another now. */
export function withItemAccounts(books: Books, line: Fields, current?: Fields): Fields {
  const item = findItem(books, line)
  if (item === undefined) return line
  const isKept = current?.[itemAccounts] !== undefined && getRefId(current, 'ItemRef') === item.id
  const accounts = isKept ? getAggregate(current, itemAccounts) : getItemAccounts(item)
  return Object.keys(accounts).length === 0 ? line : { ...line, [itemAccounts]: accounts }
}

/** A line of an item whose accounts changed; `changed` are those that hold for lines that there are, too. */
export function withChangedAccounts(line: Fields, item: ListRecord, changed: ReadonlySet<string>): Fields {
  const now = Object.entries(getItemAccounts(item)).filter(([name]) => changed.has(name))
  return { ...line, [itemAccounts]: { ...getAggregate(line, itemAccounts), ...Object.fromEntries(now) } }
}
