import { changelogFeedPath, type Release, readerLabels } from '../features/docs/changelog.ts'
import { baseUrlPlaceholder } from '../lib/documents.ts'

const page = `${baseUrlPlaceholder}/docs/changelog`

/** Writes the dated releases as Atom (RFC 4287), with an entry for each group of changes, in its readers' categories. */
export function writeChangelogFeed(releases: readonly Release[]): string {
  const entries = releases.flatMap(({ version, date, groups }) =>
    version === undefined || date === undefined
      ? []
      : groups.map((group) => ({ ...group, version, updated: `${date}T00:00:00Z` })),
  )
  const [newest] = entries
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${page}</id>
  <title>Changelog of the Bridge Service</title>
  <updated>${newest?.updated ?? '1970-01-01T00:00:00Z'}</updated>
  <author><name>Bridge Service</name></author>
  <link rel="self" type="application/atom+xml" href="${baseUrlPlaceholder}${changelogFeedPath}"/>
  <link rel="alternate" type="text/html" href="${page}"/>
${entries.map(toEntry).join('\n')}
</feed>`
}

interface FeedEntry {
  readonly version: string
  readonly updated: string
  readonly title: string
  readonly readers: readonly (keyof typeof readerLabels)[]
  readonly html: string
}

function toEntry({ version, updated, title, readers, html }: FeedEntry): string {
  const anchor = title.toLowerCase().replaceAll(' ', '-')
  const categories = readers.map((reader) => `<category term="${reader}" label="${readerLabels[reader]}"/>`)
  return `  <entry>
    <id>${page}#${version}-${anchor}</id>
    <title>${version}: ${title}</title>
    <updated>${updated}</updated>
    <link rel="alternate" type="text/html" href="${page}#${version}"/>
    ${categories.join('')}
    <content type="html">${escapeXml(html.replaceAll('href="/', `href="${baseUrlPlaceholder}/`))}</content>
  </entry>`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
