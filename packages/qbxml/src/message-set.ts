import type { Element, ElementList } from './element.ts'

/** How requests after a failed one are handled. QuickBooks rejects `rollbackOnError`. */
export type OnError = 'stopOnError' | 'continueOnError'

/** A request in a message set: an element whose name ends in `Rq`. */
export type QbxmlRequest = Element

/** Requests for QuickBooks, to be serialized with `serializeMessageSet`. */
export interface MessageSet {
  readonly requests: readonly QbxmlRequest[]
  readonly onError: OnError
  /** Requests error recovery; at most 23 characters. */
  readonly newMessageSetId?: string
  readonly oldMessageSetId?: string
}

export type StatusSeverity = 'Info' | 'Warn' | 'Error'

/** The response to the request at the same position in the message set. */
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
  /** One element per record (`CustomerRet`), or the bare fields of a deletion. */
  readonly elements: readonly Element[]
  /** On the first response: characters forbidden in XML were dropped from the message set. */
  readonly hasDroppedCharacters?: true
}

/** The responses to a message set; read it with `parseMessageSetResponse`. */
export interface MessageSetResponse {
  /** Present only if the message set requested error recovery. */
  readonly messageSetStatusCode?: number
  /** Copied from the message set. */
  readonly newMessageSetId?: string
  readonly responses: readonly QbxmlResponse[]
}

/** A response whose elements may be {@link StreamedElements}. */
export interface StreamedResponse extends Omit<QbxmlResponse, 'elements'> {
  readonly elements: ElementList
  /** A long report's rows, which its element then lacks. */
  readonly reportRows?: ElementList
}

/** The responses to a message set; read it with `streamMessageSetResponse`. */
export interface StreamedMessageSetResponse extends Omit<MessageSetResponse, 'responses'> {
  readonly responses: readonly StreamedResponse[]
}
