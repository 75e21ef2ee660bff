import type Big from 'big.js'
import { toRecordTree } from './record-tree.ts'
import type { ReportRow } from './report.ts'
import { type RowStyle, RowWriter, writeRecord } from './row-writer.ts'
import { addFigures, zero } from './sums.ts'

/** The item headings by kind, in order. */
export const itemSections: ReadonlyMap<string, string> = new Map([
  ['ItemInventory', 'Inventory'],
  ['ItemInventoryAssembly', 'Assembly'],
  ['ItemNonInventory', 'Parts'],
  ['ItemService', 'Service'],
  ['ItemOtherCharge', 'Other Charges'],
  ['ItemFixedAsset', 'Fixed Assets'],
  ['ItemDiscount', 'Discounts'],
  ['ItemPayment', 'Payments'],
])

interface ItemRows extends RowStyle {
  /** By ListID. */
  readonly figures: ReadonlyMap<string, readonly Big[]>
  /** How many figures there are. */
  readonly width: number
}

/** Writes items in sections by kind, and their total. */
export function writeItemSections({ figures, width, ...style }: ItemRows): readonly ReportRow[] {
  const writer = new RowWriter()
  const roots = toRecordTree(style.books, style.catalogue, figures)
  for (const [kind, heading] of itemSections) {
    const nodes = roots.filter(({ record }) => record.kind === kind)
    if (nodes.length === 0) continue
    writer.text(heading)
    for (const node of nodes) writeRecord(writer, style, node)
    writer.subtotal(`Total ${heading}`, style.toCells(nodes.map(({ total }) => total).reduce(addFigures)))
  }
  const zeros: readonly Big[] = Array.from({ length: width }, () => zero)
  if (writer.rows.length > 0)
    writer.total('TOTAL', style.toCells(roots.map(({ total }) => total).reduce(addFigures, zeros)))
  return writer.rows
}
