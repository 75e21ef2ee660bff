import { findMessageTable, getMessageNames } from './message-table.ts'
import type { Node, ValueType } from './notation.ts'

/** Returns an element's type in the requests that add and change records; undefined if they do not agree on one. */
export function findElementType(name: string): ValueType | undefined {
  typesByName ??= collectTypes()
  const [type, ...others] = typesByName.get(name) ?? []
  return others.length === 0 ? type : undefined
}

let typesByName: ReadonlyMap<string, ReadonlySet<ValueType>> | undefined

function collectTypes(): ReadonlyMap<string, ReadonlySet<ValueType>> {
  const types = new Map<string, Set<ValueType>>()
  for (const name of getMessageNames()) {
    if (/(Add|Mod)Rq$/.test(name)) addTypes(findMessageTable(name)?.content ?? [], types)
  }
  return types
}

function addTypes(nodes: readonly Node[], types: Map<string, Set<ValueType>>): void {
  for (const node of nodes) {
    if (node.kind === 'choice') for (const each of node.alternatives) addTypes(each, types)
    else if (node.type === undefined) addTypes(node.content, types)
    else types.set(node.name, (types.get(node.name) ?? new Set()).add(node.type))
  }
}
