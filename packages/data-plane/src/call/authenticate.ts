import type { RealmId } from '@bridge/agent-protocol'
import { Fault } from '@bridge/faults'
import type { Grant } from '@bridge/identity/access/grant'
import type { AccessTokens } from '@bridge/identity/oauth/access-token'

const bearer = /^Bearer +([A-Za-z0-9._~+/-]{1,512}=*) *$/i

/**
 * Returns a bearer token's grant.
 *
 * @throws Fault `AUTHENTICATION_FAILED`, the same for every reason
 */
export function authenticate(tokens: AccessTokens, authorization: string | undefined): Promise<Grant> | Grant {
  const token = bearer.exec(authorization ?? '')?.[1]
  const grant = token === undefined ? undefined : tokens.authenticate(token)
  return grant instanceof Promise ? grant.then(requireGrant) : requireGrant(grant)
}

function requireGrant(grant: Grant | undefined): Grant {
  if (grant) return grant
  throw new Fault(
    'AUTHENTICATION_FAILED',
    'The request has no valid access token. Send `Authorization: Bearer <access token>`; a token is valid for 60 minutes.',
  )
}

/**
 * Returns the grant's realm. A realm ID in the path must match it.
 *
 * @throws Fault `AUTHORIZATION_FAILED`, the same for another realm and a missing one
 */
export function authorize(grant: Grant, realmId: string | undefined): RealmId {
  if (realmId === undefined || realmId === grant.realmId) return grant.realmId
  throw new Fault(
    'AUTHORIZATION_FAILED',
    'The access token was issued for another company file than the one in the path.',
  )
}
