import { describeConnection } from '@bridge/control-plane/provisioning/realm-status'
import type { Services } from '@bridge/control-plane/services/services'
import type { Proposals } from '@bridge/data-plane/proposals/proposals'
import { recordMcpCall } from '@bridge/identity/access/audit.store'
import type { OwnedRealmId } from '@bridge/identity/access/owned'
import { createMcpAuthentication } from '@bridge/identity/oauth/mcp-authentication'
import { allTools } from '@bridge/mcp/all-tools'
import { createMcp, type McpEndpoint, type McpOptions } from '@bridge/mcp/mcp'
import { createProposalTools } from '@bridge/mcp/proposal-tools'

/** Creates the endpoint of MCP hosts. */
export function createMcpEndpoint(
  { config, clock, logger, database, userCalls, restLimiter, proposals }: Services & { readonly proposals: Proposals },
  access: Pick<McpOptions, 'authentication' | 'modes' | 'tools'> = {
    authentication: createMcpAuthentication({ config, clock, database }),
    modes: { find: (realmId) => proposals.findMode(realmId) },
  },
): McpEndpoint {
  return createMcp({
    baseUrl: config.baseUrl,
    clock,
    logger,
    userCalls,
    countRequest: (realmId) => restLimiter.consume(realmId),
    tools: [...allTools, ...createProposalTools(proposals)],
    // A member's consent is behind each token.
    findConnection: (realmId) => describeConnection({ database, clock }, realmId as OwnedRealmId<'viewer'>),
    onCall: ({ clientName, ...caller }, tool) =>
      recordMcpCall(database, { ...caller, host: clientName, tool: tool.name, at: clock() }),
    ...access,
  })
}
