import type { OpenIdConnectConfig } from '@bridge/platform/server-config'
import type { OAuthConfig } from 'next-auth/providers/oauth'
import { emailAddressSchema } from '../access/email-address.ts'
import { cleanForeignName } from '../access/name.ts'
import { toTokenSet } from './next-auth.ts'

/** The claims in a provider's ID token, or from its userinfo endpoint. */
export interface OpenIdClaims {
  readonly iss: string
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
}

/** The provider's ID in paths: `/signin/oidc`, `/callback/oidc`. */
export const openIdConnectId = 'oidc'

/**
 * Creates an OpenID Connect provider for next-auth: code flow with PKCE, state and nonce, and everything else from the
 * provider's discovery document. Issuer and subject together identify a user, because different issuers can use equal
 * subjects.
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
      // Some providers return the email address only there.
      async request({ client, tokens }) {
        const checked = toTokenSet(tokens)
        const claims = checked.claims()
        if (claims.email !== undefined || !client.issuer.metadata.userinfo_endpoint) return claims
        return { ...(await client.userinfo(checked)), ...claims }
      },
    },
    // Safe because `findDenial` has rejected users whose email address is not verified.
    allowDangerousEmailAccountLinking: true,
    profile: ({ iss, sub, email = '', name: fullName }) => ({
      id: `${iss} ${sub}`,
      email,
      name: cleanForeignName(fullName ?? '', 80) || null,
    }),
  }
}

/** Why a person may not sign in. */
export interface Denial {
  /** The code explained on the error page. */
  readonly reason: 'EmailNotVerified' | 'SignUpClosed'
  /** The email address that they would sign in with. */
  readonly email: unknown
}

/**
 * Returns why a user may not sign in, if the provider has not verified their email address. Accounts and invitations
 * belong to an email address: an unverified one would allow taking over another user's account.
 */
export function findDenial({ email, email_verified }: Partial<OpenIdClaims>): Denial | undefined {
  const isVerified =
    typeof email === 'string' &&
    emailAddressSchema.safeParse(email).data === email.toLowerCase() &&
    email_verified === true
  return isVerified ? undefined : { reason: 'EmailNotVerified', email }
}
