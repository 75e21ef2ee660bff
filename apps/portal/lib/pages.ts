import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { toTraceId } from '@bridge/server'
import next from 'next'
import { colorSchemeScript } from './color-scheme-script.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { openPrerenderedPages } from './prerendered-pages.ts'
import { prerenderedFolder } from './prerendered-resource.ts'
import { hashScript } from './script-hashes.ts'

/** The pages' HTTP handlers. */
export interface Pages {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Gives the next moments to the API: until then, pages of the documentation wait for their turn. */
  yieldToApi(): void
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  close(): Promise<void>
}

/** The app's folder, whether this file is in `lib` or bundled in `dist`. */
const portalFolder = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const

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
      for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
      if (prerendered?.serve(request, response)) return
      const nonce = randomBytes(16).toString('base64')
      const hashes = [colorSchemeHash, ...(prerendered?.errorPageHashes ?? [])]
      const policy = contentSecurityPolicy([`'nonce-${nonce}'`, ...hashes], development)
      request.headers['content-security-policy'] = policy
      request.headers['x-page-path'] = request.url ?? '/'
      response.setHeader('Content-Security-Policy', policy)
      await handleRequest(request, response)
    },
    yieldToApi: () => prerendered?.yieldToApi(),
    upgrade(request, socket, head) {
      if (development) void handleUpgrade(request, socket, head)
      else socket.destroy()
    },
    close: () => app.close(),
  }
}
