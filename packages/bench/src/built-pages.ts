import { fileURLToPath } from 'node:url'
import { openPrerenderedPages, type PrerenderedPages } from '@bridge/portal/prerendered-pages'
import type { Turns } from '@bridge/portal/turns'

/** The folder of the pages that `npm run build` has rendered. */
export const builtFolder = fileURLToPath(new URL('../../../apps/portal/dist/prerendered', import.meta.url))

/** A benchmark that measures what the build makes, in a checkout without a build. */
export class NotBuiltError extends Error {
  override readonly name = 'NotBuiltError'

  constructor() {
    super('There are no pages. Run `npm run build` first.')
  }
}

/**
 * Opens the pages of the build.
 *
 * @throws {NotBuiltError} if the portal was not built
 */
export function openBuiltPages(turns: Turns): PrerenderedPages {
  const pages = openPrerenderedPages({
    folder: builtFolder,
    baseUrl: 'http://127.0.0.1',
    colorSchemeHash: "'sha256-none'",
    turns,
  })
  if (pages.paths.length === 0) throw new NotBuiltError()
  return pages
}
