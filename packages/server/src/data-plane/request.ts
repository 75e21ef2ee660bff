import type { Fault } from '@bridge/faults'
import type { Operation } from './operations/operation.ts'

/** Several operations in one request. */
export interface Batch {
  readonly kind: 'batch'
  readonly items: readonly BatchItem[]
}

export interface BatchItem {
  /** The client's name for the item. */
  readonly bId: string
  /** A fault if the item could not be parsed. */
  readonly operation: Operation | Fault
}

/** Changed data of several entities. */
export interface Changes {
  readonly kind: 'changes'
  /** Names as the client wrote them, supported or not, without repetitions in any case. */
  readonly entities: readonly string[]
  /** Seconds since 1970, inclusive. */
  readonly since: number
}

/** A request for what the organization's plan allows. */
export interface EntitlementsRequest {
  readonly kind: 'entitlements'
}

/** Everything that a request to the data plane can be. */
export type ParsedRequest = Operation | Batch | Changes | EntitlementsRequest
