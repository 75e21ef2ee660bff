import type { Books } from './books.ts'
import { getRefId } from './fields.ts'
import type { Fields, ListRecord } from './record.ts'

/** Returns the item of a line, or `undefined` for a line that is only a description. */
export function findItem(books: Books, line: Fields): ListRecord | undefined {
  return books.lists.byId('Item', getRefId(line, 'ItemRef') ?? '')
}

/** Returns whether QuickBooks tracks the quantity of an item. */
export function isStockItem(item: ListRecord): boolean {
  return item.kind === 'ItemInventory' || item.kind === 'ItemInventoryAssembly'
}
