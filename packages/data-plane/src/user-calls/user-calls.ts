import type { FaultCode } from '@bridge/faults'
import type { Grant } from '@bridge/identity/access/grant'
import type { MaySend, ShownChanges } from '../operations/held-back-write.ts'
import type { CallTrace } from '../request-log/call-trace.ts'

/** The response to a call made by the service for a user, and what happened on its way. */
export interface TracedResponse {
  readonly response: Response
  /** The whole body's length. */
  readonly bodyCharacters: number
  readonly totalMs: number
  /** Absent if the call did not reach the company file. */
  readonly trace?: CallTrace
  /** The write that was held back: nothing was sent, and the response is empty. */
  readonly heldBack?: ShownChanges
}

/** A mistake found in a request without sending it. */
export interface FoundMistake {
  readonly code: FaultCode | string
  /** The response's HTTP status. */
  readonly status: number
  readonly message: string
  readonly detail: string
  /** The path to the invalid field. */
  readonly element?: string
}

export interface SendOptions {
  /** Decides whether the first message set that changes the company file is sent; it is by default. */
  readonly maySend?: MaySend
}

/** Data plane calls made by the service for a signed-in user, without an access token. */
export interface UserCalls {
  /** Sends a request to the data plane, as if a token had the grant. The trace has the qbXML, which is not stored. */
  send(request: Request, grant: Grant, options?: SendOptions): Promise<TracedResponse>
  /** Returns a request's mistakes as the data plane would report them, without sending it. */
  findMistakes(request: Request, grant: Pick<Grant, 'realmId'>): Promise<readonly FoundMistake[]>
}
