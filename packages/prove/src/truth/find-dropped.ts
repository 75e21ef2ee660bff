import type { Element } from '@bridge/qbxml'
import { type EntityTable, readRecord, registry } from '@bridge/translation'

const tables: readonly EntityTable[] = Object.values(registry).flatMap((entry) =>
  entry.kind === 'built' ? [entry.table] : [],
)

const tableByRecord = new Map<string, EntityTable>(
  tables.flatMap((table) => table.variants.map(({ desktop }) => [`${desktop}Ret`, table] as const)),
)

/** Returns the entity that reads a record, such as `CustomerRet`. */
export function findTable(record: string): EntityTable | undefined {
  return tableByRecord.get(record)
}

/** Returns the paths of a record's values that its entity's reader never looks at. */
export function findDropped(record: Element): readonly string[] {
  const table = findTable(record.name)
  if (table === undefined) return []
  const read = new Set<Element>()
  readRecord(table, track(record, read), {})
  return [...new Set(listLeaves(record, record.name, read))]
}

/** Copies an element, and records which texts of the copy are read. */
function track(element: Element, read: Set<Element>): Element {
  const { name, attributes, children } = element
  const tracked = children.map((child) => track(child, read))
  return {
    name,
    attributes,
    children: tracked,
    get text() {
      read.add(element)
      return element.text
    },
  }
}

function listLeaves(element: Element, path: string, read: ReadonlySet<Element>): string[] {
  return element.children.flatMap((child) => {
    const childPath = `${path}/${child.name}`
    if (child.children.length > 0) return listLeaves(child, childPath, read)
    return child.text === '' || read.has(child) ? [] : [childPath]
  })
}
