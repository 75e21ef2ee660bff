import { arrange, branch, childText, type Element, findMessageTable, getPlaces, leaf, type Node } from '@bridge/qbxml'

/** The IDs that records have in the emulator, by {@link toReferenceKey}. */
export type SeededIds = ReadonlyMap<string, string>

/** Returns what identifies a list record: lists use the same IDs, so its name belongs to it. */
export function toReferenceKey(id: string, name: string | undefined): string {
  return `${id} ${name ?? ''}`
}

/** Returns the request that adds a recorded record, with what an Add accepts. Undefined if there is no such request. */
export function toAddRequest(record: Element, ids: SeededIds, uniqueName: (name: string) => string) {
  const kind = record.name.replace(/Ret$/, '')
  const content = findMessageTable(`${kind}AddRq`)?.content
  const node = content && getPlaces(content).get(`${kind}Add`)?.node
  if (node === undefined) return undefined
  const children = convert(record.children, node.content, ids).map((child) =>
    child.name === 'Name' ? leaf('Name', uniqueName(child.text)) : child,
  )
  return arrange(branch(`${kind}AddRq`, [branch(`${kind}Add`, children)]))
}

function convert(elements: readonly Element[], content: readonly Node[], ids: SeededIds): Element[] {
  const places = getPlaces(content)
  return elements.flatMap((element): Element[] => {
    const name = element.name.replace(/Ret$/, 'Add')
    const node = places.get(name)?.node
    if (node === undefined || name === 'LinkedTxn' || name === 'ExternalGUID') return []
    if (node.type !== undefined) return element.text === '' ? [] : [leaf(name, element.text)]
    const id = childText(element, 'ListID')
    if (id !== undefined) {
      const seeded = ids.get(toReferenceKey(id, childText(element, 'FullName')))
      return seeded === undefined ? [] : [branch(name, [leaf('ListID', seeded)])]
    }
    const children = convert(element.children, node.content, ids)
    return children.length === 0 ? [] : [branch(name, children)]
  })
}
