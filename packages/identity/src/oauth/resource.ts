import { parseRealmId, type RealmId } from '@bridge/agent-protocol'
import { OAuthError } from '@bridge/faults'
import type { Parameters } from './parameters.ts'

/** The surface for a token: `/v3` or `/mcp`. */
export type Audience = 'data_plane' | 'mcp'

/** What a request's `resource` names (RFC 8707). */
export interface RequestedResource {
  readonly audience: Audience
  /** Undefined for `/v3`, and for `/mcp` without a company file. */
  readonly realmId?: RealmId | undefined
}

const mcpPath = '/mcp'

/** Returns the resource identifier of a company file's tools, or of `/mcp`. */
export function mcpResource(baseUrl: string, realmId?: string): string {
  return `${baseUrl}${mcpPath}${realmId === undefined ? '' : `/${realmId}`}`
}

/** Returns the address of an `/mcp` resource's metadata (RFC 9728, section 3.1). */
export function resourceMetadataUrl(baseUrl: string, realmId?: string): string {
  return mcpResource(`${baseUrl}/.well-known/oauth-protected-resource`, realmId)
}

/**
 * Parses `resource`. Clients of QuickBooks Online do not send it, and get tokens for `/v3`.
 *
 * @throws OAuthError `invalid_target` for the address of another service
 */
export function parseResource(baseUrl: string, parameters: Parameters): RequestedResource {
  const resource = parameters.get('resource')
  if (resource === undefined) return { audience: 'data_plane' }
  const root = mcpResource(baseUrl)
  const normal = URL.canParse(resource) ? new URL(resource).href.replace(/\/$/, '') : ''
  if (normal === root) return { audience: 'mcp' }
  const realmId = normal.startsWith(`${root}/`) ? parseRealmId(normal.slice(root.length + 1)) : undefined
  if (realmId === undefined) throw new OAuthError('invalid_target', `resource must be ${root}/ and a realm ID.`)
  return { audience: 'mcp', realmId }
}

/** Finds the mistake in a token request for another resource than its code or refresh token was issued for. */
export function findResourceError(
  requested: RequestedResource | undefined,
  issued: Required<RequestedResource>,
): OAuthError | undefined {
  if (requested === undefined) return undefined
  const isSame =
    requested.audience === issued.audience && (requested.realmId === undefined || requested.realmId === issued.realmId)
  return isSame
    ? undefined
    : new OAuthError('invalid_target', 'resource differs from the one that the user consented to.')
}
