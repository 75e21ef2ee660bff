import type { EntityTable } from '../table/entity-table.ts'
import type { Row, Rows } from '../table/row.ts'
import type { ValueType } from '../table/traits.ts'

/** An entity's fields, across all its variants and line kinds, as a tree shaped like a record. */
export interface FieldNode {
  /** A value's type; undefined for groups, and for refused or ignored fields. */
  type: ValueType | 'structure' | 'lines' | undefined
  readonly children: Map<string, FieldNode>
}

const trees = new WeakMap<EntityTable, FieldNode>()

/** Returns an entity's tree, built on first use. */
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
