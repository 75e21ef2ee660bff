import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { AuthOptions } from 'next-auth'
import { isLoopback } from '../http/loopback.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import { isSameOrigin } from '../http/same-origin.ts'
import type { Mail, Mailbox } from '../mail/mailbox.ts'
import { createMailer, type Mailer } from '../mail/mailer.ts'
import { findMembership } from '../provisioning/membership.store.ts'
import type { OperationDependencies } from '../provisioning/operation-dependencies.ts'
import { createAuthOptions } from '../sign-in/auth-options.ts'
import { authRoutes } from '../sign-in/auth-routes.ts'
import { createSessions, type Sessions, type SignedInUser } from '../sign-in/sessions.ts'
import { createSignInUrl } from '../sign-in/sign-in-url.ts'
import { type PortalRouter, portalRouter } from './router.ts'
import { createCallerFactory, type PortalContext } from './trpc.ts'

export interface PortalDependencies extends Omit<OperationDependencies, 'mailer'> {
  /** Counts sign-ins an address and minute. */
  readonly signInLimiter: RateLimiter
  readonly clientAddress: (context: Context) => string
}

/** What the pages and the server's other surfaces need of sign-in and of the portal's procedures. */
export interface Portal {
  /** To be mounted at `/trpc`. */
  readonly routes: Hono
  /** To be mounted at `/admin/v1/auth`. */
  readonly authRoutes: Hono
  readonly authOptions: AuthOptions
  readonly router: PortalRouter
  /** The context of a page that renders on the server: its reads need no origin. */
  context(headers: Headers): Promise<PortalContext>
  /** Calls procedures in this process, as the user whose cookie the headers carry. */
  caller(headers: Headers): Promise<ReturnType<typeof createCaller>>
  /** The OpenID Connect provider that members may sign in at, as the sign-in page calls it. */
  readonly openIdConnect: { readonly name: string } | undefined
  readonly sessions: Sessions
  readonly mailer: Mailer
  /** The signed-in user, where a member of the organization. */
  signedInMember(request: Request, orgId: string): Promise<SignedInUser | undefined>
  /** Mails that were not sent for want of a mail server; nothing where there is one. */
  readonly mailbox: Mailbox | undefined
  /**
   * What the mailbox shows whoever sends these headers: its mails where they call this machine by a name that can be
   * no other's. A site whose name was made to lead here (DNS rebinding) could read the sign-in links otherwise.
   */
  mailsFor(headers: Headers): readonly Mail[] | undefined
  signInUrl(email: string, callbackPath?: string): Promise<string>
}

const createCaller = createCallerFactory(portalRouter)

const bodyBytesMax = 64 * 1024

/** How many procedures one request may call; the pages' client (apps/portal, providers.tsx) sends no more at a time. */
const batchMax = 20

/** Puts sign-in and the portal's procedures together. */
export function createPortal(dependencies: PortalDependencies): Portal {
  const { config, database, logger } = dependencies
  const mailer = createMailer(dependencies)
  const sessions = createSessions(dependencies)
  const options = createAuthOptions(dependencies, mailer)

  const context = async (headers: Headers): Promise<PortalContext> => ({
    dependencies: { ...dependencies, mailer },
    user: await sessions.signedInUser(headers),
    sameOrigin: true,
  })

  const routes = new Hono()
  routes.use(bodyLimit({ maxSize: bodyBytesMax }))
  routes.all('/*', (honoContext) =>
    fetchRequestHandler({
      endpoint: '/trpc',
      req: honoContext.req.raw,
      router: portalRouter,
      maxBatchSize: batchMax,
      createContext: async ({ req, resHeaders }) => {
        resHeaders.set('Cache-Control', 'no-store')
        return {
          ...(await context(req.headers)),
          address: dependencies.clientAddress(honoContext),
          sameOrigin: isSameOrigin(req.headers, config.baseUrl),
        }
      },
      onError({ error, path }) {
        if (error.code === 'INTERNAL_SERVER_ERROR')
          logger.error({ traceId: honoContext.get('traceId'), err: error.cause ?? error, path }, 'a procedure failed')
      },
    }),
  )

  return {
    routes,
    authRoutes: authRoutes({ ...dependencies, authOptions: options }),
    authOptions: options,
    router: portalRouter,
    context,
    caller: async (headers) => createCaller(await context(headers)),
    openIdConnect: config.openIdConnect && { name: config.openIdConnect.name },
    sessions,
    mailer,
    async signedInMember(request, orgId) {
      const user = await sessions.signedInUser(request.headers)
      if (!user) return undefined
      const membership = await findMembership(database, user.id, 'org', orgId)
      return membership ? user : undefined
    },
    mailbox: mailer.mailbox,
    mailsFor: (headers) => {
      const address = `http://${headers.get('host') ?? ''}`
      return URL.canParse(address) && isLoopback(address) ? mailer.mailbox?.list() : undefined
    },
    signInUrl: (email, callbackPath) => createSignInUrl(dependencies, email, callbackPath),
  }
}
