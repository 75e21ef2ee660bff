import { PrismaAdapter } from '@auth/prisma-adapter'
import type { Database } from '@bridge/database'
import nextAuthModule, { type AuthOptions, type CallbacksOptions } from 'next-auth'
import type { Adapter } from 'next-auth/adapters'
import type { UserinfoEndpointHandler } from 'next-auth/providers/oauth'
import { findCookieSecret } from './find-cookie-secret.ts'
import { toOwnLocation } from './own-path.ts'

// Everything next-auth 4 needs to run outside Next.js.

// next-auth is a CommonJS module: Node exposes its default export one level deeper than bundlers do.
const NextAuth = (nextAuthModule as unknown as { default?: typeof nextAuthModule }).default ?? nextAuthModule

/** A request as next-auth reads it. */
export interface AuthRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly cookies: Readonly<Record<string, string>>
  /** The query, and the path segments as `nextauth`. */
  readonly query: Readonly<Record<string, string | readonly string[]>>
  readonly body: Readonly<Record<string, string>>
}

/** What next-auth calls while it handles a request. */
export type AuthCallbacks = Pick<CallbacksOptions, 'signIn'>

/**
 * Wraps next-auth as a function from requests to responses.
 *
 * @param url the address where next-auth is mounted
 * @param secrets signs cookies with the current secret, and accepts the others
 */
export function createAuthHandler(
  options: Omit<AuthOptions, 'secret' | 'callbacks'>,
  url: string,
  secrets: readonly [string, ...string[]],
): (request: AuthRequest, callbacks: AuthCallbacks) => Promise<Response> {
  return async (request, callbacks) => {
    const { origin } = new URL(url)
    const checked = {
      ...request,
      query: withOwnAddress(request.query, origin),
      cookies: withOwnAddress(request.cookies, origin),
      body: withOwnAddress(request.body, origin),
    }
    const handler = NextAuth({ ...options, callbacks, secret: findCookieSecret(request.cookies, secrets) })
    // next-auth reads its own address from the environment only.
    process.env.NEXTAUTH_URL = url
    const response = new CollectedResponse()
    await handler(checked, response)
    return response.toResponse()
  }
}

/** The names under which a query, a form and the cookies have the address to which a sign-in leads. */
const addressNames = new Set(['callbackUrl', 'next-auth.callback-url', '__Secure-next-auth.callback-url'])

/** Replaces an address outside the service: next-auth throws for one it cannot parse. */
function withOwnAddress<Value extends string | readonly string[]>(
  values: Readonly<Record<string, Value>>,
  origin: string,
): Readonly<Record<string, Value | string>> {
  const toOwn = (value: Value): string => {
    const location = toOwnLocation(typeof value === 'string' ? value : undefined, origin)
    return location === '/' ? origin : origin + location
  }
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, addressNames.has(name) ? toOwn(value) : value]),
  )
}

/** Collects next-auth's calls on Node's response into a web Response. */
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

/** Returns Auth.js' Prisma adapter, typed for other copies of Prisma and next-auth. */
export function createPrismaAdapter(database: Database): Required<Adapter> {
  return PrismaAdapter(database as never) as unknown as Required<Adapter>
}

type OpenIdClient = Parameters<NonNullable<UserinfoEndpointHandler['request']>>[0]['client']

/** Restores the type of tokens created by openid-client. next-auth's types have only their fields. */
export function toTokenSet(tokens: object): Exclude<Parameters<OpenIdClient['userinfo']>[0], string> {
  return tokens as Exclude<Parameters<OpenIdClient['userinfo']>[0], string>
}
