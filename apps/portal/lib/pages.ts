import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { isLocalRequest, toTraceId } from '@bridge/server'
import next from 'next'
import { colorSchemeScript } from './color-scheme-script.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { localHeader } from './local-header.ts'
import { openPrerenderedPages } from './prerendered-pages.ts'
import { prerenderedFolder } from './prerendered-resource.ts'
import { hashScript } from './script-hashes.ts'

/** The pages' HTTP handlers. */
export interface Pages {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Returns whether the build has rendered the response. */
  isPrerendered(request: IncomingMessage): boolean
  /** Gives the next moments to the API: until then, pages of the documentation wait for their turn. */
  yieldToApi(): void
  /** Handles the WebSockets of Next, which has them only in development. */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  close(): Promise<void>
}

/** The app's folder, whether this file is in `lib` or bundled in `dist`. */
const portalFolder = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

const colorSchemeHash = hashScript(colorSchemeScript)

interface PagesOptions {
  readonly development: boolean
  /** The public address of the service. */
  readonly baseUrl: string
}

/**
 * Prepares Next, and the pages that the build has rendered. Each response that Next renders gets a new nonce, which it
 * reads from the request's policy.
 */
export async function createPages({ development, baseUrl }: PagesOptions): Promise<Pages> {
  const folder = path.join(portalFolder, prerenderedFolder)
  const prerendered = development ? undefined : openPrerenderedPages({ folder, baseUrl, colorSchemeHash })
  const app = next({ dev: development, dir: portalFolder })
  await app.prepare()
  const handleRequest = app.getRequestHandler()
  const handleUpgrade = app.getUpgradeHandler()
  return {
    async handle(request, response) {
      response.setHeader('X-Request-Id', toTraceId(request.headers['x-request-id']))
      if (prerendered?.serve(request, response)) return
      const isLocal = isLocalRequest(request)
      const nonce = randomBytes(16).toString('base64')
      const hashes = [colorSchemeHash, ...(prerendered?.errorPageHashes ?? [])]
      const policy = contentSecurityPolicy([`'nonce-${nonce}'`, ...hashes], development)
      request.headers['content-security-policy'] = policy
      request.headers['x-page-path'] = request.url ?? '/'
      request.headers[localHeader] = isLocal ? 'yes' : 'no'
      response.setHeader('Content-Security-Policy', policy)
      await handleRequest(request, response)
    },
    isPrerendered: (request) => prerendered?.has(request) ?? false,
    yieldToApi: () => prerendered?.yieldToApi(),
    ...(development && { upgrade: (request, socket, head) => void handleUpgrade(request, socket, head) }),
    close: () => app.close(),
  }
}
