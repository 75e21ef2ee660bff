import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Article } from '../../../../../../features/docs/article.tsx'
import { writeDifferencesDocument } from '../../../../../../features/docs/differences-document.ts'
import { DocumentationPage } from '../../../../../../features/docs/documentation-page.tsx'
import { findNeighbors } from '../../../../../../features/docs/documentation-pages.ts'
import { differencesHref, entityPages, findDescribedEntity } from '../../../../../../features/docs/entity-pages.ts'
import { FieldSwitch } from '../../../../../../features/docs/field-switch.tsx'
import { renderMarkdown } from '../../../../../../features/docs/render-markdown.ts'

interface DifferencesPageProps {
  readonly params: Promise<{ name: string }>
}

export const dynamicParams = false

export function generateStaticParams() {
  return entityPages.map(({ href }) => ({ name: href.split('/').at(-1) }))
}

const pages = entityPages.map(({ title }) => ({ title: `${title}: differences`, href: differencesHref(title) }))

export async function generateMetadata({ params }: DifferencesPageProps): Promise<Metadata> {
  const { name } = await requireEntity(params)
  return {
    title: `${name}: differences`,
    description: `What to change in code for ${name} in QuickBooks Online, by what to do.`,
  }
}

async function requireEntity(params: DifferencesPageProps['params']) {
  return findDescribedEntity((await params).name) ?? notFound()
}

export default async function DifferencesPage({ params }: DifferencesPageProps) {
  const entity = await requireEntity(params)
  const href = differencesHref(entity.name)
  const { title, description, html, headings } = renderMarkdown(writeDifferencesDocument(entity), (link) => link)
  return (
    <DocumentationPage
      href={href}
      title={title}
      description={description}
      headings={headings}
      neighbors={findNeighbors(pages, href)}
      actions={<FieldSwitch name={entity.name} shown="differences" />}
    >
      <Article html={html} />
    </DocumentationPage>
  )
}
