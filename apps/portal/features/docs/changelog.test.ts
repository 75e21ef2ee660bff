import { describe, expect, it } from 'vitest'
import { writeChangelogFeed } from '../../build/changelog-feed.ts'
import { parseChangelog, type Release } from './changelog.ts'
import { readRepositoryFile } from './guides.ts'

const markdown = `# Changelog

What changes.

## Unreleased

### For organizations

- **Search** is faster ([how](docs/search.md)).

## 1.3.0 (2026-11-26)

### For integrations

- \`a < b\` works ([queries](/docs/guides/queries)).

### Security

- Sessions end, see [files](docs/security.md).
`

describe('parseChangelog', () => {
  const [unreleased, release] = parseChangelog(markdown)

  it('returns releases with their dates, and changes after the newest one without', () => {
    expect([unreleased?.version, unreleased?.date]).toEqual([undefined, undefined])
    expect([release?.version, release?.date]).toEqual(['1.3.0', '2026-11-26'])
  })

  it('returns whom each group concerns', () => {
    expect(release?.groups.map(({ title, readers }) => [title, readers.length])).toEqual([
      ['For integrations', 1],
      ['Security', 3],
    ])
  })

  it('keeps links to pages, and neither links to repository files nor notes that only name one', () => {
    expect(unreleased?.groups[0]?.html).toContain('<strong>Search</strong> is faster.')
    expect(release?.groups[0]?.html).toContain('<a href="/docs/guides/queries">queries</a>')
    expect(release?.groups[1]?.html).toContain('see <span>files</span>.')
  })

  it('rejects a group of unknown readers', () => {
    expect(() => parseChangelog('## Unreleased\n\n### Fixed\n\n- All.')).toThrow('“Fixed” has no readers.')
  })

  it('reads the whole changelog: every release has a date and groups with changes', () => {
    const releases = parseChangelog(readRepositoryFile('CHANGELOG.md')).filter(({ version }) => version !== undefined)
    expect(releases.length).toBeGreaterThan(1)
    const isIncomplete = ({ date, groups }: Release) => !date || groups.some(({ html }) => !html.includes('<li>'))
    expect(releases.filter(isIncomplete)).toEqual([])
  })

  it('says nothing twice: no two changes of a release begin alike', () => {
    const releases = readRepositoryFile('CHANGELOG.md').split(/^## /m)
    const repeated = releases.flatMap((release) => {
      const beginnings = release.split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice(0, 60)] : []))
      return beginnings.filter((each, index) => beginnings.indexOf(each) !== index)
    })
    expect(repeated).toEqual([])
  })
})

describe('writeChangelogFeed', () => {
  const feed = writeChangelogFeed(parseChangelog(markdown))

  it('has an entry with date, category and absolute links for each group of a dated release', () => {
    expect(feed.match(/<id>[^<]+/g)).toEqual([
      '<id>{{BASE_URL}}/docs/changelog',
      '<id>{{BASE_URL}}/docs/changelog#1.3.0-for-integrations',
      '<id>{{BASE_URL}}/docs/changelog#1.3.0-security',
    ])
    expect(feed).toContain('<updated>2026-11-26T00:00:00Z</updated>')
    expect(feed).toContain('<category term="integrations" label="Integrations"/>')
    expect(feed).toContain('&lt;a href="{{BASE_URL}}/docs/guides/queries"')
  })

  it('escapes code within HTML within XML', () => {
    expect(feed).toContain('&lt;code&gt;a &amp;#x3C; b&lt;/code&gt;')
  })
})
