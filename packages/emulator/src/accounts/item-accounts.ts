import type { Books } from '../books/books.ts'
import { aggregateOf, refOf } from '../books/fields.ts'
import { itemOf } from '../books/line-item.ts'
import type { Fields, ListRecord } from '../books/record.ts'

/**
 * Beside the fields of a line that QuickBooks shows, the accounts that its item had when it was entered: another
 * account of an item holds for new lines, and for others only where the change says so (facts/qbxml.md, section 6.1).
 */
const itemAccounts = 'ItemAccounts'

/** An account of an item: what its sale is income of, what its purchase costs, where its stock is. */
export type ItemAccount = 'IncomeAccountRef' | 'ExpenseAccountRef' | 'COGSAccountRef' | 'AssetAccountRef'

/** The account that a line of an item posts to; the item's own for a line that keeps none. */
export function itemAccount(books: Books, line: Fields, name: ItemAccount): string | undefined {
  const kept = aggregateOf(line, itemAccounts)
  const item = itemOf(books, line)
  return refOf(Object.keys(kept).length === 0 && item !== undefined ? accountsOf(item) : kept, name)
}

function accountsOf({ fields }: ListRecord): Fields {
  const either = aggregateOf(fields, 'SalesOrPurchase')
  const both = aggregateOf(fields, 'SalesAndPurchase')
  const accounts: Readonly<Record<ItemAccount, string | undefined>> = {
    IncomeAccountRef:
      refOf(either, 'AccountRef') ??
      refOf(both, 'IncomeAccountRef') ??
      refOf(fields, 'IncomeAccountRef') ??
      refOf(fields, 'AccountRef') ??
      refOf(fields, 'AssetAccountRef') ??
      refOf(fields, 'DepositToAccountRef'),
    ExpenseAccountRef:
      refOf(both, 'ExpenseAccountRef') ?? refOf(either, 'AccountRef') ?? refOf(fields, 'AssetAccountRef'),
    COGSAccountRef: refOf(fields, 'COGSAccountRef'),
    AssetAccountRef: refOf(fields, 'AssetAccountRef'),
  }
  return Object.fromEntries(
    Object.entries(accounts).flatMap(([name, id]) => (id === undefined ? [] : [[name, { ListID: id }]])),
  )
}

/** A line with the accounts of its item: those that it kept, unless its item is another now. */
export function withItemAccounts(books: Books, line: Fields, current?: Fields): Fields {
  const item = itemOf(books, line)
  if (item === undefined) return line
  const isKept = current?.[itemAccounts] !== undefined && refOf(current, 'ItemRef') === item.id
  const accounts = isKept ? aggregateOf(current, itemAccounts) : accountsOf(item)
  return Object.keys(accounts).length === 0 ? line : { ...line, [itemAccounts]: accounts }
}

/** A line of an item whose accounts changed; `changed` are those that hold for lines that there are, too. */
export function withChangedAccounts(line: Fields, item: ListRecord, changed: ReadonlySet<string>): Fields {
  const now = Object.entries(accountsOf(item)).filter(([name]) => changed.has(name))
  return { ...line, [itemAccounts]: { ...aggregateOf(line, itemAccounts), ...Object.fromEntries(now) } }
}
