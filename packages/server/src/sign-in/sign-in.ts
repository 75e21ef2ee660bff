import type { Hono } from 'hono'
import { findMembership } from '../operation/membership.store.ts'
import type { Services } from '../services/services.ts'
import type { SignedInUser } from '../sessions/sessions.ts'
import { createAuthOptions } from './auth-options.ts'
import { createAuthRoutes } from './auth-routes.ts'
import { createSignInUrl } from './sign-in-url.ts'

/** Signs members in by a link in an email, or at an OpenID Connect provider. */
export interface SignIn {
  /** To be mounted at `/admin/v1/auth`. */
  readonly routes: Hono
  /** The OpenID Connect provider, with its name on the sign-in page. */
  readonly openIdConnect: { readonly name: string } | undefined
  /** Returns the request's signed-in user, if they are a member of the organization. */
  signedInMember(request: Request, orgId: string): Promise<SignedInUser | undefined>
  /** Returns a link that signs in the user with this email address, without sending an email. */
  createUrl(email: string, callbackPath?: string): Promise<string>
}

export function createSignIn(services: Services): SignIn {
  const { config, database, sessions } = services
  return {
    routes: createAuthRoutes(services, createAuthOptions(services)),
    openIdConnect: config.openIdConnect && { name: config.openIdConnect.name },
    async signedInMember(request, orgId) {
      const user = await sessions.signedInUser(request.headers)
      if (!user) return undefined
      return (await findMembership(database, user.id, 'org', orgId)) ? user : undefined
    },
    createUrl: (email, callbackPath) => createSignInUrl(services, email, callbackPath),
  }
}
