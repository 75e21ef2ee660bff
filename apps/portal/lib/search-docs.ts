import MiniSearch from 'minisearch'

/** A documentation page's section, as stored in the search index. */
export interface DocsSection {
  /** The page's address, with the section's anchor. */
  readonly href: string
  /** The page's title. */
  readonly page: string
  /** The section's heading. Empty at the page's top. */
  readonly heading: string
  readonly text: string
}

/** A section matching a query. */
export interface DocsHit {
  readonly href: string
  readonly page: string
  readonly heading: string
}

/** The index's address, a JSON array of sections. */
export const searchIndexPath = '/docs/search-index.json'

const maxHits = 8
const maxQuery = 100

let loading: Promise<(query: string) => DocsHit[]> | undefined

/** Searches the documentation. The first call loads the index. */
export async function searchDocs(query: string): Promise<readonly DocsHit[]> {
  loading ??= loadSearch().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return (await loading)(query)
}

async function loadSearch() {
  const response = await fetch(searchIndexPath)
  if (!response.ok) throw new Error(`The search index could not be loaded (HTTP ${response.status}).`)
  return createDocsSearch((await response.json()) as DocsSection[])
}

/** Returns the search over sections: words by their beginning, with small typing mistakes, titles first. */
export function createDocsSearch(sections: readonly DocsSection[]): (query: string) => DocsHit[] {
  const search = new MiniSearch<DocsSection>({
    idField: 'href',
    fields: ['page', 'heading', 'text'],
    storeFields: ['page', 'heading'],
    tokenize: splitWords,
    searchOptions: {
      boost: { page: 4, heading: 3 },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      boostDocument: (_id, _term, stored) => (stored?.heading === '' ? 3 : 1),
    },
  })
  search.addAll(sections)
  return (query) =>
    search
      .search(query.slice(0, maxQuery), { combineWith: 'AND' })
      .slice(0, maxHits)
      .map(({ id, page, heading }) => ({ href: String(id), page: String(page), heading: String(heading) }))
}

/** Splits text into words. A code such as `AGENT_OFFLINE` is found as a whole and by its parts. */
function splitWords(text: string): string[] {
  const words = text.split(/[^\p{L}\p{N}_]+/u).filter(Boolean)
  return words.flatMap((word) => (word.includes('_') ? [word, ...word.split('_').filter(Boolean)] : [word]))
}
