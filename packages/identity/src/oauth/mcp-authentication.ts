import { parseRealmId, type RealmId } from '@bridge/agent-protocol'
import { hashSecret } from '@bridge/database/secrets'
import type { Dependencies } from '@bridge/platform/dependencies'
import type { ServerConfig } from '@bridge/platform/server-config'
import type { McpCaller, McpScope } from '../access/mcp-caller.ts'
import { findMcpConnection, recordMcpUse } from './access-token.store.ts'
import { checkMembership, mayConnect } from './consent-refusal.ts'
import { resourceMetadataUrl } from './resource.ts'
import { toMcpScopes } from './scope.ts'

/** Authenticates the callers of `/mcp`. */
export interface McpAuthentication {
  /**
   * Returns the caller of a company file's tools, or a response that refuses the request. Without a realm ID, it is the
   * company file that the token is for.
   */
  authenticateMcpCaller(authorization: string | undefined, realmId: string | undefined): Promise<McpCaller | Response>
  /** Returns the response to a caller whose token lacks a scope, which asks the host to get it (RFC 6750, section 3.1). */
  refuseScope(caller: ScopedCaller, needed: McpScope): Response
}

/** A caller, and the company file in the address that it calls. */
export interface ScopedCaller extends Pick<McpCaller, 'scopes'> {
  readonly realmId: RealmId | undefined
}

const bearerPattern = /^bearer +(\S{1,512}) *$/i
/** What a host asks for at first. It asks for more once a tool needs it. */
const firstScope: McpScope = 'bridge.read'

/** A token is good for what its user may connect at the time of the call: one who has left, or was demoted, has none. */
export function createMcpAuthentication({
  database,
  clock,
  config,
}: Pick<Dependencies, 'database' | 'clock'> & {
  readonly config: Pick<ServerConfig, 'baseUrl'>
}): McpAuthentication {
  const findCaller = async (token: string, named: RealmId | undefined): Promise<McpCaller | undefined> => {
    const at = clock()
    const connection = await findMcpConnection(database, hashSecret(token), named, at)
    const userId = connection?.consenterId
    const realmId = named ?? parseRealmId(connection?.realmId ?? '')
    if (!connection || !userId || !realmId) return undefined
    const { clientId, client, realm, scope } = connection
    const { orgId, kind: realmKind } = realm
    const membership = await checkMembership(database, { id: userId }, { orgId })
    if (typeof membership === 'string' || !mayConnect(membership, { realmKind })) return undefined
    await recordMcpUse(database, connection, at)
    return { realmId, orgId, clientId, clientName: client.name, userId, scopes: toMcpScopes(scope) }
  }
  const refuse = (status: 401 | 403, realmId: RealmId | undefined, challenge: Readonly<Record<string, string>>) => {
    const metadata = resourceMetadataUrl(config.baseUrl, realmId)
    const parameters = Object.entries({ ...challenge, resource_metadata: metadata })
    const { error = 'invalid_token', error_description = 'The request has no access token.' } = challenge
    return Response.json(
      { error, error_description },
      {
        status,
        headers: {
          'WWW-Authenticate': `Bearer ${parameters.map(([name, value]) => `${name}="${value}"`).join(', ')}`,
          'Cache-Control': 'no-store',
        },
      },
    )
  }
  return {
    async authenticateMcpCaller(authorization, realmIdText) {
      const realmId = realmIdText === undefined ? undefined : parseRealmId(realmIdText)
      if (authorization === undefined) return refuse(401, realmId, { scope: firstScope })
      const [, token] = bearerPattern.exec(authorization) ?? []
      const isUnknown = realmIdText !== undefined && realmId === undefined
      const caller = token && !isUnknown && (await findCaller(token, realmId))
      if (caller) return caller
      return refuse(401, realmId, {
        error: 'invalid_token',
        error_description: 'The access token is unknown, expired or revoked, or was issued for another resource.',
        scope: firstScope,
      })
    },
    refuseScope: ({ realmId, scopes }, needed) =>
      refuse(403, realmId, {
        error: 'insufficient_scope',
        error_description: `This needs the scope ${needed}.`,
        scope: [...scopes, needed].join(' '),
      }),
  }
}
