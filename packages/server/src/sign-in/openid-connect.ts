import type { OAuthConfig } from 'next-auth/providers/oauth'
import type { OpenIdConnectConfig } from '../config.ts'
import { emailAddressSchema } from '../provisioning/email-address.ts'
import { toTokenSet } from './next-auth.ts'

/** What a provider's ID token, or its userinfo endpoint, tells of a person. */
export interface OpenIdClaims {
  readonly iss: string
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
}

/** The provider's id in addresses: `/signin/oidc`, `/callback/oidc`. */
export const openIdConnectId = 'oidc'

/**
 * An OpenID Connect provider for next-auth: code flow with PKCE, state and nonce; everything else is in the provider's
 * discovery document. A person is known by issuer and subject together, so that another issuer's subjects are others.
 */
export function createOpenIdConnectProvider({
  issuer,
  clientId,
  clientSecret,
  name,
}: OpenIdConnectConfig): OAuthConfig<OpenIdClaims> {
  return {
    id: openIdConnectId,
    name,
    type: 'oauth',
    wellKnown: `${issuer}/.well-known/openid-configuration`,
    authorization: { params: { scope: 'openid email profile' } },
    checks: ['pkce', 'state', 'nonce'],
    idToken: true,
    clientId,
    clientSecret,
    userinfo: {
      // Some providers tell the address there alone.
      async request({ client, tokens }) {
        const checked = toTokenSet(tokens)
        const claims = checked.claims()
        if (claims.email !== undefined || !client.issuer.metadata.userinfo_endpoint) return claims
        return { ...(await client.userinfo(checked)), ...claims }
      },
    },
    // Where the provider vouches for an address: `provesAddress` has let nobody else come this far.
    allowDangerousEmailAccountLinking: true,
    profile: ({ iss, sub, email = '', name: fullName }) => ({ id: `${iss} ${sub}`, email, name: fullName ?? null }),
  }
}

/**
 * Whether the provider vouches for the person's e-mail address. Users are found by their address, and invitations are
 * sent to one: whoever could sign in with an address that nobody verified could take over whose it is.
 */
export function hasVerifiedEmail({ email, email_verified }: Partial<OpenIdClaims>): boolean {
  return (
    typeof email === 'string' &&
    emailAddressSchema.safeParse(email).data === email.toLowerCase() &&
    email_verified === true
  )
}
