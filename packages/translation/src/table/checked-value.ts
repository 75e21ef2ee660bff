import type { Element } from '@bridge/qbxml'
import type { JsonObject, JsonValue } from './json.ts'

/** A reference to write: by ID, or by full name if the client sent no ID. */
export type CheckedRef = { readonly listId: string } | { readonly fullName: string }

/** A value in the desktop's spelling. An empty string clears the field; elements are written unchanged. */
export type CheckedValue = string | CheckedRef | readonly Element[]

export function isRef(value: CheckedValue | undefined): value is CheckedRef {
  return typeof value === 'object' && ('listId' in value || 'fullName' in value)
}

/** Values by row key. */
export type CheckedValues = ReadonlyMap<string, CheckedValue>

/** A value that QuickBooks cannot set on an existing record. The update passes if the record already has the value. */
export interface Unchanged {
  /** Client-side path, with dots. */
  readonly path: string
  /** As the client sent it. */
  readonly value: JsonValue
  readonly reason: string
  /** Replaces the client-side comparison with the current record. Throws if the values differ. */
  readonly check?: (before: JsonObject) => void
}
