import type { EntityTable } from '../table/entity-table.ts'
import type { Row, Rows } from '../table/row.ts'
import type { ValueType } from '../table/traits.ts'

/** The fields of an entity, of all its variants and kinds of lines together, as a tree in the shape of a record. */
export interface FieldNode {
  /** The type of a value; undefined for a group, and for a field that is refused or ignored. */
  type: ValueType | 'structure' | 'lines' | undefined
  readonly children: Map<string, FieldNode>
}

const trees = new WeakMap<EntityTable, FieldNode>()

/** Returns the tree of an entity, and builds it on first use. */
export function getFieldTree(table: EntityTable): FieldNode {
  const known = trees.get(table)
  if (known !== undefined) return known
  const root = emptyNode()
  for (const { rows } of table.variants) addRows(root, rows)
  trees.set(table, root)
  return root
}

function emptyNode(): FieldNode {
  return { type: undefined, children: new Map() }
}

function addRows(root: FieldNode, rows: Rows): void {
  for (const [key, row] of Object.entries(rows)) {
    let node = root
    for (const name of key.split('.')) {
      const next = node.children.get(name) ?? emptyNode()
      node.children.set(name, next)
      node = next
    }
    node.type ??= findType(row)
    if (row.kind === 'lines') for (const kind of row.kinds) addRows(node, kind.rows)
  }
}

function findType(row: Row): FieldNode['type'] {
  if (row.kind === 'lines') return 'lines'
  return 'type' in row ? row.type : undefined
}
