/** Anything JSON can hold. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue }

/** One piece of a company file, for example `{ kind: 'Customer', id: '80000001-1700000000', value: {…} }`. */
export interface Document {
  readonly kind: string
  readonly id: string
  /** `null` says that the document was removed. */
  readonly value: JsonValue
}

/** What changed in the company file since a version. */
export interface Delta {
  /** The version that the documents bring the reader to; 0 is a company file that was never written. */
  readonly version: number
  /** Whether `documents` is everything there is, so that older knowledge must be dropped. */
  readonly complete: boolean
  readonly documents: readonly Document[]
}

/** What a piece of work wants stored, and what it answers. */
export interface Work<Result> {
  readonly changes: readonly Document[]
  readonly result: Result
}

/**
 * Where a company file lives. `exclusive` gives one caller at a time the file (across processes
 * where the storage is shared), tells it what changed since the version it knows, and stores
 * the work's changes all together or, when the work throws, not at all. Storing changes raises
 * the version by one; the work is done when `exclusive` resolves, which then tells the version.
 */
export interface CompanyStorage {
  exclusive<Result>(
    sinceVersion: number | undefined,
    work: (delta: Delta) => Work<Result>,
  ): Promise<{ readonly version: number; readonly result: Result }>
}
