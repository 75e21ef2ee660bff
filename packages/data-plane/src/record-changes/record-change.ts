import type { ChangeOperation, ChangeSource } from '@bridge/database'

/** What happened to a record, once per version of it. */
export interface RecordChange {
  /** The entity's name in QuickBooks Online: `Invoice`. */
  readonly entity: string
  readonly recordId: string
  readonly operation: ChangeOperation
  readonly occurredAt: Date
  /** The record's EditSequence; for a create or a delete its time. */
  readonly version: string
  readonly source: ChangeSource
  /** The ID that a merge removed. */
  readonly mergedId?: string | undefined
  /** `X-Request-Id` of the request that made it. */
  readonly traceId?: string | undefined
}

/** A stored change. Sequence numbers rise in the order of commits within a realm, with gaps. */
export interface StoredChange extends RecordChange {
  readonly seq: bigint
}
