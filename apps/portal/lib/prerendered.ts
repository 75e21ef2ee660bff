import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import { hashInlineScripts } from './script-hashes.ts'

/** Knows what the build has rendered: the same for everyone, and served by Next from files. */
export interface Prerendered {
  /** Returns the response's inline script hashes; undefined where Next renders for the request. */
  findScriptHashes(request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): readonly string[] | undefined
  /** The hashes of Next's pages for unknown paths and failed renders. */
  readonly errorPageHashes: readonly string[]
}

/** Next's pages for unknown paths and failed renders. */
const errorPages = ['/_not-found', '/_global-error']

/**
 * Opens the build.
 *
 * @param folder the build's folder, `.next`
 */
export function openPrerendered(folder: string): Prerendered {
  const routes = new Set(listRoutes(folder))
  const known = new Map<string, readonly string[]>()

  const hashPage = (route: string): readonly string[] => {
    const file = path.join(folder, 'server/app', `${route}.html`)
    // Route handlers have no page.
    return existsSync(file) ? hashInlineScripts(readFileSync(file, 'utf8')) : []
  }

  return {
    errorPageHashes: errorPages.flatMap(hashPage),
    findScriptHashes({ method, url = '/', headers }) {
      // Next renders for a server action.
      if ((method !== 'GET' && method !== 'HEAD') || headers['next-action'] !== undefined) return undefined
      const route = url.split('?', 1)[0] ?? '/'
      if (!routes.has(route)) return undefined
      const hashes = known.get(route) ?? hashPage(route)
      known.set(route, hashes)
      return hashes
    },
  }
}

/** Returns all prerendered paths. @throws {Error} without a build */
function listRoutes(folder: string): string[] {
  const { routes } = JSON.parse(readFileSync(path.join(folder, 'prerender-manifest.json'), 'utf8')) as {
    readonly routes: Readonly<Record<string, unknown>>
  }
  return Object.keys(routes).filter((route) => !errorPages.includes(route))
}
