import type Big from 'big.js'
import type { Books } from '../books/books.ts'
import type { ListRecord } from '../books/record.ts'
import type { Catalogue } from './chart.ts'
import { addFigures } from './sums.ts'

/** A list record with its figures, and the records below it with figures. */
export interface RecordNode {
  readonly record: ListRecord
  /** The record itself's figures; absent if only records below it have any. */
  readonly own?: readonly Big[] | undefined
  /** The figures including all records below it. */
  readonly total: readonly Big[]
  readonly children: readonly RecordNode[]
}

/** Returns a list's top records in order, given the ones with figures (by ListID). */
export function toRecordTree(
  books: Books,
  catalogue: Catalogue,
  figures: ReadonlyMap<string, readonly Big[]>,
): readonly RecordNode[] {
  const below = new Map<string, Set<ListRecord>>()
  const roots = new Set<ListRecord>()
  for (const id of figures.keys()) {
    let record = books.lists.byId(catalogue.family, id)
    while (record !== undefined) {
      const parent = catalogue.getParent(record)
      if (parent === undefined) roots.add(record)
      else below.set(parent.id, (below.get(parent.id) ?? new Set()).add(record))
      record = parent
    }
  }
  const toNode = (record: ListRecord): RecordNode => {
    const own = figures.get(record.id)
    const children = toNodes(below.get(record.id) ?? [])
    const parts = [...(own === undefined ? [] : [own]), ...children.map(({ total }) => total)]
    return { record, own, total: parts.reduce((one, other) => addFigures(one, other)), children }
  }
  const toNodes = (records: Iterable<ListRecord>): readonly RecordNode[] =>
    [...records]
      .map((record) => ({ record, order: catalogue.getOrder(record) }))
      .sort((one, other) => (one.order < other.order ? -1 : one.order > other.order ? 1 : 0))
      .map(({ record }) => toNode(record))
  return toNodes(roots)
}
