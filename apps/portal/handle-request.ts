import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressLimiter } from '@bridge/platform/address-limit'
import { maxHeadBytes } from '@bridge/platform/max-head-bytes'
import type { RateDecision } from '@bridge/platform/rate-decision'
import { createSecurityHeaders, getSecretPagePolicy } from '@bridge/platform/security-headers'
import { hasSeveralHosts, severalHostsMessage } from '@bridge/platform/several-hosts'
import { findSurfacePath, hasLargeHead, rateLimitHeaders, type Surface } from '@bridge/server'

/** What handles a request, and the limits on its way. */
export interface RequestHandlers {
  /** The service's public address. */
  readonly baseUrl: string
  /** Whether this process serves `api`. */
  readonly servesApi: boolean
  /** Passes Web Connector calls on to a gateway; returns false for other requests. */
  readonly passConnector?: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined
  /** Handles the paths in the table of surfaces. */
  readonly serve: (request: IncomingMessage, response: ServerResponse) => unknown
  /** Handles all other paths, unless this process serves `api` only. */
  readonly pages:
    | {
        handle(request: IncomingMessage, response: ServerResponse): unknown
        /** Returns whether the build has rendered the response. */
        isPrerendered(request: IncomingMessage): boolean
      }
    | undefined
  /** Returns whether the database is unreachable, without which Next cannot render for a request. */
  readonly isDatabaseAway: () => boolean
  /** Counts pages and documents per client address. */
  readonly limiter: AddressLimiter
  /** Returns the client's address. */
  readonly findAddress: (request: IncomingMessage) => string
}

/** Rendering a page costs as much as sending several prerendered ones. */
const renderedPermits = 4

/** Pages whose addresses contain a token from a link or a sign-in. */
const secretPages = /^\/(?:sign-in|invitations|setup)(?:\/|$)/

const staticFiles = '/_next/static/'

/** Permits for public documents and files, by the start of their paths. Few clients load large files. */
const publicPermits: readonly (readonly [string, number])[] = [
  ['/openapi.json', 1],
  ['/download/', 60],
  ['/agent/updates/files/', 60],
  ['/agent/updates/', 1],
]

/** Creates the HTTP server's listener: headers and limits, which all responses have, then a surface or a page. */
export function createRequestHandler(handlers: RequestHandlers) {
  const { servesApi, serve, pages, limiter, findAddress } = handlers
  const setSecurityHeaders = createSecurityHeaders(handlers.baseUrl)
  const secretPagePolicy = getSecretPagePolicy(handlers.baseUrl)

  const getPermits = (path: string, isPage: boolean, request: IncomingMessage): number => {
    if (!isPage) return publicPermits.find(([start]) => path.startsWith(start))?.[1] ?? 0
    if (path.startsWith(staticFiles)) return 0
    return pages?.isPrerendered(request) ? 1 : renderedPermits
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    const path = request.url?.split('?', 1)[0] ?? '/'
    const row = findSurfacePath(path)
    const isPage = row === undefined
    setSecurityHeaders(response, !isPage)
    if (hasLargeHead(request)) {
      response
        .writeHead(431, { 'Content-Type': 'text/plain', Connection: 'close' })
        .end(`The address and the headers have more than ${maxHeadBytes / 1024} KiB.`)
      return
    }
    if (secretPages.test(path)) response.setHeader('Referrer-Policy', secretPagePolicy)
    // Next would redirect to an absolute request target's host.
    if (!path.startsWith('/')) {
      response.writeHead(400, { 'Content-Type': 'text/plain' }).end('The request target must be a path.')
      return
    }
    if (hasSeveralHosts(request)) {
      response.writeHead(400, { 'Content-Type': 'text/plain', Connection: 'close' }).end(severalHostsMessage)
      return
    }
    if (handlers.passConnector?.(request, response)) return
    const surface = row?.surface ?? 'pages'
    if (!servesApi && surface === 'api') {
      refuseSurface(response, surface)
      return
    }
    if (pages === undefined && surface === 'pages') {
      refuseSurface(response, surface)
      return
    }
    const permits = getPermits(path, isPage, request)
    const decision = permits === 0 ? undefined : limiter.consume(findAddress(request), permits)
    if (decision?.allowed === false) refuse(response, decision)
    else if (!isPage) serve(request, response)
    else if (permits === renderedPermits && handlers.isDatabaseAway()) sendUnavailable(response)
    else pages?.handle(request, response)
  }
}

/** Responds where a proxy should have sent the request to another process. */
function refuseSurface(response: ServerResponse, surface: Surface): void {
  response
    .writeHead(404, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' })
    .end(`This process does not serve this path: its SURFACES setting lacks "${surface}".`)
}

function refuse(response: ServerResponse, decision: RateDecision): void {
  const headers = { 'Retry-After': String(decision.resetSeconds), ...rateLimitHeaders(decision) }
  response.writeHead(429, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store', ...headers })
  response.end(`Too many requests from this address. Wait ${decision.resetSeconds} s.`)
}

const retryAfterSeconds = 5

/** Responds with a self-reloading page, without scripts or styles. */
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
