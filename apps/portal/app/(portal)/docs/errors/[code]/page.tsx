import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Article } from '../../../../../features/docs/article.tsx'
import { DocumentationPage } from '../../../../../features/docs/documentation-page.tsx'
import { findNeighbors } from '../../../../../features/docs/documentation-pages.ts'
import { documentedErrors } from '../../../../../features/docs/error-catalogue.ts'
import { writeErrorDocument } from '../../../../../features/docs/error-document.ts'
import { renderMarkdown } from '../../../../../features/docs/render-markdown.ts'
import { YourRequests } from '../../../../../features/docs/your-requests.tsx'

interface ErrorPageProps {
  readonly params: Promise<{ code: string }>
}

export const dynamicParams = false

export function generateStaticParams() {
  return documentedErrors.map(({ anchor }) => ({ code: anchor }))
}

export async function generateMetadata({ params }: ErrorPageProps): Promise<Metadata> {
  const { code, when } = await requireError(params)
  return { title: code, description: when.replaceAll('`', '') }
}

async function requireError(params: ErrorPageProps['params']) {
  const { code } = await params
  return documentedErrors.find(({ anchor }) => anchor === code) ?? notFound()
}

const pages = documentedErrors.map(({ code, anchor }) => ({ title: code, href: `/docs/errors/${anchor}` }))

export default async function ErrorPage({ params }: ErrorPageProps) {
  const error = await requireError(params)
  const href = `/docs/errors/${error.anchor}`
  const { title, description, html, headings } = renderMarkdown(writeErrorDocument(error), (link) => link)
  return (
    <DocumentationPage
      href={href}
      title={title}
      isCode
      description={description}
      headings={headings}
      neighbors={findNeighbors(pages, href)}
    >
      <Article html={html} />
      {error.anchor === error.code && <YourRequests code={error.code} />}
    </DocumentationPage>
  )
}
