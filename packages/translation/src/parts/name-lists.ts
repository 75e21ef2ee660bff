import { branch, child, childText, type Element, leaf } from '@bridge/qbxml'
import type { RememberedList } from '../table/entity-table.ts'
import type { JsonObject } from '../table/json.ts'
import { readFrom } from '../table/rows.ts'
import type { ReadContext, Traits } from '../table/traits.ts'
import { rememberList } from './remembered-list.ts'

const lists = ['Vendor', 'Employee', 'OtherName']
const keptMs = 10 * 60 * 1000

/**
 * All name lists, because a reference to a name does not show its list. A name missing from all of them is a customer,
 * the most frequent kind. IDs are stable, and no record refers to a deleted name, so changes suffice to keep the lists
 * for a while.
 */
export const nameLists: RememberedList = rememberList({
  key: 'names',
  createRequests: (since) =>
    lists.map((list) =>
      branch(`${list}QueryRq`, [
        leaf('ActiveStatus', 'All'),
        ...(since === undefined ? [] : [leaf('FromModifiedDate', since)]),
        leaf('IncludeRetElement', 'ListID'),
      ]),
    ),
  keptMs,
  isRefreshed: true,
  readEntry: (element) => {
    const list = lists.find((each) => element.name === `${each}Ret`)
    return list === undefined ? undefined : [childText(element, 'ListID') ?? '', list]
  },
  addToContext: (context, names) => ({ ...context, nameLists: names }),
})

/** Returns the list containing a referenced name; undefined if the lists or the reference are unknown. */
function findPayeeType(reference: Element | undefined, { nameLists }: ReadContext): string | undefined {
  const id = reference && childText(reference, 'ListID')
  return id === undefined || nameLists === undefined ? undefined : (nameLists.get(id) ?? 'Customer')
}

/** Reads a line's name type with {@link nameLists}: `Vendor`. */
export function readEntityType(line: Element, context: ReadContext): string | undefined {
  return findPayeeType(child(line, 'EntityRef'), context)
}

/** Reads a reference to a name with its type, `{ value, name, type }`. */
export function readPayee(element: string): Traits {
  return readFrom((record, context) => {
    const reference = child(record, element)
    if (reference === undefined) return undefined
    const payee: JsonObject = {}
    const members = {
      value: childText(reference, 'ListID'),
      name: childText(reference, 'FullName'),
      type: findPayeeType(reference, context),
    }
    for (const [name, value] of Object.entries(members)) if (value !== undefined) payee[name] = value
    return payee
  })
}
