import { type ResourceIds, redirectUri } from '@bridge/harness/create-tenant'
import { oauthPaths } from '@bridge/server/openapi/oauth-paths'
import type { Attack } from '../run/attack.ts'
import type { AttackRequest } from '../target/send.ts'
import type { Target } from '../target/start-target.ts'
import { type Credential, nobodies, strangers } from './credentials.ts'
import { hasStatus, hiddenAttacks } from './hidden-attacks.ts'

/** Forms for each endpoint taking one, from an attacker knowing others' IDs and no secrets. */
function toForms(ids: ResourceIds, clientId: string): readonly Readonly<Record<string, string>>[] {
  const { realmId = '', connectionId = '' } = ids
  const forms: readonly Readonly<Record<string, string>>[] = [
    { grant_type: 'authorization_code', code: connectionId, redirect_uri: redirectUri },
    { grant_type: 'refresh_token', refresh_token: connectionId },
    { token: connectionId },
    { consent_token: connectionId, decision: 'connect', response_type: 'code', redirect_uri: redirectUri },
  ]
  return forms.map((form) => ({ ...form, client_id: clientId, realm_id: realmId }))
}

function toRequests(method: string, path: string): readonly ((ids: ResourceIds, target: Target) => AttackRequest)[] {
  if (method === 'get')
    return [
      ({ realmId = '' }, { attacker }) => ({
        method: 'GET',
        path: `${path}?${new URLSearchParams({
          response_type: 'code',
          client_id: attacker.client.id,
          redirect_uri: redirectUri,
          realm_id: realmId,
        })}`,
      }),
    ]
  return [0, 1, 2, 3].map((index) => (ids, { attacker }) => ({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(toForms(ids, attacker.client.id)[index]).toString(),
  }))
}

const credentials: readonly Credential[] = [...nobodies, ...strangers]

/** Route × credential × what it names. In RFC 7009, revoking an unknown token succeeds. */
export const oauthMatrix: readonly Attack[] = Object.entries(oauthPaths()).flatMap(([path, methods]) =>
  [...new Set([...Object.keys(methods), 'post'])].flatMap((method) =>
    toRequests(method, path).flatMap((toRequest, index) =>
      credentials.flatMap(({ name, toHeaders }) =>
        hiddenAttacks({
          name: `${method.toUpperCase()} ${path}, form ${index + 1}, with ${name}`,
          toRequest: (ids, target) => {
            const request = toRequest(ids, target)
            return { ...request, headers: { ...request.headers, ...toHeaders(target) } }
          },
          isDenied: path.endsWith('/revoke') ? hasStatus(200, 400, 401) : hasStatus(400, 401, 403),
        }),
      ),
    ),
  ),
)
