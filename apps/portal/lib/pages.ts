import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { isLocalRequest, toTraceId } from '@bridge/server'
import next from 'next'
import type { Logger } from 'pino'
import { getBridge } from './bridge.ts'
import { colorSchemeScript } from './color-scheme-script.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { findFontLink } from './font-link.ts'
import { localHeader } from './local-header.ts'
import { openPrerenderedPages } from './prerendered-pages.ts'
import { prerenderedFolder } from './prerendered-resource.ts'
import type { Render } from './render-to-memory.ts'
import { hashScript } from './script-hashes.ts'
import { createTurns, type Turn, type Visitor } from './turns.ts'
import { createVisitorPages } from './visitor-pages.ts'

/** The pages' HTTP handlers. */
export interface Pages {
  /** @param address the client's address */
  handle(request: IncomingMessage, response: ServerResponse, address: string): Promise<void>
  /** Returns whether the build has rendered the response. */
  isPrerendered(request: IncomingMessage): boolean
  /** Gives the next moments to the API: until then, pages for visitors wait for their turn. */
  yieldToApi(): void
  /** Responds in turn with others while the API is called. */
  takeTurn(visitor: Visitor, turn: Turn, respond: () => void): void
  /** Handles the WebSockets of Next, which has them only in development. */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  close(): Promise<void>
}

const portalFolder = fileURLToPath(new URL('..', import.meta.url))

/** The path of files of Next, which it does not render. */
const nextFiles = '/_next/'

const colorSchemeHash = hashScript(colorSchemeScript)

interface PagesOptions {
  readonly development: boolean
  /** The public address of the service. */
  readonly baseUrl: string
  readonly logger: Logger
}

/** Prepares Next, the pages that the build has rendered, and those that visitors share. */
export async function createPages({ development, baseUrl, logger }: PagesOptions): Promise<Pages> {
  const folder = path.join(portalFolder, prerenderedFolder)
  const fontLink = development ? undefined : findFontLink(path.join(portalFolder, '.next/static/media'))
  const turns = createTurns()
  const prerendered = development ? undefined : openPrerenderedPages({ folder, baseUrl, colorSchemeHash, turns })
  const app = next({ dev: development, dir: portalFolder })
  await app.prepare()
  const handleRequest = app.getRequestHandler()
  const handleUpgrade = app.getUpgradeHandler()

  const renderShared: Render = async (request, response) => {
    request.headers['x-page-path'] = request.url ?? '/'
    request.headers[localHeader] = isLocalRequest(request) ? 'yes' : 'no'
    await handleRequest(request, response)
  }

  /** Renders under a policy with a new nonce, which Next reads from the request. */
  const render: Render = async (request, response) => {
    const nonce = randomBytes(16).toString('base64')
    const hashes = [colorSchemeHash, ...(prerendered?.errorPageHashes ?? [])]
    const policy = contentSecurityPolicy([`'nonce-${nonce}'`, ...hashes], development)
    request.headers['content-security-policy'] = policy
    response.setHeader('Content-Security-Policy', policy)
    await renderShared(request, response)
  }

  const visitorPages = createVisitorPages({ render, renderShared, colorSchemeHash, turns, clock: Date.now, logger })
  return {
    async handle(request, response, address) {
      response.setHeader('X-Request-Id', toTraceId(request.headers['x-request-id']))
      if (fontLink !== undefined && request.headers.accept?.includes('text/html')) response.setHeader('Link', fontLink)
      if (prerendered?.serve(request, response, address)) return
      const isOfNext = request.url?.startsWith(nextFiles)
      if (development || isOfNext || (await hasSession(request).catch(() => true))) await render(request, response)
      else visitorPages.serve(request, response, address)
    },
    isPrerendered: (request) => prerendered?.has(request) ?? false,
    yieldToApi: turns.yieldToApi,
    takeTurn: (visitor, turn, respond) =>
      turns.take(visitor, turn, () => {
        respond()
        return turn
      }),
    ...(development && { upgrade: (request, socket, head) => void handleUpgrade(request, socket, head) }),
    close: () => app.close(),
  }
}

/** Returns whether the request has an open session, complete or not. Any cookie could claim so. */
async function hasSession({ headers: { cookie, 'user-agent': userAgent = '' } }: IncomingMessage): Promise<boolean> {
  if (cookie === undefined) return false
  const headers = new Headers({ cookie, 'user-agent': userAgent })
  const { sessions } = getBridge()
  return (await sessions.signedInUser(headers)) !== undefined || (await sessions.challengedUser(headers)) !== undefined
}
