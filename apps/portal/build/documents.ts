import { changelogFeedPath, type Release } from '../features/docs/changelog.ts'
import { baseUrlPlaceholder } from '../lib/documents.ts'
import { writeChangelogFeed } from './changelog-feed.ts'
import { type PageDocument, readPageDocument } from './page-markdown.ts'

/** A page rendered by the build. */
export interface RenderedPage {
  readonly path: string
  readonly html: string
}

interface DocumentedPage extends PageDocument {
  readonly path: string
}

/**
 * Returns each documentation page as Markdown, the files for language models and search engines, and the changelog's
 * feed, by path.
 */
export function writeDocuments(rendered: readonly RenderedPage[], releases: readonly Release[]): Map<string, string> {
  const pages = rendered
    .filter(({ path }) => /^\/docs(\/|$)/.test(path))
    .sort((a, b) => a.path.localeCompare(b.path))
    .flatMap(({ path, html }): DocumentedPage[] => {
      const document = readPageDocument(html)
      return document ? [{ ...document, path, markdown: addBaseUrl(document.markdown) }] : []
    })
  const publicPaths = ['/', ...rendered.map(({ path }) => path)].sort()
  const documents = [
    ...pages.map(({ path, markdown }) => [`${path}.md`, markdown] as const),
    ['/llms.txt', writeIndex(pages)],
    ['/llms-full.txt', pages.map(({ markdown }) => markdown).join('\n\n---\n\n')],
    ['/sitemap.xml', writeSitemap(publicPaths)],
    ['/robots.txt', writeRobots()],
    [changelogFeedPath, writeChangelogFeed(releases)],
  ] as const
  return new Map(documents.map(([path, text]) => [path, text.endsWith('\n') ? text : `${text}\n`]))
}

/** Makes a document's links absolute. */
function addBaseUrl(markdown: string): string {
  return markdown.replaceAll(/\]\(\/(?!\/)/g, `](${baseUrlPlaceholder}/`)
}

/** Writes the index described by https://llmstxt.org. */
function writeIndex(pages: readonly DocumentedPage[]): string {
  const groups = [
    ['Guides', /^\/docs(\/guides\/.*|\/changelog)?$/],
    ['API reference', /^\/docs\/api(\/|$)/],
    ['Entities', /^\/docs\/entities(\/|$)/],
    ['Reports', /^\/docs\/reports(\/|$)/],
    ['Errors', /^\/docs\/errors(\/|$)/],
  ] as const
  const sections = groups.map(([title, pattern]) => {
    const lines = pages
      .filter(({ path }) => pattern.test(path))
      .map(({ path, title: name, description }) => `- [${name}](${baseUrlPlaceholder}${path}.md): ${description}`)
    return `## ${title}\n\n${lines.join('\n')}`
  })
  return [
    '# Bridge Service',
    '> The QuickBooks Online v3 API over company files in QuickBooks Desktop. Integrations change their base URL, and nothing else.',
    `The whole documentation is also one file: ${baseUrlPlaceholder}/llms-full.txt. The API is described by ${baseUrlPlaceholder}/openapi.json.`,
    ...sections,
  ].join('\n\n')
}

function writeSitemap(paths: readonly string[]): string {
  const urls = paths.map((path) => `  <url><loc>${baseUrlPlaceholder}${path}</loc></url>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
  ].join('\n')
}

function writeRobots(): string {
  return [
    'User-agent: *',
    'Allow: /',
    ...['/admin/', '/oauth2/', '/orgs/', '/setup/', '/invitations/', '/trpc/', '/v3/'].map(
      (path) => `Disallow: ${path}`,
    ),
    '',
    `Sitemap: ${baseUrlPlaceholder}/sitemap.xml`,
  ].join('\n')
}
