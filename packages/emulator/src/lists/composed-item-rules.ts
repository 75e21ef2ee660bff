import type { Books } from '../books/books.ts'
import { getRefId, getRows, getText } from '../books/fields.ts'
import type { Fields } from '../books/record.ts'
import { invalidField } from '../requests/status-error.ts'
import { inventoryRules } from './item-rules.ts'
import type { ListRules } from './kind-rules.ts'

const notGrouped = new Set(['ItemGroup', 'ItemSalesTax', 'ItemSalesTaxGroup'])

/** Item groups: a line with a group becomes its members' lines. */
export const groupRules: ListRules = {
  requested: (fields) => withClearedLines(fields, 'ItemGroupLine'),
  defaults: () => ({ IsPrintItemsInGroup: 'false' }),
  check(fields, books) {
    for (const line of getRows(fields, 'ItemGroupLine')) {
      const member = books.lists.byId('Item', getRefId(line, 'ItemRef') ?? '')
      if (member !== undefined && notGrouped.has(member.kind)) {
        throw invalidField('ItemRef', books.lists.fullName(member), 'A group cannot hold an item of this type.')
      }
    }
  },
}

// A Mod removes all lines with `ClearItemsInGroup`.
function withClearedLines(fields: Fields, lines: string): Fields {
  const { ClearItemsInGroup: _clear, ...rest } = fields
  const isCleared = ['true', '1'].includes(getText(fields, 'ClearItemsInGroup') ?? '')
  return isCleared ? { ...rest, [lines]: '' } : rest
}

/** Assemblies: items that are built from other items. */
export const assemblyRules: ListRules = {
  ...inventoryRules,
  requested: (fields) => withClearedLines(fields, 'ItemInventoryAssemblyLine'),
  check(fields, books, current) {
    if (current === undefined) return
    for (const part of getPartIds(books, fields)) {
      if (part !== current.id) continue
      throw invalidField('ItemInventoryRef', books.lists.fullName(current), 'An assembly cannot be a part of itself.')
    }
  },
}

function getPartIds(books: Books, fields: Fields): readonly string[] {
  return getRows(fields, 'ItemInventoryAssemblyLine').flatMap((line) => {
    const id = getRefId(line, 'ItemInventoryRef')
    if (id === undefined) return []
    const part = books.lists.byId('Item', id)
    return [id, ...(part === undefined ? [] : getPartIds(books, part.fields))]
  })
}
