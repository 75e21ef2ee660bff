/** A JSON value. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue }

/** One piece of a company file, for example `{ kind: 'Customer', id: '80000001-1700000000', value: {…} }`. */
export interface Document {
  readonly kind: string
  readonly id: string
  /** `null` for a removed document. */
  readonly value: JsonValue
}

/** The changes of a company file since a version. */
export interface Delta {
  /** The version with these changes; 0 for a company file that was never written. */
  readonly version: number
  /** Whether `documents` is complete and replaces the reader's documents. */
  readonly complete: boolean
  readonly documents: readonly Document[]
}

/** The changes and the result of a transaction. */
export interface Work<Result> {
  readonly changes: readonly Document[]
  readonly result: Result
}

/**
 * The storage of a company file. `exclusive` locks the file, across processes where the storage is shared, and calls
 * `work` with the changes since the caller's version. It stores all changes of the work, or none if the work throws.
 * Storing changes raises the version by one. When `exclusive` resolves with the version, the changes are stored.
 */
export interface CompanyStorage {
  exclusive<Result>(
    sinceVersion: number | undefined,
    work: (delta: Delta) => Work<Result>,
  ): Promise<{ readonly version: number; readonly result: Result }>
  /**
   * Returns whether a version is the latest one and nothing is writing the file, so that queries need no lock. Absent
   * where `exclusive` costs no more.
   */
  isCurrent?(version: number): Promise<boolean>
}
