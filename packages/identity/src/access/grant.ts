import type { RealmId } from '@bridge/agent-protocol'
import type { ClientSettings } from './client-settings.ts'

/** The permissions behind an access token, or behind a call made by the service for a user. */
export interface Grant {
  readonly realmId: RealmId
  readonly realmKind: 'sandbox' | 'production'
  readonly orgId: string
  /** The access token's client and connection; absent for a portal user. */
  readonly clientId?: string
  readonly connectionId?: string
  readonly clientSettings?: ClientSettings
  /** Names the sender of the requests in the request log: the API by default, `proposal` for reads that check one. */
  readonly source?: 'explorer' | 'replay' | 'mcp' | 'proposal'
  /** Rejects requests changing the company file. */
  readonly isReadOnly?: boolean
  readonly expiresAt: Date
}
