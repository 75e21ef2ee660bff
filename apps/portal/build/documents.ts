import { baseUrlPlaceholder } from '../lib/prerendered-resource.ts'
import { type PageDocument, readPageDocument } from './page-markdown.ts'
import type { UnwrittenResource } from './unwritten-resource.ts'

interface DocumentedPage extends PageDocument {
  readonly path: string
}

/** Writes each page of the documentation as Markdown, and the files for language models and search engines. */
export function writeDocuments(resources: readonly UnwrittenResource[]): UnwrittenResource[] {
  const pages = resources
    .filter(({ path, variant }) => variant === 'page' && /^\/docs(\/|$)/.test(path))
    .sort((a, b) => a.path.localeCompare(b.path))
    .flatMap(({ path, body }): DocumentedPage[] => {
      const document = readPageDocument(body.toString('utf8'))
      return document ? [{ ...document, path, markdown: addBaseUrl(document.markdown) }] : []
    })
  const isPage = ({ variant, type }: UnwrittenResource) => variant === 'page' && type.startsWith('text/html')
  const publicPaths = [...new Set(['/', ...resources.filter(isPage).map(({ path }) => path)])].sort()
  return [
    ...pages.map(({ path, markdown }) => toText(`${path}.md`, 'text/markdown', markdown)),
    toText('/llms.txt', 'text/plain', writeIndex(pages)),
    toText('/llms-full.txt', 'text/plain', pages.map(({ markdown }) => markdown).join('\n\n---\n\n')),
    toText('/sitemap.xml', 'application/xml', writeSitemap(publicPaths)),
    toText('/robots.txt', 'text/plain', writeRobots()),
  ]
}

/** Makes the links of a document absolute. */
function addBaseUrl(markdown: string): string {
  return markdown.replaceAll(/\]\(\/(?!\/)/g, `](${baseUrlPlaceholder}/`)
}

function toText(path: string, type: string, text: string): UnwrittenResource {
  const body = Buffer.from(text.endsWith('\n') ? text : `${text}\n`)
  return { path, variant: 'page', type: `${type}; charset=utf-8`, status: 200, headers: {}, hasBaseUrl: true, body }
}

/** Writes the index that https://llmstxt.org describes. */
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
