import type { Document } from '../storage/company-storage.ts'
import type { Transaction } from './record.ts'

/** An invoice or an opening balance as files kept it before transactions could settle each other. */
type FirstForm = Omit<Transaction, 'applications' | 'lines'> & {
  readonly lines: readonly Omit<Transaction['lines'][number], 'table'>[]
}

const firstKinds = new Set(['Invoice', 'Opening'])

/** A document in the form in which the books keep it now, however old the file is that holds it. */
export function toCurrentForm(document: Document): Document {
  const { kind, value } = document
  if (!firstKinds.has(kind) || value === null || (value as Transaction).applications !== undefined) return document
  const transaction = value as unknown as FirstForm
  const lines = transaction.lines.map((line) => ({ ...line, table: `${kind}Line` }))
  return { ...document, value: { ...transaction, lines, applications: [] } }
}
