import type { Row, Rows } from '../table/row.ts'

/** A table's rows as a tree shaped like a client's body. */
export interface ClientNode {
  /** The row's key, or a group's path. */
  readonly key: string
  readonly row: Row | undefined
  readonly children: ReadonlyMap<string, ClientNode>
}

interface Draft {
  readonly key: string
  row: Row | undefined
  readonly children: Map<string, Draft>
}

const trees = new WeakMap<Rows, ClientNode>()

/** Returns a table's tree, built on first use. */
export function clientTree(rows: Rows): ClientNode {
  const known = trees.get(rows)
  if (known !== undefined) return known
  const root: Draft = { key: '', row: undefined, children: new Map() }
  for (const [key, row] of Object.entries(rows)) {
    let node = root
    for (const name of key.split('.')) {
      let next = node.children.get(name)
      if (next === undefined) {
        next = { key: node.key === '' ? name : `${node.key}.${name}`, row: undefined, children: new Map() }
        node.children.set(name, next)
      }
      node = next
    }
    node.row = row
  }
  trees.set(rows, root)
  return root
}
