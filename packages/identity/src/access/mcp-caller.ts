import type { RealmId } from '@bridge/agent-protocol'

/** What an access token for `/mcp` may allow. */
export type McpScope = 'bridge.read' | 'bridge.write' | 'bridge.delete'

/** A company file's mode, which limits MCP hosts. With `propose`, a person commits in the portal. */
export type McpMode = 'off' | 'read' | 'propose' | 'write'

/** Who calls a company file's tools. */
export interface McpCaller {
  readonly realmId: RealmId
  readonly orgId: string
  readonly clientId: string
  /** The host's name. */
  readonly clientName: string
  /** The member who consented. */
  readonly userId: string
  readonly scopes: ReadonlySet<McpScope>
}
