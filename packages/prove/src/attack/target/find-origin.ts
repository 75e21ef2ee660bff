import { findSurfacePath } from '@bridge/server'
import type { Target } from './start-target.ts'

/** Finds a path's address, whose process may be separate. */
export function findOrigin({ origin, pagesOrigin }: Pick<Target, 'origin' | 'pagesOrigin'>, path: string): string {
  const surface = findSurfacePath(path.split('?', 1)[0] ?? path)?.surface ?? 'pages'
  return surface === 'pages' ? pagesOrigin : origin
}
