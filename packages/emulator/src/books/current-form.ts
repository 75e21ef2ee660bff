import type { Document } from '../storage/company-storage.ts'
import type { Transaction } from './record.ts'

/** An invoice or opening balance as it was stored before transactions had applications. */
type FirstForm = Omit<Transaction, 'applications' | 'lines'> & {
  readonly lines: readonly Omit<Transaction['lines'][number], 'table'>[]
}

const firstKinds = new Set(['Invoice', 'Opening'])

/** Converts a document that any earlier version stored to its current form. */
export function toCurrentForm(document: Document): Document {
  const { kind, value } = document
  if (!firstKinds.has(kind) || value === null || (value as Transaction).applications !== undefined) return document
  const transaction = value as unknown as FirstForm
  const lines = transaction.lines.map((line) => ({ ...line, table: `${kind}Line` }))
  return { ...document, value: { ...transaction, lines, applications: [] } }
}
