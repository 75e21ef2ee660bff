/** Where QuickBooks and the product differ. */
export interface Difference {
  /** The belief whose check found it. */
  readonly row: string
  /** The side of the product: the belief itself, the message tables, the reader, or the emulator. */
  readonly with: 'belief' | 'tables' | 'reader' | 'emulator'
  /** For example `CustomerRet/JobStatus`. */
  readonly path: string
  readonly quickBooks: string
  readonly product: string
  /** The file that QuickBooks contradicts. */
  readonly place: string
}

export function formatDifference({ row, with: other, path, quickBooks, product, place }: Difference): string {
  return `${row} ${path}: QuickBooks ${quickBooks}; the ${other === 'belief' ? 'belief' : other} ${product} (${place})`
}

/** Returns a key under which the same difference of another report is recognized. */
export function getKey({ row, with: other, path, product }: Difference): string {
  return `${row} ${other} ${path} ${product}`
}
