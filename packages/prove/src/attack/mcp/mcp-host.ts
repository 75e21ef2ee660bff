import { redirectUri, type Tenant } from '@bridge/harness/create-tenant'
import { challengeOf, verifier } from '@bridge/server/testing/oauth-attacks'
import { type OAuthClient, openOAuthClient, parseTokens } from '../oauth/oauth-client.ts'
import { findHeader, type Reply } from '../target/reply.ts'
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

/** Calls a tool of a company file. */
export function callTool(
  target: Target,
  { authorization, realmId, name, input }: ToolCall & { readonly authorization: string; readonly realmId: string },
): Promise<Reply> {
  return target.send({
    method: 'POST',
    path: `/mcp/${realmId}`,
    headers: {
      authorization,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }),
  })
}

interface ToolCall {
  readonly name: string
  readonly input: object
}

/** Proposes a deletion to a company file's tools. Returns the status, or the error of a challenge. */
export async function callTools(target: Target, authorization: string, realmId: string): Promise<string> {
  const input = { operation: 'delete', entity: 'Customer', record: { Id: '1', SyncToken: '1' } }
  const reply = await callTool(target, { authorization, realmId, name: 'propose', input })
  const challenge = findHeader(reply, 'www-authenticate')
  if (challenge?.includes('error="insufficient_scope"')) return 'insufficient_scope'
  if (reply.status === 401 && !challenge?.includes('resource_metadata="')) return 'no challenge'
  return String(reply.status)
}
