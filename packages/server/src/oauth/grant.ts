import type { RealmId } from '@bridge/agent-protocol'

/** The permissions of an access token. */
export interface Grant {
  readonly realmId: RealmId
  readonly realmKind: 'sandbox' | 'production'
  readonly orgId: string
  readonly clientId: string
  readonly connectionId: string
  readonly expiresAt: Date
}
