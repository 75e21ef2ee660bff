import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isQuickBooksWindow, quickBooksWindows } from '../quickbooks-windows/quickbooks-windows.ts'
import { type RenderedDocument, renderMarkdown } from './render-markdown.ts'

/** The guides in docs/guides in reading order. */
export const guideGroups = [
  {
    title: 'Get started',
    slugs: ['quick-start', 'moving-from-quickbooks-online', 'client-libraries', 'sandbox', 'going-live'],
  },
  {
    title: 'Build',
    slugs: [
      'oauth',
      'safe-retries',
      'errors-by-code',
      'queries',
      'pagination',
      'batch',
      'full-extraction',
      'changed-data',
      'webhooks',
      'mcp',
      'test-in-ci',
      'formats',
      'limits',
    ],
  },
  { title: 'Operate', slugs: ['connecting-a-company-file', 'hosted-and-moved-files', 'scripting', 'stored-data'] },
] as const

export const guideSlugs: readonly string[] = guideGroups.flatMap(({ slugs }) => slugs)

const rendered = new Map<string, { readonly markdown: string; readonly document: RenderedDocument }>()

/** Returns a guide as its page shows it. Pages are rendered by the build, so the file is in the repository. */
export function getGuide(slug: string): RenderedDocument {
  const markdown = readRepositoryFile(`docs/guides/${slug}.md`)
  const known = rendered.get(slug)
  if (known?.markdown === markdown) return known.document
  const { html, ...rest } = renderMarkdown(markdown, resolveGuideLink)
  const document = { ...rest, html: insertDrawings(html) }
  rendered.set(slug, { markdown, document })
  return document
}

/** Reads a repository file. The portal runs in its own folder when it is built, and in the root otherwise. */
export function readRepositoryFile(file: string): string {
  const root = process.cwd().endsWith(path.join('apps', 'portal'))
    ? path.join(process.cwd(), '..', '..')
    : process.cwd()
  return readFileSync(path.join(/* turbopackIgnore: true */ root, file), 'utf8')
}

/** Puts drawings into the HTML itself, where they have the theme's colors. */
function insertDrawings(html: string): string {
  return html.replace(/<figure data-drawing="(\w+)"><\/figure>/g, (_, name: string) => {
    if (!isQuickBooksWindow(name)) throw new Error(`There is no drawing ${name}.`)
    const drawing = readRepositoryFile(`docs/drawings/${name}.svg`).trim()
    // The drawing is named by its caption.
    return `<figure>${drawing}<figcaption aria-hidden="true">${quickBooksWindows[name].caption}</figcaption></figure>`
  })
}

/** Turns a link to another guide's file into its page's address. */
function resolveGuideLink(href: string): string {
  const [, slug, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  return slug === undefined ? href : `/docs/guides/${slug}${anchor}`
}
