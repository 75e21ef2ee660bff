import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressLimiter } from '@bridge/platform/address-limit'
import { maxHeadBytes } from '@bridge/platform/max-head-bytes'
import type { RateDecision } from '@bridge/platform/rate-decision'
import { createSecurityHeaders, getSecretPagePolicy } from '@bridge/platform/security-headers'
import { hasSeveralHosts, severalHostsMessage } from '@bridge/platform/several-hosts'
import { hasLargeHead, rateLimitHeaders } from '@bridge/server'
import { largeTurn, memoryTurn, type Turn, type Visitor } from './lib/turns.ts'

/** What handles a request, and the limits on its way. */
export interface RequestHandlers {
  /** The public address of the service. */
  readonly baseUrl: string
  /** Returns whether a surface handles the path. */
  readonly serves: (path: string) => boolean
  /** Passes calls of Web Connectors on to a gateway; returns false for other requests. */
  readonly passConnector?: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined
  readonly surfaces: (request: IncomingMessage, response: ServerResponse) => unknown
  readonly pages: {
    handle(request: IncomingMessage, response: ServerResponse, address: string): unknown
    /** Returns whether the build has rendered the response. */
    isPrerendered(request: IncomingMessage): boolean
    yieldToApi(): void
    /** Responds in turn with others while the API is called. */
    takeTurn(visitor: Visitor, turn: Turn, respond: () => void): void
  }
  /** Returns whether the database cannot be reached, which pages that are rendered for the request need. */
  readonly isDatabaseAway: () => boolean
  /** Counts pages and documents per client address. */
  readonly limiter: AddressLimiter
  /** Returns the client's address. */
  readonly findAddress: (request: IncomingMessage) => string
}

/** A page that is rendered for the request costs as much as several that the build has rendered. */
const renderedPermits = 4

/** Pages whose addresses contain the token of a link, or of a sign-in that they are part of. */
const secretPages = /^\/(?:sign-in|invitations|setup)(?:\/|$)/

const staticFiles = '/_next/static/'

/** Permits of public documents and files of surfaces, by the start of their paths. Few clients load large files. */
const publicPermits: readonly (readonly [string, number])[] = [
  ['/openapi.json', 1],
  ['/download/', 60],
  ['/agent/updates/files/', 60],
  ['/agent/updates/', 1],
]

/** Creates the listener of the HTTP server: headers of every response, limits per address, then a surface or a page. */
export function createRequestHandler(handlers: RequestHandlers) {
  const { serves, surfaces, pages, limiter, findAddress } = handlers
  const setSecurityHeaders = createSecurityHeaders(handlers.baseUrl)
  const secretPagePolicy = getSecretPagePolicy(handlers.baseUrl)

  const getPermits = (path: string, isSurface: boolean, request: IncomingMessage): number => {
    if (isSurface) return publicPermits.find(([start]) => path.startsWith(start))?.[1] ?? 0
    if (path.startsWith(staticFiles)) return 0
    return pages.isPrerendered(request) ? 1 : renderedPermits
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    const path = request.url?.split('?', 1)[0] ?? '/'
    const isSurface = serves(path)
    setSecurityHeaders(response, isSurface)
    if (hasLargeHead(request)) {
      response
        .writeHead(431, { 'Content-Type': 'text/plain', Connection: 'close' })
        .end(`The address and the headers have more than ${maxHeadBytes / 1024} KiB.`)
      return
    }
    if (secretPages.test(path)) response.setHeader('Referrer-Policy', secretPagePolicy)
    // Next would redirect to the host of an absolute request target.
    if (!path.startsWith('/')) {
      response.writeHead(400, { 'Content-Type': 'text/plain' }).end('The request target must be a path.')
      return
    }
    if (hasSeveralHosts(request)) {
      response.writeHead(400, { 'Content-Type': 'text/plain', Connection: 'close' }).end(severalHostsMessage)
      return
    }
    if (handlers.passConnector?.(request, response)) return
    if (path.startsWith('/v3/')) {
      pages.yieldToApi()
      surfaces(request, response)
      return
    }
    const permits = getPermits(path, isSurface, request)
    if (isSurface && permits === 0) {
      surfaces(request, response)
      return
    }
    const visitor = { address: findAddress(request), response }
    const decision = permits === 0 ? undefined : limiter.consume(visitor.address, permits)
    // Clients that do not wait repeat at once what was refused.
    if (decision?.allowed === false) pages.takeTurn(visitor, memoryTurn, () => refuse(response, decision))
    else if (isSurface) pages.takeTurn(visitor, largeTurn, () => surfaces(request, response))
    else if (permits === renderedPermits && handlers.isDatabaseAway()) sendUnavailable(response)
    else pages.handle(request, response, visitor.address)
  }
}

function refuse(response: ServerResponse, decision: RateDecision): void {
  const headers = { 'Retry-After': String(decision.resetSeconds), ...rateLimitHeaders(decision) }
  response.writeHead(429, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store', ...headers })
  response.end(`Too many requests from this address. Wait ${decision.resetSeconds} s.`)
}

const retryAfterSeconds = 5

/** Responds with a page that loads itself again, without scripts or styles. */
function sendUnavailable(response: ServerResponse): void {
  response
    .writeHead(503, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Retry-After': String(retryAfterSeconds),
    })
    .end(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="${retryAfterSeconds}"><title>Bridge Service</title><h1>The service is temporarily unavailable</h1><p>This page loads again automatically.</p></html>`,
    )
}
