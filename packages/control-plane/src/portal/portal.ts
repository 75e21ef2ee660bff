import { rateLimitHeaders } from '@bridge/platform/rate-limit-headers'
import { isSameOrigin } from '@bridge/platform/same-origin'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { except } from 'hono/combine'
import { countCaller } from '../services/count-caller.ts'
import type { Services } from '../services/services.ts'
import { LiveChanges } from './live-changes.ts'
import { type PortalRouter, portalRouter } from './router.ts'
import {
  createCallerFactory,
  findRetryAfter,
  type PortalContext,
  renderTooLarge,
  requireAllowedCalls,
  withTrpcErrors,
} from './trpc.ts'

/** The portal's procedures, over HTTP and in this process. */
export interface Portal {
  /** To be mounted at `/trpc`. */
  readonly routes: Hono
  readonly router: PortalRouter
  /** Returns the context for a server-rendered page, for the user behind the cookie in the headers. */
  context(headers: Headers): Promise<PortalContext>
  /** Calls procedures in this process, as the user whose cookie the headers carry. */
  caller(headers: Headers): Promise<ReturnType<typeof createCaller>>
  /** Ends the live change streams, which would otherwise never end. */
  endStreams(): void
}

const createCaller = createCallerFactory(portalRouter)

const maxBodyBytes = 64 * 1024

/**
 * The most procedures one request may call. The portal's client (apps/portal/lib/providers.tsx) sends no more at a
 * time.
 */
const maxBatch = 20

export function createPortal(services: Services): Portal {
  const { config, logger, sessions, clientAddress } = services
  const live = new LiveChanges(services)
  live.subscribe()

  const context = async (headers: Headers, address?: string): Promise<PortalContext> => ({
    services,
    live,
    user: await sessions.signedInUser(headers, address),
    sameOrigin: true,
  })

  const routes = new Hono()
  // Sends data plane bodies as JSON strings, which escape some characters.
  routes.use('/explorer.send', limitBody(2 * config.maxBodyBytes + maxBodyBytes))
  routes.use(except('/trpc/explorer.send', limitBody(maxBodyBytes)))
  routes.all('/*', (honoContext) =>
    fetchRequestHandler({
      endpoint: '/trpc',
      req: honoContext.req.raw,
      router: portalRouter,
      maxBatchSize: maxBatch,
      createContext: async ({ req, resHeaders, info }) => {
        resHeaders.set('Cache-Control', 'no-store')
        const address = clientAddress(honoContext)
        const created = await withTrpcErrors(context(req.headers, address))
        const decision = await withTrpcErrors(
          countCaller(services, { userId: created.user?.id, address }, info.calls.length),
        )
        for (const [name, value] of Object.entries(rateLimitHeaders(decision))) resHeaders.set(name, value)
        if (!decision.allowed) {
          resHeaders.set('Retry-After', String(decision.resetSeconds))
        }
        requireAllowedCalls(created.user ? 'Your account' : 'This address', decision)
        return {
          ...created,
          address,
          sameOrigin: isSameOrigin(req.headers, config.baseUrl),
        }
      },
      responseMeta({ errors }) {
        const seconds = findRetryAfter(errors)
        return seconds === undefined ? {} : { headers: { 'Retry-After': String(seconds) } }
      },
      onError({ error, path }) {
        if (error.code === 'INTERNAL_SERVER_ERROR') {
          const entry = { traceId: honoContext.get('traceId'), err: error.cause ?? error, path }
          logger.error(entry, 'A procedure failed unexpectedly.')
        }
      },
    }),
  )

  return {
    routes,
    router: portalRouter,
    context,
    caller: async (headers) => createCaller(await context(headers)),
    endStreams: () => live.close(),
  }
}

/** Rejects larger bodies as a procedure's error, shown by the portal's client. */
function limitBody(maxSize: number) {
  return bodyLimit({ maxSize, onError: (context) => context.json(renderTooLarge(maxSize), 413) })
}
