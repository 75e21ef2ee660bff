import type { Element } from './element.ts'
import { findMessageTable, getPlaces } from './messages/message-table.ts'
import type { Node } from './messages/notation.ts'

/**
 * Sorts a request's elements into the order QuickBooks requires, at every depth. Elements with the same name, and the
 * line kinds in one line list, keep their order. Throws on a request or an element missing from the message tables.
 */
export function arrange(request: Element): Element {
  const table = request.name.endsWith('Rq') ? findMessageTable(request.name) : undefined
  if (table === undefined) throw new Error(`The message tables have no request ${request.name}`)
  return arrangeContent(request, table.content, request.name)
}

function arrangeContent(element: Element, content: readonly Node[], path: string): Element {
  if (element.children.length === 0) return element
  const places = getPlaces(content)
  const placed = element.children.map((child) => {
    const place = places.get(child.name)
    if (place === undefined) throw new Error(`${path} has no element ${child.name}`)
    return {
      position: place.position,
      child: arrangeContent(child, place.node.content, `${path}/${child.name}`),
    }
  })
  placed.sort((left, right) => left.position - right.position)
  return { ...element, children: placed.map(({ child }) => child) }
}
