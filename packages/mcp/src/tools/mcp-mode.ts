import type { RealmId } from '@bridge/agent-protocol'
import type { McpMode } from '@bridge/identity/access/mcp-caller'

export type { McpMode } from '@bridge/identity/access/mcp-caller'

/** Returns a realm's mode and kind. */
export interface McpModes {
  find(realmId: RealmId): Promise<McpRealm | undefined>
}

/** What a call needs to know about its realm. */
export interface McpRealm {
  readonly kind: 'sandbox' | 'production'
  readonly mode: McpMode
}
