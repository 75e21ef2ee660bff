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
  {
    href: '/docs/guides/queries',
    page: 'Queries',
    heading: 'Whole lists',
    text: 'In a file of any size, read one part after another from the first position until a part has fewer records than the largest number of results, and remember the last one.',
    synonyms: ['page a query', 'paging'],
  },
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

  it('requires all words, except those that say nothing', () => {
    expect(hrefs('retries for 7 days')).toEqual(['/docs/guides/limits'])
  })

  it('finds some of the words where no section has all', () => {
    expect(hrefs('batches of invoices')).toEqual(['/docs/guides/safe-retries#batches'])
  })

  it.each(['paging', 'How do I page a query', 'page  query'])('finds a section by its synonym first: %s', (query) => {
    expect(search(query)[0]).toMatchObject({ href: '/docs/guides/queries', isNamed: true })
  })

  it('cuts the text around the first found word', () => {
    expect(search('largest')[0]?.snippet).toBe(
      '…fewer records than the largest number of results, and remember the last one.',
    )
    expect(search('read')[0]?.snippet).toMatch(/^…file of any size, read one part after another .{50,90}…$/)
    expect(search('batches')[0]?.snippet).toBe('Each write has a bId.')
  })

  it('returns the words that it has found, with their spelling', () => {
    expect(search('reqestid')[0]?.words).toEqual(['requestid'])
  })

  it('returns nothing for an empty query, and bounds a long one', () => {
    expect(search('')).toEqual([])
    expect(search('x'.repeat(100_000))).toEqual([])
  })
})
