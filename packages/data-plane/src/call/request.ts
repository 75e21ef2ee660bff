import type { Fault } from '@bridge/faults'
import type { ReportRequest } from '@bridge/translation'
import type { ItemTarget, Operation } from '../operations/operation.ts'

/** Several operations in one request. */
export interface Batch {
  readonly kind: 'batch'
  readonly items: readonly BatchItem[]
}

export interface BatchItem {
  /** The client's name for the item. */
  readonly bId: string
  readonly target: ItemTarget
  /** A fault if the item could not be parsed. */
  readonly operation: Operation | Fault
}

/** Several entities' changed data. */
export interface Changes {
  readonly kind: 'changes'
  /** Names as the client wrote them, supported or not, without case-insensitive duplicates. */
  readonly entities: readonly string[]
  /** Seconds since 1970, inclusive. */
  readonly since: number
}

/** A request for a report. */
export interface ReportCall {
  readonly kind: 'report'
  readonly report: ReportRequest
}

/** A request for the organization's entitlements. */
export interface EntitlementsRequest {
  readonly kind: 'entitlements'
}

/** Any parsed request. */
export type ParsedRequest = Operation | Batch | Changes | ReportCall | EntitlementsRequest
