import { baseUrlPlaceholder } from '../lib/documents.ts'
import type { PageDocument } from './page-markdown.ts'

/** A documentation page with its address. */
export interface DocumentedPage extends PageDocument {
  readonly path: string
}

/** A part of the documentation with its own heading in the index, and its own files for language models. */
interface Chapter {
  readonly name: string
  readonly title: string
  readonly pages: readonly DocumentedPage[]
}

/** One file of a chapter. */
export interface ChapterFile {
  readonly path: string
  readonly title: string
  readonly text: string
}

/** What an assistant reads at once, with room for the conversation. */
export const maxChapterBytes = 290_000

const chapterRows = [
  ['guides', 'Guides', /^\/docs(\/guides\/.*|\/changelog)?$/],
  ['api-reference', 'API reference', /^\/docs\/api(\/|$)/],
  ['entities', 'Entities', /^\/docs\/entities(\/|$)/],
  ['reports', 'Reports', /^\/docs\/reports(\/|$)/],
  ['errors', 'Errors', /^\/docs\/errors(\/|$)/],
] as const

/** Groups pages by chapter. */
export function listChapters(pages: readonly DocumentedPage[]): readonly Chapter[] {
  return chapterRows.map(([name, title, pattern]) => ({
    name,
    title,
    pages: pages.filter(({ path }) => pattern.test(path)),
  }))
}

/** Returns a chapter's files. A chapter above {@link maxChapterBytes} has several, split between pages. */
export function splitChapter({ name, title, pages }: Chapter): readonly ChapterFile[] {
  const parts: DocumentedPage[][] = []
  let bytes = 0
  for (const page of pages) {
    const size = Buffer.byteLength(page.markdown) + separator.length
    const part = bytes + size > maxChapterBytes ? undefined : parts.at(-1)
    bytes = part === undefined ? size : bytes + size
    if (part) part.push(page)
    else parts.push([page])
  }
  return parts.map((part, index) => ({
    path: `/docs/llms-full/${name}${parts.length > 1 ? `-${index + 1}` : ''}.txt`,
    title: parts.length > 1 ? `${title}: ${part[0]?.title} to ${part.at(-1)?.title}` : title,
    text: part.map(({ markdown }) => markdown).join(separator),
  }))
}

const separator = '\n\n---\n\n'

/** Lists chapter files as Markdown links. */
export function linkChapterFiles(files: readonly ChapterFile[]): string {
  return files.map(({ path, title }) => `- [${title}](${baseUrlPlaceholder}${path})`).join('\n')
}
