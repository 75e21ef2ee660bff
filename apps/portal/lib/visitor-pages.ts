import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { compress, createEtag, type MemoryResource, sendResource } from './memory-resource.ts'
import { type Render, type RenderedResponse, renderToMemory } from './render-to-memory.ts'
import { hashInlineScripts } from './script-hashes.ts'
import { memoryTurn, renderTurn, type Turns, type Visitor } from './turns.ts'

/** Serves pages to visitors, who have no session. */
export interface VisitorPages {
  /** Responds in the visitor's turn. */
  serve(request: IncomingMessage, response: ServerResponse, address: string): void
}

interface VisitorPagesOptions {
  /** Renders a page for one client. */
  readonly render: Render
  /** Renders a page with what all visitors share: without a nonce. */
  readonly renderShared: Render
  readonly colorSchemeHash: string
  readonly turns: Turns
  readonly clock: () => number
  readonly logger: Pick<Logger, 'error'>
  /** How long visitors wait for a render that they share, in milliseconds. Then each of them gets one. */
  readonly sharedRenderMaxMs?: number
}

interface SharedPage {
  /** How long all visitors get the same response, in milliseconds. */
  readonly keptMs: number
  /** Parameters of the page that only its scripts read. */
  readonly scriptParameters?: ReadonlySet<string>
}

/**
 * The pages of which all visitors get the same response, by path. They depend on nothing else of the request than its
 * address, and set no cookies. Paths with secrets are not among them.
 */
const sharedPages: ReadonlyMap<string, SharedPage> = new Map([
  ['/', { keptMs: 60_000 }],
  ['/sign-in', { keptMs: 60_000, scriptParameters: new Set(['callbackUrl']) }],
  ['/sign-in/check-your-mail', { keptMs: 60_000 }],
  ['/status', { keptMs: 5_000 }],
])

/** The headers of Next's router, which choose between the page and parts of its data. */
const routerHeaders = [
  'rsc',
  'next-router-state-tree',
  'next-router-prefetch',
  'next-router-segment-prefetch',
  'next-url',
] as const

/** The parameters that Next's router adds. Others may have a secret, such as the path of an invitation. */
const routerParameters: ReadonlySet<string> = new Set(['_rsc'])

/** A visitor chooses the headers and parameters of the router, so that what is kept of them is limited. */
const keptMax = 100

const defaultSharedRenderMaxMs = 5_000

interface SharedAddress {
  /** A digest of all that the page depends on, because the router's headers may name a page with a secret. */
  readonly key: string
  /** The address without what only scripts read. */
  readonly url: string
  readonly keptMs: number
}

interface KeptPage {
  readonly resource: MemoryResource
  readonly expiresAt: number
}

/** Serves one response to all visitors who ask for the same page within seconds, and renders others for each of them. */
export function createVisitorPages(options: VisitorPagesOptions): VisitorPages {
  const { render, renderShared, colorSchemeHash, turns, clock, logger } = options
  const { sharedRenderMaxMs = defaultSharedRenderMaxMs } = options
  // In the order of their last use.
  const kept = new Map<string, KeptPage>()
  const rendering = new Map<string, Promise<MemoryResource | undefined>>()

  const find = (key: string): MemoryResource | undefined => {
    const page = kept.get(key)
    kept.delete(key)
    if (page === undefined || page.expiresAt <= clock()) return undefined
    kept.set(key, page)
    return page.resource
  }

  const keep = (key: string, page: KeptPage): void => {
    kept.set(key, page)
    const [leastUsed] = kept.keys()
    if (kept.size > keptMax && leastUsed !== undefined) kept.delete(leastUsed)
  }

  /** Resolves to `undefined` if the response is not for all visitors. */
  const renderForAll = async (
    { key, url, keptMs }: SharedAddress,
    request: IncomingMessage,
  ): Promise<MemoryResource | undefined> => {
    const startedAt = clock()
    const rendered = await renderToMemory(renderShared, { url, headers: pickRouterHeaders(request) })
    if (rendered.headers['set-cookie'] !== undefined) return undefined
    const resource = toResource(rendered, colorSchemeHash)
    if (rendered.status === 200) keep(key, { resource, expiresAt: startedAt + keptMs })
    return resource
  }

  const renderOnce = (address: SharedAddress, request: IncomingMessage): Promise<MemoryResource | undefined> => {
    const { key } = address
    const underWay = rendering.get(key)
    if (underWay !== undefined) return underWay
    const rendered = renderForAll(address, request).catch((error: unknown) => {
      logger.error(
        { err: error, path: getPath(request) },
        'A shared page could not be rendered. Each visitor gets their own.',
      )
      return undefined
    })
    const started = resolveWithin(sharedRenderMaxMs, rendered).finally(() => rendering.delete(key))
    rendering.set(key, started)
    return started
  }

  const renderInTurn = (request: IncomingMessage, visitor: Visitor): void =>
    turns.take(visitor, renderTurn, () => {
      void render(request, visitor.response)
      return renderTurn
    })

  const respond = async (shared: SharedAddress, request: IncomingMessage, visitor: Visitor): Promise<void> => {
    const resource = await renderOnce(shared, request)
    if (resource === undefined) renderInTurn(request, visitor)
    else sendResource(resource, request, visitor.response)
  }

  return {
    serve(request, response, address) {
      const visitor = { address, response }
      const shared = toSharedAddress(request)
      if (shared === undefined) {
        renderInTurn(request, visitor)
        return
      }
      const { key } = shared
      turns.take(visitor, find(key) === undefined ? renderTurn : memoryTurn, () => {
        const resource = find(key)
        if (resource !== undefined) {
          sendResource(resource, request, response)
          return memoryTurn
        }
        const turn = rendering.has(key) ? memoryTurn : renderTurn
        void respond(shared, request, visitor)
        return turn
      })
    },
  }
}

/** Resolves to `undefined` if the promise takes longer. */
async function resolveWithin<T>(milliseconds: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const expired = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined)
  })
  return await Promise.race([promise, expired]).finally(() => clearTimeout(timer))
}

/** Returns the address of a page for all visitors; undefined for a request whose response is not shared. */
function toSharedAddress(request: IncomingMessage): SharedAddress | undefined {
  const { method, headers } = request
  if ((method !== 'GET' && method !== 'HEAD') || headers['next-action'] !== undefined) return undefined
  const path = getPath(request)
  const page = sharedPages.get(path)
  if (page === undefined) return undefined
  const { keptMs, scriptParameters } = page
  const routed = pickRouterHeaders(request)
  const parameters = new URLSearchParams(request.url?.slice(path.length))
  // The router's data of a page have all of its parameters.
  const isDocument = Object.keys(routed).length === 0 && !parameters.has('_rsc')
  if (isDocument) for (const name of scriptParameters ?? []) parameters.delete(name)
  if ([...parameters.keys()].some((name) => !routerParameters.has(name))) return undefined
  const url = parameters.size === 0 ? path : `${path}?${parameters}`
  const key = createHash('sha256')
    .update(JSON.stringify([url, routed]))
    .digest('base64url')
  return { key, url, keptMs }
}

function getPath({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '/'
}

function pickRouterHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    routerHeaders.flatMap((name) => {
      const value = headers[name]
      return value === undefined ? [] : [[name, String(value)]]
    }),
  )
}

/** The headers that each response gets again. */
const ownHeaders: ReadonlySet<string> = new Set(['connection', 'content-length', 'date', 'etag', 'vary'])

/** Allows the scripts of a page by their hashes. */
function toResource({ status, headers, body }: RenderedResponse, colorSchemeHash: string): MemoryResource {
  const isPage = headers['content-type']?.startsWith('text/html')
  const hashes = isPage ? hashInlineScripts(body.toString('utf8')) : []
  const policy = contentSecurityPolicy([colorSchemeHash, ...hashes], false)
  const { vary } = headers
  return {
    status,
    headers: {
      ...Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.has(name))),
      'Content-Security-Policy': policy,
      Vary: [vary, 'Accept-Encoding'].filter((name) => name !== undefined).join(', '),
    },
    etag: createEtag(body, policy),
    bodies: compress(body),
  }
}
