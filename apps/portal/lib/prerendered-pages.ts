import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { type Bodies, compress, createEtag, type MemoryResource, sendResource } from './memory-resource.ts'
import {
  baseUrlPlaceholder,
  manifestFile,
  type PrerenderedManifest,
  type PrerenderedResource,
} from './prerendered-resource.ts'
import { memoryTurn, type Turns } from './turns.ts'

/** Serves what the build has rendered, without rendering and without Next. */
export interface PrerenderedPages {
  /** Responds in the visitor's turn if the build has rendered the response, and returns whether it has. */
  serve(request: IncomingMessage, response: ServerResponse, address: string): boolean
  /** Returns whether the build has rendered the response. */
  has(request: IncomingMessage): boolean
  /** The hashes of inline scripts of the pages that Next serves for failed requests. */
  readonly errorPageHashes: readonly string[]
  /** The paths of all pages. */
  readonly paths: readonly string[]
  /** Returns the name of the file with a page. @throws {Error} if there is no such page */
  getFile(path: string): string
}

interface PrerenderedOptions {
  /** The folder with the manifest. Without it, nothing is served. */
  readonly folder: string
  readonly baseUrl: string
  readonly colorSchemeHash: string
  readonly turns: Turns
}

/** Requests with the same path differ by these headers of Next's router. */
const vary = 'rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch, Accept-Encoding'

/** Opens the files of the build. Each is read when it is first requested, and then kept. */
export function openPrerenderedPages(options: PrerenderedOptions): PrerenderedPages {
  const { folder, baseUrl, colorSchemeHash, turns } = options
  const manifest = readManifest(folder)
  const resources = new Map(manifest.resources.map((resource) => [getKey(resource.path, resource.variant), resource]))
  const loaded = new Map<string, MemoryResource>()

  /** Finds what the build has rendered for a request. Next responds where a later build has removed the file. */
  function find(request: IncomingMessage): MemoryResource | undefined {
    const key = getRequestKey(request)
    const resource = key === undefined ? undefined : resources.get(key)
    if (key === undefined || resource === undefined) return undefined
    const known = loaded.get(key)
    if (known !== undefined || !existsSync(path.join(folder, resource.file))) return known
    const added = load(resource)
    loaded.set(key, added)
    return added
  }

  function load(resource: PrerenderedResource): MemoryResource {
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
      etag: createEtag(bodies.identity, policy),
      bodies,
    }
  }

  return {
    errorPageHashes: manifest.errorPageHashes,
    paths: manifest.resources
      .filter(({ variant, type }) => variant === 'page' && type.startsWith('text/html'))
      .map((resource) => resource.path),
    getFile(requestPath) {
      const resource = resources.get(getKey(requestPath, 'page'))
      if (resource === undefined) throw new Error(`The build has no page ${requestPath}.`)
      return resource.file
    },
    has(request) {
      const key = getRequestKey(request)
      return key !== undefined && resources.has(key)
    },
    serve(request, response, address) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false
      const found = find(request)
      if (found === undefined) return false
      turns.take({ address, response }, memoryTurn, () => {
        sendResource(found, request, response)
        return memoryTurn
      })
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
function readBodies(file: string, baseUrl: string | undefined): Bodies {
  const body = readFileSync(file)
  if (baseUrl === undefined) return { identity: body, br: readFileSync(`${file}.br`), gzip: readFileSync(`${file}.gz`) }
  return compress(Buffer.from(body.toString('utf8').replaceAll(baseUrlPlaceholder, baseUrl)))
}
