import type { Books } from './books.ts'
import { getRefId } from './fields.ts'
import type { Fields, ListRecord } from './record.ts'

/** The item of a line; `undefined` for a line that only describes. */
export function findItem(books: Books, line: Fields): ListRecord | undefined {
  return books.lists.byId('Item', getRefId(line, 'ItemRef') ?? '')
}

/** Whether the quantity of an item is kept. */
export function isStockItem(item: ListRecord): boolean {
  return item.kind === 'ItemInventory' || item.kind === 'ItemInventoryAssembly'
}
