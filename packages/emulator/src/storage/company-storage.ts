/** A JSON value. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue }

/** A piece of a company file, for example `{ kind: 'Customer', id: '80000001-1700000000', value: {…} }`. */
export interface Document {
  readonly kind: string
  readonly id: string
  /** `null` for a removed document. */
  readonly value: JsonValue
}

/** A company file's changes since a version. */
export interface Delta {
  /** The version with these changes; 0 for a company file never written. */
  readonly version: number
  /** Whether `documents` is complete and replaces the reader's documents. */
  readonly complete: boolean
  readonly documents: readonly Document[]
}

/** The changes and a transaction's result. */
export interface Work<Result> {
  readonly changes: readonly Document[]
  readonly result: Result
}

/**
 * A company file's storage. `exclusive` locks the file, across processes where the storage is shared, and calls `work`
 * with the changes since the caller's version. It stores all the work's changes, or none if it throws. Storing changes
 * raises the version by one. When `exclusive` resolves with the version, the changes are stored.
 */
export interface CompanyStorage {
  exclusive<Result>(
    sinceVersion: number | undefined,
    work: (delta: Delta) => Work<Result>,
  ): Promise<{ readonly version: number; readonly result: Result }>
  /**
   * Whether a version is the latest one and nothing is writing the file, so queries need no lock. Absent where
   * `exclusive` costs no more.
   */
  isCurrent?(version: number): Promise<boolean>
}
