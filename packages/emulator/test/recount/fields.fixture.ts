import Big from 'big.js'
import type { Fields, FieldValue, ListRecord, Transaction } from '../../src/books/record.ts'

/** Returns a field's number, zero by default. */
export function money(value: FieldValue | undefined): Big {
  return Big(typeof value === 'string' && value !== '' ? value : 0)
}

export function cents(value: Big): Big {
  return value.round(2, Big.roundHalfUp)
}

export function sum(values: readonly Big[]): Big {
  return values.reduce((total, value) => total.plus(value), Big(0))
}

/** Returns a reference's ID. */
export function listId(holder: Fields, name: string): string | undefined {
  const { ListID: id } = (holder[name] ?? {}) as Fields
  return typeof id === 'string' ? id : undefined
}

/** Returns all lines' fields, a group's lines in its place. */
export function getLines({ lines }: Transaction): readonly Fields[] {
  return lines.flatMap((line) => (line.lines ?? [line]).map(({ fields }) => fields))
}

function inside(fields: Fields, name: string): Fields {
  return (fields[name] ?? {}) as Fields
}

/** Returns the item's account the line keeps. */
export function getKeptAccount(line: Fields, name: string): string | undefined {
  return listId(inside(line, 'ItemAccounts'), name)
}

/** Returns a sold item's income account, or an opening balance's account. */
export function getIncomeAccount(line: Fields, item: ListRecord | undefined): string | undefined {
  const fields = item?.fields ?? {}
  return (
    listId(line, 'OpeningAccountRef') ??
    listId(line, 'OverrideItemAccountRef') ??
    getKeptAccount(line, 'IncomeAccountRef') ??
    listId(inside(fields, 'SalesOrPurchase'), 'AccountRef') ??
    listId(inside(fields, 'SalesAndPurchase'), 'IncomeAccountRef') ??
    listId(fields, 'IncomeAccountRef') ??
    listId(fields, 'AccountRef') ??
    listId(fields, 'AssetAccountRef')
  )
}

/** Returns an item's purchase account. */
export function getCostAccount(line: Fields, { kind, fields }: ListRecord): string | undefined {
  if (kind === 'ItemInventory' || kind === 'ItemInventoryAssembly') return getAssetAccount(line, { fields })
  return (
    listId(line, 'OverrideItemAccountRef') ??
    getKeptAccount(line, 'ExpenseAccountRef') ??
    listId(inside(fields, 'SalesAndPurchase'), 'ExpenseAccountRef') ??
    listId(inside(fields, 'SalesOrPurchase'), 'AccountRef') ??
    listId(fields, 'AssetAccountRef')
  )
}

/** Returns an item's stock account. */
export function getAssetAccount(line: Fields, item?: Pick<ListRecord, 'fields'>): string | undefined {
  return getKeptAccount(line, 'AssetAccountRef') ?? listId(item?.fields ?? {}, 'AssetAccountRef')
}
