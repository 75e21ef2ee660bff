import type { RealmId } from '@bridge/agent-protocol'

/** What an access token grants. */
export interface Grant {
  readonly realmId: RealmId
  readonly realmKind: 'sandbox' | 'production'
  readonly orgId: string
  readonly clientId: string
  readonly connectionId: string
  readonly expiresAt: Date
}
