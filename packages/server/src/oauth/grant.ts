import type { RealmId } from '@bridge/agent-protocol'

/** The permissions of an access token, or of a call that the service makes for a user. */
export interface Grant {
  readonly realmId: RealmId
  readonly realmKind: 'sandbox' | 'production'
  readonly orgId: string
  /** The client and the connection of an access token; absent for a user of the portal. */
  readonly clientId?: string
  readonly connectionId?: string
  /** The format that the client prefers for responses. */
  readonly responseFormat?: 'json' | 'xml'
  /** What sends the requests, for the request log; the API by default. */
  readonly source?: 'explorer' | 'replay'
  /** Rejects requests that change the company file. */
  readonly isReadOnly?: boolean
  readonly expiresAt: Date
}
