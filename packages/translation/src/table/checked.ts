import type { CheckedValues, Unchanged } from './checked-value.ts'
import type { EntityTable, Variant } from './entity-table.ts'
import type { JsonObject, JsonValue } from './json.ts'
import type { CheckedLine } from './row.ts'
import type { CurrencyRule, OwnedValue, Rejection } from './traits.ts'

/** A custom field's value; an empty one clears it. */
export interface CheckedCustomField {
  /** The client's spelling. */
  readonly name: string
  readonly value: string
  /** Path for faults: `CustomField[1]`. */
  readonly path: string
}

/** A sent value owned by another record. */
export interface BorrowedValue {
  readonly key: string
  readonly row: OwnedValue
  readonly value: JsonValue
}

/** A currency's code or an exchange rate in a body, which mean something only in files with several currencies. */
export interface SentCurrency {
  readonly key: string
  /** A code in upper case, or a decimal number. */
  readonly text: string
  readonly rule: CurrencyRule
  /** Why QuickBooks Desktop decides, and what a client sends instead. */
  readonly rejection?: Pick<Rejection, 'reason' | 'instead'>
}

/** A body that passed the checks, in the desktop's spelling. */
export interface CheckedRecord {
  readonly table: EntityTable
  /** Undefined if only the current record shows it, as in updates of items. */
  readonly variant: Variant | undefined
  readonly id: string | undefined
  readonly syncToken: string | undefined
  readonly values: CheckedValues
  /** Undefined if the lines stay unchanged. */
  readonly lines: readonly CheckedLine[] | undefined
  readonly unchanged: readonly Unchanged[]
  readonly customFields: readonly CheckedCustomField[]
  /** Compared with their owners before the write. */
  readonly borrowed: readonly BorrowedValue[]
  /** Decided by the company file's currencies before the write. */
  readonly currencies: readonly SentCurrency[]
  /** The currency and the rate to write, as decided. */
  readonly decided?: CheckedValues
  readonly body: JsonObject
}
