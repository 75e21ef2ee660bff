import { findMessageTable, getMessageNames, type Node } from '@bridge/qbxml'

let names: ReadonlySet<string> | undefined

/** Returns the names of all elements in the message tables. */
export function getElementNames(): ReadonlySet<string> {
  names ??= collectNames()
  return names
}

function collectNames(): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (nodes: readonly Node[]): void => {
    for (const node of nodes) {
      if (node.kind === 'choice') for (const each of node.alternatives) visit(each)
      else {
        found.add(node.name)
        visit(node.content)
      }
    }
  }
  for (const name of getMessageNames()) if (/R[qs]$/.test(name)) visit(findMessageTable(name)?.content ?? [])
  return found
}
