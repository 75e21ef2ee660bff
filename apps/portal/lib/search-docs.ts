import MiniSearch, { type SearchResult } from 'minisearch'

/** A documentation page's section, as stored in the search index. */
export interface DocsSection {
  /** The page's address, with the section's anchor. */
  readonly href: string
  /** The page's title. */
  readonly page: string
  /** The section's heading. Empty at the page's top. */
  readonly heading: string
  readonly text: string
  /** Whole queries in lower case for which the section comes first. */
  readonly synonyms?: readonly string[]
}

/** A section matching a query. */
export interface DocsHit {
  readonly href: string
  readonly page: string
  readonly heading: string
  /** The part of the text where the query's words are, or its beginning. */
  readonly snippet: string
  /** The found words, in lower case. */
  readonly words: readonly string[]
  /** Whether the query is the page's title or one of the synonyms. */
  readonly isNamed: boolean
  /** Whether the section has only some of the query's words, as have all sections then. */
  readonly isPartial: boolean
}

/** The index's address, a JSON array of sections. */
export const searchIndexPath = '/docs/search-index.json'

const maxHits = 8
const maxQuery = 100
const maxSnippet = 140
const wordsBefore = 4

/** Words in questions, whatever is sought. */
const fillers = new Set('a an and do for from how i in is my of on the to vs versus what with'.split(' '))

/** Loads the index, and returns its search. */
export async function loadDocsSearch(): Promise<(query: string) => readonly DocsHit[]> {
  const response = await fetch(searchIndexPath)
  if (!response.ok) throw new Error(`The search index could not be loaded (HTTP ${response.status}).`)
  return createDocsSearch((await response.json()) as DocsSection[])
}

/**
 * Returns the search over sections: named ones first, then words by their beginning, with small typing mistakes, titles
 * first. Without a section that has all words, those with some of them are found.
 */
export function createDocsSearch(sections: readonly DocsSection[]): (query: string) => DocsHit[] {
  const search = new MiniSearch<DocsSection>({
    idField: 'href',
    fields: ['page', 'heading', 'synonyms', 'text'],
    storeFields: ['page', 'heading', 'synonyms', 'text'],
    tokenize: splitWords,
    searchOptions: {
      boost: { page: 4, heading: 3, synonyms: 2 },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      boostDocument: (_id, _term, stored) => (stored?.heading === '' ? 3 : 1),
    },
  })
  search.addAll(sections)
  return (query) => {
    const words = withoutFillers(query.slice(0, maxQuery))
    const all = search.search(words, { combineWith: 'AND' })
    const isPartial = all.length === 0
    const found = isPartial ? search.search(words, { combineWith: 'OR' }) : all
    return found
      .map((result) => ({ ...toHit(result, words), isPartial }))
      .toSorted((left, right) => Number(right.isNamed) - Number(left.isNamed))
      .slice(0, maxHits)
  }
}

function withoutFillers(text: string): string {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const telling = words.filter((word) => !fillers.has(word))
  return (telling.length > 0 ? telling : words).join(' ')
}

function toHit({ id, page, heading, synonyms, text, terms }: SearchResult, query: string): Omit<DocsHit, 'isPartial'> {
  const names = [...(heading === '' ? [String(page)] : []), ...((synonyms as readonly string[] | undefined) ?? [])]
  return {
    href: String(id),
    page: String(page),
    heading: String(heading),
    snippet: cutSnippet(String(text), new Set(terms)),
    words: terms,
    isNamed: names.some((name) => withoutFillers(name) === query),
  }
}

/** Cuts a text around the first of some words, between words. */
function cutSnippet(text: string, words: ReadonlySet<string>): string {
  const tokens = text.trim().split(/\s+/)
  const first = tokens.findIndex((token) => splitWords(token).some((word) => words.has(word.toLowerCase())))
  const start = first <= wordsBefore ? 0 : first - wordsBefore
  let snippet = start === 0 ? '' : '…'
  for (const token of tokens.slice(start)) {
    if (snippet.length + token.length > maxSnippet) return `${snippet.trimEnd()}…`
    snippet += `${token} `
  }
  return snippet.trimEnd()
}

/** Splits text into words. A code such as `AGENT_OFFLINE` is found as a whole and by its parts. */
function splitWords(text: string): string[] {
  const words = text.split(/[^\p{L}\p{N}_]+/u).filter(Boolean)
  return words.flatMap((word) => (word.includes('_') ? [word, ...word.split('_').filter(Boolean)] : [word]))
}
