import type { ServerConfig } from '@bridge/platform/server-config'
import type { Hono } from 'hono'
import { createAuthOptions, type SignInServices } from './auth-options.ts'
import { createAuthRoutes } from './auth-routes.ts'
import { createSignInAudit } from './sign-in-audit.ts'
import { sendsSignInLinks } from './sign-in-links.ts'
import { createSignInUrl } from './sign-in-url.ts'
import { loadUndo } from './undo-second-factor.ts'

/** Signs members in by a link in an email, or at an OpenID Connect provider. */
export interface SignIn {
  /** To be mounted at `/admin/v1/auth`. */
  readonly routes: Hono
  /** The OpenID Connect provider, with its name on the sign-in page. */
  readonly openIdConnect: { readonly name: string } | undefined
  /** Whether sign-in links can be sent. */
  readonly sendsLinks: boolean
  /** Who gets an account without an invitation. */
  readonly signUp: ServerConfig['signUp']
  /** Returns a link signing in the user with this email address, without sending an email. */
  createUrl(email: string, callbackPath?: string): Promise<string>
  /** Returns the email address of the user whose new second factor a valid token undoes. */
  findUndo(token: string): Promise<string | undefined>
}

export function createSignIn(services: SignInServices): SignIn {
  const { config, mailer } = services
  return {
    routes: createAuthRoutes({ ...services, audit: createSignInAudit(services) }, createAuthOptions(services)),
    openIdConnect: config.openIdConnect && { name: config.openIdConnect.name },
    sendsLinks: sendsSignInLinks(config, mailer),
    signUp: config.signUp,
    createUrl: (email, callbackPath) => createSignInUrl(services, email, callbackPath),
    findUndo: (token) => loadUndo(services, token),
  }
}
