import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import pThrottle from 'p-throttle'
import { contentSecurityPolicy } from './content-security-policy.ts'
import {
  baseUrlPlaceholder,
  manifestFile,
  type PrerenderedManifest,
  type PrerenderedResource,
} from './prerendered-resource.ts'

/** Serves what the build has rendered, without rendering and without Next. */
export interface PrerenderedPages {
  /** Responds if the build has rendered the response, and returns whether it has. */
  serve(request: IncomingMessage, response: ServerResponse): boolean
  /** Returns whether the build has rendered the response. */
  has(request: IncomingMessage): boolean
  /** Gives the next moments to the API: until then, responses wait for their turn. */
  yieldToApi(): void
  /** The hashes of inline scripts of the pages that Next serves for failed requests. */
  readonly errorPageHashes: readonly string[]
  /** The paths of all pages. */
  readonly paths: readonly string[]
  /** Returns the name of the file with a page. @throws {Error} if there is no such page */
  getFile(path: string): string
}

/** A resource in memory. */
interface LoadedResource {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
  readonly bodies: Readonly<Record<Encoding, Buffer>>
}

type Encoding = 'br' | 'gzip' | 'identity'

interface PrerenderedOptions {
  /** The folder with the manifest. Without it, nothing is served. */
  readonly folder: string
  readonly baseUrl: string
  readonly colorSchemeHash: string
}

/** The rate of responses while the API is called, in a time that no reader notices. */
const pace = { limit: 1, interval: 20 }
/** How long the API has precedence after a call, in milliseconds. */
const precedenceMs = 250

/** Requests with the same path differ by these headers of Next's router. */
const vary = 'rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch, Accept-Encoding'

/** Opens the files of the build. Each is read when it is first requested, and then kept. */
export function openPrerenderedPages({ folder, baseUrl, colorSchemeHash }: PrerenderedOptions): PrerenderedPages {
  const manifest = readManifest(folder)
  const resources = new Map(manifest.resources.map((resource) => [getKey(resource.path, resource.variant), resource]))
  const loaded = new Map<string, LoadedResource>()
  const respondInTurn = pThrottle(pace)(respond)
  let apiCalledAt = Number.NEGATIVE_INFINITY

  /** Finds what the build has rendered for a request. Next responds where a later build has removed the file. */
  function find(request: IncomingMessage): LoadedResource | undefined {
    const key = getRequestKey(request)
    const resource = key === undefined ? undefined : resources.get(key)
    if (key === undefined || resource === undefined) return undefined
    const known = loaded.get(key)
    if (known !== undefined || !existsSync(path.join(folder, resource.file))) return known
    const added = load(resource)
    loaded.set(key, added)
    return added
  }

  function load(resource: PrerenderedResource): LoadedResource {
    const bodies = readBodies(path.join(folder, resource.file), resource.hasBaseUrl ? baseUrl : undefined)
    const policy = contentSecurityPolicy([colorSchemeHash, ...resource.scriptHashes], false)
    return {
      status: resource.status,
      headers: {
        ...resource.headers,
        'Content-Type': resource.type,
        'Content-Security-Policy': policy,
        'Cache-Control': 'public, max-age=0, must-revalidate',
        Vary: vary,
      },
      etag: `"${createHash('sha256').update(bodies.identity).update(policy).digest('base64url').slice(0, 27)}"`,
      bodies,
    }
  }

  return {
    errorPageHashes: manifest.errorPageHashes,
    paths: manifest.resources
      .filter(({ variant, type }) => variant === 'page' && type.startsWith('text/html'))
      .map((resource) => resource.path),
    yieldToApi() {
      apiCalledAt = performance.now()
    },
    getFile(requestPath) {
      const resource = resources.get(getKey(requestPath, 'page'))
      if (resource === undefined) throw new Error(`The build has no page ${requestPath}.`)
      return resource.file
    },
    has(request) {
      const key = getRequestKey(request)
      return key !== undefined && resources.has(key)
    },
    serve(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false
      const found = find(request)
      if (found === undefined) return false
      if (performance.now() - apiCalledAt > precedenceMs) respond(found, request, response)
      else void respondInTurn(found, request, response)
      return true
    },
  }
}

function readManifest(folder: string): PrerenderedManifest {
  const file = path.join(folder, manifestFile)
  if (!existsSync(file)) return { resources: [], errorPageHashes: [] }
  return JSON.parse(readFileSync(file, 'utf8')) as PrerenderedManifest
}

function getKey(requestPath: string, variant: string): string {
  return `${variant}\n${requestPath}`
}

/** Returns the key of the resource that a request names. Undefined for a path with invalid escapes. */
function getRequestKey({ url = '/', headers }: IncomingMessage): string | undefined {
  const requestPath = url.split('?', 1)[0] ?? '/'
  const segment = headers['next-router-segment-prefetch']
  if (headers['next-action'] !== undefined) return undefined
  try {
    const decoded = decodeURIComponent(requestPath)
    if (headers.rsc === undefined) return getKey(decoded, 'page')
    return getKey(decoded, typeof segment === 'string' ? `segment ${segment}` : 'data')
  } catch {
    return undefined
  }
}

/** Reads a body and its compressed forms. A body with the address of the deployment is compressed here. */
function readBodies(file: string, baseUrl: string | undefined): Record<Encoding, Buffer> {
  const body = readFileSync(file)
  if (baseUrl === undefined) return { identity: body, br: readFileSync(`${file}.br`), gzip: readFileSync(`${file}.gz`) }
  const identity = Buffer.from(body.toString('utf8').replaceAll(baseUrlPlaceholder, baseUrl))
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
  return { identity, br: brotliCompressSync(identity, quality), gzip: gzipSync(identity) }
}

function respond(
  { status, headers, etag, bodies }: LoadedResource,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  // The same page in another encoding is another representation.
  const tag = encoding === 'identity' ? etag : `${etag.slice(0, -1)}-${encoding}"`
  if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(tag)) {
    response.writeHead(304, { ...headers, ETag: tag }).end()
    return
  }
  const body = bodies[encoding]
  response.writeHead(status, {
    ...headers,
    ETag: tag,
    'Content-Length': body.length,
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

function chooseEncoding(accepted: string | string[] | undefined): Encoding {
  const text = String(accepted ?? '')
  const accepts = (name: string) =>
    new RegExp(`(?:^|,)\\s*${name}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))|,|$)`).test(text)
  if (accepts('br')) return 'br'
  return accepts('gzip') ? 'gzip' : 'identity'
}
