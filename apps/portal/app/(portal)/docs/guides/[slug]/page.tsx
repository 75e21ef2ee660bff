import type { Metadata } from 'next'
import { Article } from '../../../../../features/docs/article.tsx'
import { DocumentationPage } from '../../../../../features/docs/documentation-page.tsx'
import { getGuide, guideSlugs } from '../../../../../features/docs/guides.ts'

interface GuidePageProps {
  readonly params: Promise<{ slug: string }>
}

export const dynamicParams = false

export function generateStaticParams() {
  return guideSlugs.map((slug) => ({ slug }))
}

export async function generateMetadata({ params }: GuidePageProps): Promise<Metadata> {
  const { title, description } = getGuide((await params).slug)
  return { title, description }
}

export default async function GuidePage({ params }: GuidePageProps) {
  const { slug } = await params
  const { title, description, html, headings } = getGuide(slug)
  return (
    <DocumentationPage
      href={`/docs/guides/${slug}`}
      title={title}
      description={description}
      headings={headings.filter(({ level }) => level === 2 || headings.length <= 12)}
    >
      <Article html={html} />
    </DocumentationPage>
  )
}
