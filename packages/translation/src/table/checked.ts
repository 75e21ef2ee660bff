import type { Element } from '../qbxml/element.ts'
import type { EntityTable, Variant } from './entity-table.ts'
import type { JsonObject, JsonValue } from './json.ts'
import type { LineKind } from './line-kind.ts'

/** A reference as it is written: by id, or by full name where the client gave no id. */
export type CheckedRef = { readonly listId: string } | { readonly fullName: string }

/** A value in the desktop's spelling; empty text clears the field. Elements stand for themselves. */
export type CheckedValue = string | CheckedRef | readonly Element[]

/** Values by the row's key. */
export type CheckedValues = ReadonlyMap<string, CheckedValue>

/** A line of a checked body, in the client's order. */
export interface CheckedLine {
  /** `Line[2]`, for faults. */
  readonly path: string
  readonly id: string | undefined
  /** Undefined for a kept line whose body does not say its kind. */
  readonly kind: LineKind | undefined
  readonly values: CheckedValues
  /** The line as the client sent it. */
  readonly body: JsonObject
}

/** A value that QuickBooks cannot set on an existing record: fine if the record has it already. */
export interface Unchanged {
  /** The client's path, dots below the record. */
  readonly path: string
  /** As the client sent it. */
  readonly value: JsonValue
  readonly reason: string
  /** QuickBooks makes it from these fields: fine if it names what comes of them. */
  readonly composedOf?: readonly string[]
}

/** A value of a custom field; an empty one clears it. */
export interface CheckedCustomField {
  /** As the client spells it. */
  readonly name: string
  readonly value: string
  /** `CustomField[1]`, for faults. */
  readonly path: string
}

/** A body that passed the checks, in the desktop's spelling. */
export interface CheckedRecord {
  readonly table: EntityTable
  /** Undefined where only the current record can tell (an update of an item). */
  readonly variant: Variant | undefined
  readonly id: string | undefined
  readonly syncToken: string | undefined
  readonly values: CheckedValues
  /** Undefined: lines stay untouched. */
  readonly lines: readonly CheckedLine[] | undefined
  readonly unchanged: readonly Unchanged[]
  readonly customFields: readonly CheckedCustomField[]
  readonly body: JsonObject
}
