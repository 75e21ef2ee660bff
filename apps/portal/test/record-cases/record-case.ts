import type { Entity } from '../client-libraries.ts'

/** Looks up the reference to an earlier case's record. */
export type FindRef = (name: string) => { readonly value: string }

/** A record with its create, update, find and cleanup steps. */
export interface RecordCase {
  readonly entity: string
  /** The name by which later cases refer to the record. */
  readonly name: string
  create(ref: FindRef, tag: string): object
  change(record: Entity): object
  /** QuickBooks Desktop rejects every update to the record. */
  readonly isReadOnly?: boolean
  /** Returns criteria matching the record. */
  find(record: Entity): object
  /** Applied after all records are written, in reverse order. */
  readonly cleanup?: 'void' | 'delete' | 'deactivate'
}

/** Finds the record by a field. */
export function byField(field: string) {
  return (record: Entity) => ({ [field]: record[field] })
}

export const byDocNumber = byField('DocNumber')

/** Finds the record by a field's reference. */
export function byReference(field: string) {
  return (record: Entity): object => [
    { field, value: (record[field] as { value: string }).value, operator: '=' },
    { field: 'TxnDate', value: '2026-03-01', operator: '>=' },
  ]
}

/** An update supported by every transaction. */
export function changeNote() {
  return { PrivateNote: 'Überprüft & ok' }
}
