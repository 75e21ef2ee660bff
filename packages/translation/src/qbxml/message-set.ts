import type { Element } from './element.ts'

/** What QuickBooks does with the requests behind one that failed. `rollbackOnError` is in no version that works. */
export type OnError = 'stopOnError' | 'continueOnError'

/** One request of a message set: an element whose name ends in `Rq`. */
export type QbxmlRequest = Element

/** A message set to QuickBooks; print it with `printMessageSet`. Source: facts/qbxml.md, section 2.1. */
export interface MessageSet {
  readonly requests: readonly QbxmlRequest[]
  readonly onError: OnError
  /** Error recovery, at most 23 characters (facts/qbxml.md, section 7). */
  readonly newMessageSetId?: string
  readonly oldMessageSetId?: string
}

export type StatusSeverity = 'Info' | 'Warn' | 'Error'

/** One response of an answer, for the request at the same place in the message set. */
export interface QbxmlResponse {
  /** The element's name, for example `CustomerAddRs`. */
  readonly name: string
  readonly requestId?: string
  readonly statusCode: number
  readonly statusSeverity: StatusSeverity
  readonly statusMessage: string
  readonly retCount?: number
  readonly iteratorId?: string
  readonly iteratorRemainingCount?: number
  /** What the response holds: one element a record (`CustomerRet`), or the bare fields of a deletion. */
  readonly elements: readonly Element[]
}

/** QuickBooks' answer to a message set; read it with `parseMessageSetResponse`. */
export interface MessageSetResponse {
  /** Present only where error recovery was asked for. */
  readonly messageSetStatusCode?: number
  /** Repeated from the message set that asked for error recovery. */
  readonly newMessageSetId?: string
  readonly responses: readonly QbxmlResponse[]
}
