import type { IncomingMessage, ServerResponse } from 'node:http'
import { renderWaitingPage, type WaitingPage, waitingPagePolicy } from '@bridge/identity/oauth/waiting-page'
import { maxHeadBytes } from '@bridge/platform/max-head-bytes'
import { createSecurityHeaders, getSecretPagePolicy } from '@bridge/platform/security-headers'
import { hasSeveralHosts, severalHostsMessage } from '@bridge/platform/several-hosts'
import { findSurfacePath, hasLargeHead, rateLimitHeaders, type Surface } from '@bridge/server'
import type { CountVisit, Visit } from './count-visits.ts'

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
  /** Counts pages and documents. */
  readonly countVisit: CountVisit
}

/** Rendering a page costs as much as sending several prerendered ones. */
const renderedPermits = 4

/** Pages whose addresses contain a token from a link or a sign-in. */
const secretPages = /^\/(?:sign-in|invitations|setup)(?:\/|$)/

const staticFiles = '/_next/static/'

/** Icons that browsers ask for with every page. */
const icons = /^\/(?:favicon|icon|apple-icon)\.(?:ico|svg|png)$/

/** Permits for public documents and files, by the start of their paths. Few clients load large files. */
const publicPermits: readonly (readonly [string, number])[] = [
  ['/openapi.json', 1],
  ['/download/', 60],
  ['/agent/updates/files/', 60],
  ['/agent/updates/', 1],
]

/** Creates the HTTP server's listener: headers and limits, which all responses have, then a surface or a page. */
export function createRequestHandler(handlers: RequestHandlers) {
  const { servesApi, serve, pages, countVisit } = handlers
  const setSecurityHeaders = createSecurityHeaders(handlers.baseUrl)
  const secretPagePolicy = getSecretPagePolicy(handlers.baseUrl)

  const getPermits = (path: string, isPage: boolean, request: IncomingMessage): number => {
    if (!isPage) return publicPermits.find(([start]) => path.startsWith(start))?.[1] ?? 0
    if (path.startsWith(staticFiles)) return 0
    if (!pages?.isPrerendered(request)) return renderedPermits
    return icons.test(path) ? 0 : 1
  }

  const respond = (request: IncomingMessage, response: ServerResponse, isPage: boolean, permits: number): void => {
    if (!isPage) serve(request, response)
    else if (permits === renderedPermits && handlers.isDatabaseAway()) sendUnavailable(response)
    else pages?.handle(request, response)
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
    if (permits === 0) {
      respond(request, response, isPage, permits)
      return
    }
    void countVisit(request, permits).then((visit) => {
      if (visit.allowed) respond(request, response, isPage, permits)
      else refuse(request, response, visit)
    })
  }
}

/** Responds where a proxy should have sent the request to another process. */
function refuseSurface(response: ServerResponse, surface: Surface): void {
  response
    .writeHead(404, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' })
    .end(`This process does not serve this path: its SURFACES setting lacks "${surface}".`)
}

/** Responds to browsers with a page that loads again once the minute is over, and to programs with text. */
function refuse(request: IncomingMessage, response: ServerResponse, visit: Visit): void {
  const { resetSeconds: seconds, isSignedIn } = visit
  const headers = { 'Retry-After': String(seconds), ...rateLimitHeaders(visit) }
  if (!request.headers.accept?.includes('text/html')) {
    response.writeHead(429, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store', ...headers })
    response.end(`Too many requests${isSignedIn ? '' : ' from this address'}. Wait ${seconds} s.`)
    return
  }
  const text = isSignedIn
    ? 'You opened more pages within a minute than the service allows one person. What you typed in other tabs is kept.'
    : 'Your network opened more pages within a minute than the service allows one address. People who are signed in are counted one by one.'
  sendWaitingPage(response, 429, { title: 'Too many pages at once', text, seconds }, headers)
}

const retryAfterSeconds = 5

function sendUnavailable(response: ServerResponse): void {
  const page = {
    title: 'The service is temporarily unavailable',
    text: 'It cannot reach its database at the moment. What you typed in other tabs is kept.',
    seconds: retryAfterSeconds,
  }
  sendWaitingPage(response, 503, page, { 'Retry-After': String(retryAfterSeconds) })
}

function sendWaitingPage(
  response: ServerResponse,
  status: number,
  page: WaitingPage,
  headers: Readonly<Record<string, string>>,
): void {
  response
    .writeHead(status, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': waitingPagePolicy,
      ...headers,
    })
    .end(renderWaitingPage(page))
}
