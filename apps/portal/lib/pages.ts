import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { isLocalRequest, toTraceId } from '@bridge/server'
import { colorSchemeScript } from './color-scheme-script.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { documentsFolder, openDocuments } from './documents.ts'
import { findFontLink } from './font-link.ts'
import { localHeader } from './local-header.ts'
import { openPrerendered } from './prerendered.ts'
import { hashScript } from './script-hashes.ts'
import { sharedCacheControl } from './shared-cache-control.ts'

/** The pages' HTTP handlers. */
export interface Pages {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Returns whether the build has rendered the response. */
  isPrerendered(request: IncomingMessage): boolean
  /** Handles the WebSockets of Next, which has them only in development. */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  close(): Promise<void>
}

const portalFolder = fileURLToPath(new URL('..', import.meta.url))

const colorSchemeHash = hashScript(colorSchemeScript)

interface PagesOptions {
  readonly development: boolean
  /** The service's public address. */
  readonly baseUrl: string
}

/** Prepares Next. A process without pages never loads it. */
export async function createPages({ development, baseUrl }: PagesOptions): Promise<Pages> {
  const { default: next } = await import('next')
  const app = next({ dev: development, dir: portalFolder })
  await app.prepare()
  const handleRequest = app.getRequestHandler()
  const handleUpgrade = app.getUpgradeHandler()
  const build = path.join(portalFolder, '.next')
  const fontLink = development ? undefined : findFontLink(path.join(build, 'static/media'))
  const prerendered = development ? undefined : openPrerendered(build)
  const documents = development ? undefined : openDocuments(path.join(portalFolder, documentsFolder), baseUrl)
  const sharedHashes = [colorSchemeHash, ...(prerendered?.errorPageHashes ?? [])]

  return {
    async handle(request, response) {
      response.setHeader('X-Request-Id', toTraceId(request.headers['x-request-id']))
      if (documents?.has(request)) {
        documents.send(request, response)
        return
      }
      const hashes = prerendered?.findScriptHashes(request)
      if (request.headers.accept?.includes('text/html')) {
        const path = request.url?.split('?', 1)[0] ?? '/'
        const isForEveryone = hashes !== undefined || path === '/'
        // In a header, because the build renders pages before the deployment's address is known.
        const canonical = isForEveryone ? `<${baseUrl}${path}>; rel="canonical"` : undefined
        const links = [fontLink, canonical].filter((link) => link !== undefined)
        if (links.length > 0) response.setHeader('Link', links)
      }
      if (hashes === undefined) {
        const nonce = `'nonce-${randomBytes(16).toString('base64')}'`
        const policy = contentSecurityPolicy([nonce, ...sharedHashes], development)
        // Next reads the nonce from the request.
        request.headers['content-security-policy'] = policy
        response.setHeader('Content-Security-Policy', policy)
      } else {
        response.setHeader('Content-Security-Policy', contentSecurityPolicy([...sharedHashes, ...hashes], false))
        response.setHeader('Cache-Control', sharedCacheControl)
      }
      request.headers['x-page-path'] = request.url ?? '/'
      request.headers[localHeader] = isLocalRequest(request) ? 'yes' : 'no'
      await handleRequest(request, response)
    },
    isPrerendered: (request) =>
      (documents?.has(request) ?? false) || prerendered?.findScriptHashes(request) !== undefined,
    ...(development && { upgrade: (request, socket, head) => void handleUpgrade(request, socket, head) }),
    close: () => app.close(),
  }
}
