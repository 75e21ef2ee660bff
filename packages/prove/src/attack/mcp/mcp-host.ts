import { redirectUri, type Tenant } from '@bridge/harness/create-tenant'
import { createMcpAuthentication } from '@bridge/identity/oauth/mcp-authentication'
import { challengeOf, verifier } from '@bridge/server/testing/oauth-attacks'
import { type OAuthClient, openOAuthClient, parseTokens } from '../oauth/oauth-client.ts'
import type { Target } from '../target/start-target.ts'

type Fields = Readonly<Record<string, string>>

/** A host of `/mcp`, connected by an organization's owner with the organization's client. */
export interface McpHost extends OAuthClient {
  /** The authorize request's parameters for the organization's company file. */
  readonly parameters: Fields
  /** The fields of an exchange. */
  readonly fields: Fields
  connectHost(scope?: string): Promise<ReturnType<typeof parseTokens>>
}

export function openHost(target: Target, tenant: Tenant): McpHost {
  const client = openOAuthClient(target, tenant)
  const resource = `${target.origin}/mcp/${tenant.productionId}`
  // A parameter without a value is left out: the resource names the company file.
  const parameters = { realm_id: '', resource, ...challengeOf(verifier), redirect_uri: redirectUri }
  const fields = { code_verifier: verifier, resource }
  return {
    ...client,
    parameters,
    fields,
    connectHost: async (scope = 'bridge.read bridge.write bridge.delete') =>
      parseTokens(await client.exchange(await client.getCode({ ...parameters, scope }), fields)),
  }
}

/** Authenticates a caller of a company file's tools. Returns the scopes, or the status of a rejection. */
export async function callTools(target: Target, authorization: string | undefined, realmId: string): Promise<string> {
  const { authenticateMcpCaller } = createMcpAuthentication({
    database: target.database,
    clock: () => new Date(),
    config: { baseUrl: target.origin },
  })
  const caller = await authenticateMcpCaller(authorization, realmId)
  if (!(caller instanceof Response)) return [...caller.scopes].join(' ')
  const hasChallenge = caller.headers.get('www-authenticate')?.includes('resource_metadata="') ?? false
  return hasChallenge ? String(caller.status) : 'no challenge'
}
