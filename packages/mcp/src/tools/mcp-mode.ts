import type { RealmId } from '@bridge/agent-protocol'

/** A company file's mode. With `propose`, a person commits in the portal. */
export type McpMode = 'off' | 'read' | 'propose' | 'write'

/** Returns a realm's mode and kind. */
export interface McpModes {
  find(realmId: RealmId): Promise<McpRealm | undefined>
}

/** What a call needs to know about its realm. */
export interface McpRealm {
  readonly kind: 'sandbox' | 'production'
  readonly mode: McpMode
}
