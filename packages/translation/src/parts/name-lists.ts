import { branch, child, childText, type Element, leaf } from '../qbxml/element.ts'
import type { QbxmlResponse } from '../qbxml/message-set.ts'
import type { Companions } from '../table/entity-table.ts'
import type { JsonObject } from '../table/json.ts'
import { readFrom } from '../table/rows.ts'
import type { ReadContext, Traits } from '../table/traits.ts'

/**
 * Creates the queries for the IDs in lists of names, because a reference to a name does not show its list. A name that
 * is in none of them is in the list that was left out.
 */
export function readNameLists(lists: readonly string[]): Companions {
  return {
    requests: lists.map((list) =>
      branch(`${list}QueryRq`, [leaf('ActiveStatus', 'All'), leaf('IncludeRetElement', 'ListID')]),
    ),
    extend: (context, responses) =>
      lists.every((list) => hasResponse(list, responses)) ? addNameLists(lists, context, responses) : context,
  }
}

function hasResponse(list: string, responses: readonly QbxmlResponse[]): boolean {
  return responses.some(({ name, statusSeverity }) => name === `${list}QueryRs` && statusSeverity !== 'Error')
}

function addNameLists(
  lists: readonly string[],
  context: ReadContext,
  responses: readonly QbxmlResponse[],
): ReadContext {
  const found = new Map(
    lists.flatMap((list) =>
      responses
        .flatMap(({ elements }) => elements.filter(({ name }) => name === `${list}Ret`))
        .map((element) => [childText(element, 'ListID') ?? '', list] as const),
    ),
  )
  return { ...context, nameLists: found }
}

/** The lists of names on transactions that any name can be on, apart from customers, which are the most. */
export const payees = readNameLists(['Vendor', 'Employee', 'OtherName'])

/** Returns the list of the name in a reference; undefined if the lists or the reference are not known. */
function findPayeeType(reference: Element | undefined, { nameLists }: ReadContext): string | undefined {
  const id = reference && childText(reference, 'ListID')
  return id === undefined || nameLists === undefined ? undefined : (nameLists.get(id) ?? 'Customer')
}

/** Reads the type of the name on a line of a transaction with {@link payees}: `Vendor`. */
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
