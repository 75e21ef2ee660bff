import { changelogFeedPath, type Release } from '../features/docs/changelog.ts'
import { baseUrlPlaceholder } from '../lib/documents.ts'
import { writeChangelogFeed } from './changelog-feed.ts'
import { type DocumentedPage, linkChapterFiles, listChapters, splitChapter } from './chapters.ts'
import { readPageDocument } from './page-markdown.ts'

/** A page rendered by the build. */
export interface RenderedPage {
  readonly path: string
  readonly html: string
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
  const chapterFiles = listChapters(pages).flatMap(splitChapter)
  const documents = [
    ...pages.map(({ path, markdown }) => [`${path}.md`, markdown] as const),
    ['/llms.txt', writeIndex(pages)],
    [
      '/llms-full.txt',
      `# Bridge Service\n\nThe documentation in full, by chapter:\n\n${linkChapterFiles(chapterFiles)}`,
    ],
    ...chapterFiles.map(({ path, text }) => [path, text] as const),
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
  const chapters = listChapters(pages)
  const sections = chapters.map(({ title, pages: listed }) => {
    const lines = listed.map(
      ({ path, title: name, description }) => `- [${name}](${baseUrlPlaceholder}${path}.md): ${description}`,
    )
    return `## ${title}\n\n${lines.join('\n')}`
  })
  return [
    '# Bridge Service',
    '> The QuickBooks Online v3 API over company files in QuickBooks Desktop. Integrations change their base URL, and nothing else.',
    `The API is described by ${baseUrlPlaceholder}/openapi.json, which is also YAML (${baseUrlPlaceholder}/openapi.yaml) and a Postman collection (${baseUrlPlaceholder}/postman-collection.json).`,
    ...sections,
    `## Optional\n\nThe documentation in full, by chapter:\n\n${linkChapterFiles(chapters.flatMap(splitChapter))}`,
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
