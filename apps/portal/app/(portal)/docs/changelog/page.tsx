import type { Metadata } from 'next'
import { Article } from '../../../../features/docs/article.tsx'
import { DocumentationPage } from '../../../../features/docs/documentation-page.tsx'
import { readRepositoryFile } from '../../../../features/docs/guides.ts'
import { renderMarkdown } from '../../../../features/docs/render-markdown.ts'

const description =
  'What changed for integrations and organizations. Deprecated behavior is listed at least one version before it is removed.'

export const metadata: Metadata = { title: 'Changelog', description }

export default function ChangelogPage() {
  const { title, html, headings } = renderMarkdown(readRepositoryFile('CHANGELOG.md'), keepPublicLink)
  return (
    <DocumentationPage
      href="/docs/changelog"
      title={title}
      description={description}
      headings={headings.filter(({ level }) => level === 2)}
    >
      <Article html={html} />
    </DocumentationPage>
  )
}

/** The changelog also links to repository files, which its readers lack. */
function keepPublicLink(href: string): string | undefined {
  return /^(https?:|\/docs)/.test(href) ? href : undefined
}
