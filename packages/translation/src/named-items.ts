import { Fault } from '@bridge/faults'
import { branch, childText, leaf } from './qbxml/element.ts'
import type { Request, Response } from './qbxml/message-set.ts'
import type { CheckedRecord, CheckedRef } from './table/checked.ts'
import { isValueRow } from './table/row.ts'

/** An item that a line names, which must be one of this desktop object (`ItemDiscount`). */
interface NamedItem {
  /** For faults. */
  readonly path: string
  readonly object: string
  readonly named: CheckedRef
}

const itemsOf = ({ lines = [] }: CheckedRecord): readonly NamedItem[] =>
  lines.flatMap(({ path, kind, values }) =>
    Object.entries(kind?.rows ?? {}).flatMap(([key, row]) => {
      const object = isValueRow(row) ? row.itemOf : undefined
      const named = values.get(key)
      if (object === undefined || typeof named !== 'object' || !('listId' in named || 'fullName' in named)) return []
      return [{ path: `${path}.${key}`, object, named }]
    }),
  )

/** Asks for the items of each object that lines of a record name; nothing where none has to be of a certain object. */
export const namedItemsRequests = (record: CheckedRecord): readonly Request[] =>
  [...new Set(itemsOf(record).map(({ object }) => object))].map((object) =>
    branch(`${object}QueryRq`, [leaf('ActiveStatus', 'All')]),
  )

/**
 * Refuses a line whose item is of another object: QuickBooks would take a service for a discount and book it as sales.
 * Throws MISSING_REQUIRED_DESKTOP_ITEM with `element`.
 *
 * @param responses the answers to {@link namedItemsRequests}
 */
export const requireNamedItems = (record: CheckedRecord, responses: readonly Response[]): void => {
  const found = responses.flatMap(({ elements }) => elements)
  for (const { path, object, named } of itemsOf(record)) {
    const isNamed = found.some((item) => {
      if (item.name !== `${object}Ret`) return false
      if ('listId' in named) return childText(item, 'ListID') === named.listId
      return [childText(item, 'FullName'), childText(item, 'Name')].some(
        (name) => name?.toLowerCase() === named.fullName.toLowerCase(),
      )
    })
    if (!isNamed) {
      throw new Fault(
        'MISSING_REQUIRED_DESKTOP_ITEM',
        `${path} names no item of this kind (${object}) in QuickBooks Desktop; create one there, or name another`,
        { element: path },
      )
    }
  }
}
