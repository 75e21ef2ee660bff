import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { parse } from 'hono/utils/cookie'
import nextAuthModule, { type AuthOptions } from 'next-auth'
import type { Logger } from 'pino'
import type { ServerConfig } from '../config.ts'
import { toNetwork } from '../http/network.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import { authPath, sessionCookieName } from './auth-address.ts'
import { setAuthUrl } from './env.ts'
import { openIdConnectId } from './openid-connect.ts'

// A CommonJS module: Node hands its default export one level deeper than bundlers do.
const NextAuth = (nextAuthModule as unknown as { default?: typeof nextAuthModule }).default ?? nextAuthModule

/** What may be asked of next-auth; all else is refused before it. */
const actions = new Set([
  'GET csrf',
  'GET signin',
  'POST signin',
  'GET callback',
  'GET verify-request',
  'GET error',
  'POST signout',
])

/** What counts towards the limit an address has: mails sent and links tried. */
const counted = new Set(['POST signin', 'GET callback'])

const formBytesMax = 8 * 1024

interface AuthRoutesDependencies {
  readonly config: Pick<ServerConfig, 'baseUrl'>
  readonly logger: Logger
  readonly authOptions: AuthOptions
  readonly signInLimiter: RateLimiter
  readonly clientAddress: (context: Context) => string
}

/** next-auth as a sub-application, to be mounted at {@link authPath}: e-mail links out, sessions in and out. */
export function authRoutes({
  config,
  logger,
  authOptions,
  signInLimiter,
  clientAddress,
}: AuthRoutesDependencies): Hono {
  const routes = new Hono()
  const handler = NextAuth(authOptions)
  const providers = new Set(authOptions.providers.map(({ id }) => id))

  routes.post(
    '*',
    bodyLimit({
      maxSize: formBytesMax,
      onError: () => problem(400, 'invalid_request', `The form is larger than ${formBytesMax} bytes.`),
    }),
  )
  routes.all('/:action/:provider?', async (context) => {
    const action = context.req.param('action')
    const provider = context.req.param('provider')
    const isKnown = provider === undefined || providers.has(provider)
    if (!isKnown || !actions.has(`${context.req.method} ${action}`))
      return problem(404, 'not_found', 'There is nothing here.')

    if (counted.has(`${context.req.method} ${action}`)) {
      const decision = await signInLimiter.consume(`${action}:${toNetwork(clientAddress(context))}`)
      if (!decision.allowed)
        return problem(429, 'rate_limited', 'Too many sign-ins from this address. Wait a minute, then try again.', {
          'Retry-After': String(decision.resetSeconds),
        })
    }

    const cookies = parse(context.req.header('cookie') ?? '')
    // next-auth would give the account of whoever comes back from a provider to the user who was signed in before.
    if (action === 'callback' && provider === openIdConnectId) delete cookies[sessionCookieName(config.baseUrl)]
    setAuthUrl(config.baseUrl + authPath)
    const response = new CollectedResponse()
    await handler(
      {
        method: context.req.method,
        headers: context.req.header(),
        cookies,
        query: { ...context.req.query(), nextauth: [action, ...(provider ? [provider] : [])] },
        body: await readForm(context),
      },
      response,
    )
    return response.toResponse()
  })
  routes.onError((error, context) => {
    logger.error({ traceId: context.get('traceId'), err: error }, 'signing in or out failed unexpectedly')
    return problem(500, 'internal_error', 'Something failed on our side. Try again in a minute.')
  })
  return routes
}

function problem(status: number, error: string, message: string, headers: Record<string, string> = {}) {
  return Response.json({ error, message }, { status, headers: { ...headers, 'Cache-Control': 'no-store' } })
}

async function readForm(context: Context): Promise<Record<string, string>> {
  if (context.req.method !== 'POST') return {}
  return Object.fromEntries(new URLSearchParams(await context.req.text()))
}

/** The few methods of Node's response that next-auth calls, collected into a web Response. */
class CollectedResponse {
  readonly #headers = new Map<string, string | readonly string[]>()
  #status = 200
  #body: string | null = null

  status(status: number): this {
    this.#status = status
    return this
  }

  getHeader(name: string): string | readonly string[] | undefined {
    return this.#headers.get(name.toLowerCase())
  }

  setHeader(name: string, value: string | readonly string[]): this {
    this.#headers.set(name.toLowerCase(), value)
    return this
  }

  json(value: unknown): void {
    this.setHeader('content-type', 'application/json')
    this.#body = JSON.stringify(value)
  }

  send(value: unknown): void {
    if (typeof value === 'string') this.#body = value
    else if (value !== undefined) this.json(value)
  }

  end(): void {}

  toResponse(): Response {
    const headers = new Headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
    for (const [name, value] of this.#headers) {
      if (typeof value === 'string') headers.set(name, value)
      else for (const one of value) headers.append(name, one)
    }
    return new Response(this.#body, { status: this.#status, headers })
  }
}
