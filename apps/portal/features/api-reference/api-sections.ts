import type { OpenApi } from '@bridge/server'
import type { DocsSection } from '../../lib/search-docs.ts'
import { apiSurfaces } from './api-catalogue.ts'

/** Returns the API operations as sections for the documentation search. */
export function listApiSections(document: OpenApi): DocsSection[] {
  return apiSurfaces(document).flatMap(({ tags }) =>
    tags.flatMap(({ href, calls }) =>
      calls.map(({ method, path, operation: { operationId, summary } }) => ({
        href: `${href}#${operationId}`,
        page: `${method} ${path}`,
        heading: '',
        text: `${operationId} ${summary}`,
      })),
    ),
  )
}
