import { describe, expect, it } from 'vitest'
import { createDocsSearch, type DocsSection } from './search-docs.ts'

const sections: readonly DocsSection[] = [
  { href: '/docs/guides/safe-retries', page: 'Safe retries', heading: '', text: 'Repeat a write with its requestid.' },
  {
    href: '/docs/guides/safe-retries#batches',
    page: 'Safe retries',
    heading: 'Batches',
    text: 'Each write has a bId.',
  },
  { href: '/docs/errors/AGENT_OFFLINE', page: 'AGENT_OFFLINE', heading: '', text: 'Nothing serves the realm.' },
  { href: '/docs/guides/limits', page: 'Limits', heading: 'Retries', text: 'Remembered for 7 days.' },
]

describe('createDocsSearch', () => {
  const search = createDocsSearch(sections)
  const hrefs = (query: string) => search(query).map(({ href }) => href)

  it('finds a page by the beginning of a word of its title first', () => {
    expect(hrefs('retr')[0]).toBe('/docs/guides/safe-retries')
  })

  it('finds an error code by the whole code and by a part of it', () => {
    expect(hrefs('AGENT_OFFLINE')[0]).toBe('/docs/errors/AGENT_OFFLINE')
    expect(hrefs('offline')[0]).toBe('/docs/errors/AGENT_OFFLINE')
  })

  it('tolerates a typing mistake', () => {
    expect(hrefs('reqestid')).toEqual(['/docs/guides/safe-retries'])
  })

  it('requires all words', () => {
    expect(hrefs('retries 7 days')).toEqual(['/docs/guides/limits'])
  })

  it('returns nothing for an empty query, and bounds a long one', () => {
    expect(search('')).toEqual([])
    expect(search('x'.repeat(100_000))).toEqual([])
  })
})
