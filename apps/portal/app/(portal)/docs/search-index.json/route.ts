import { listApiSections } from '../../../../features/api-reference/api-sections.ts'
import { createSearchIndex } from '../../../../features/docs/search-index.ts'
import { getApiDocument } from '../../../../lib/api-document.ts'

export const dynamic = 'force-static'

export function GET(): Response {
  return Response.json(createSearchIndex(listApiSections(getApiDocument())))
}
