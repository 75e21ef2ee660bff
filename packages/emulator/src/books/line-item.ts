import type { Books } from './books.ts'
import { getRefId } from './fields.ts'
import type { Fields, ListRecord } from './record.ts'

/** Returns a line's item, or `undefined` for a line that is only a description. */
export function findItem(books: Books, line: Fields): ListRecord | undefined {
  return books.lists.byId('Item', getRefId(line, 'ItemRef') ?? '')
}

/** Whether QuickBooks tracks an item's quantity. */
export function isStockItem(item: ListRecord): boolean {
  return item.kind === 'ItemInventory' || item.kind === 'ItemInventoryAssembly'
}
