import { createOpenApi } from '@bridge/server/openapi/openapi'
import { describe, expect, it } from 'vitest'
import { createDocsSearch } from '../../lib/search-docs.ts'
import { listApiSections } from '../api-reference/api-sections.ts'
import { createSearchIndex } from './search-index.ts'
import { searchSynonyms } from './search-synonyms.ts'

const index = createSearchIndex(listApiSections(createOpenApi('http://localhost:3000')))
const search = createDocsSearch(index)

/** What people look for, and what they should see first. */
const firstHits = [
  ['page a query', '/docs/guides/pagination'],
  ['pagination', '/docs/guides/pagination'],
  ['paging', '/docs/guides/pagination'],
  ['cursor', '/docs/guides/pagination'],
  ['webhook', '/docs/guides/webhooks'],
  ['webhooks', '/docs/guides/webhooks'],
  ['test in CI', '/docs/guides/test-in-ci'],
  ['errors by code', '/docs/guides/errors-by-code'],
  ['429', '/docs/errors/RATE_LIMITED'],
  ['stale', '/docs/errors/5010'],
  ['idempotency', '/docs/guides/safe-retries'],
  ['rotate', '/docs/api/clients#rotateClientSecret'],
  ['delete company file', '/docs/guides/stored-data#deletion'],
  ['invoice differences', '/docs/entities/invoice/differences'],
  ['Invoice against QBO', '/docs/entities/invoice/differences'],
  ['invoice vs quickbooks online', '/docs/entities/invoice/differences'],
  ['5010', '/docs/errors/5010'],
  ['610', '/docs/errors/610'],
  ['AGENT_OFFLINE', '/docs/errors/AGENT_OFFLINE'],
  ['invoice', '/docs/entities/invoice'],
  ['profit and loss', '/docs/reports/profitandloss'],
  ['refresh token', '/docs/guides/oauth#refresh'],
  ['web connector', '/docs/guides/connecting-a-company-file#connect-through-the-web-connector'],
  ['changelog', '/docs/changelog'],
] as const

describe('the search of the documentation', () => {
  it.each(firstHits)('finds for “%s” first %s', (query, href) => {
    expect(search(query)[0]?.href).toBe(href)
  })

  it('has a page or section for each row of synonyms', () => {
    const known = new Set(index.map(({ href }) => href))
    expect(searchSynonyms.filter(({ href }) => !known.has(href))).toEqual([])
  })

  it('leads from a synonym to one place', () => {
    const phrases = searchSynonyms.flatMap((row) => row.phrases)
    expect(phrases.filter((phrase, position) => phrases.indexOf(phrase) !== position)).toEqual([])
    const others = searchSynonyms.flatMap(({ href, phrases }) =>
      phrases
        .filter((phrase) => search(phrase)[0]?.href !== href)
        .map((phrase) => `${phrase}: ${search(phrase)[0]?.href}`),
    )
    expect(others).toEqual([])
  })

  it('stays small: the index is downloaded by the first search', () => {
    expect(JSON.stringify(index).length).toBeLessThan(270_000)
  })
})
