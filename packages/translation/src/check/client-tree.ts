import type { Row, Rows } from '../table/row.ts'

/** A table's rows as the tree that a client's body has. */
export interface ClientNode {
  /** The row's key, or the path of a group. */
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

/** The tree of a table; made once. */
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
