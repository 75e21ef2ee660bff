import type { FaultCode } from '@bridge/faults'
import type { Grant } from '@bridge/identity/access/grant'
import type { CallTrace } from '../request-log/call-trace.ts'

/** The response to a call made by the service for a user, and what happened on its way. */
export interface TracedResponse {
  readonly response: Response
  /** The whole body's length. */
  readonly bodyCharacters: number
  readonly totalMs: number
  /** Absent if the call did not reach the company file. */
  readonly trace?: CallTrace
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

/** Data plane calls made by the service for a signed-in user, without an access token. */
export interface UserCalls {
  /** Sends a request to the data plane, as if a token had the grant. The trace has the qbXML, which is not stored. */
  send(request: Request, grant: Grant): Promise<TracedResponse>
  /** Returns a request's mistakes as the data plane would report them, without sending it. */
  findMistakes(request: Request, grant: Pick<Grant, 'realmId'>): Promise<readonly FoundMistake[]>
}
