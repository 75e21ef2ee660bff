import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { LinkButton } from '../../../../../components/link-button.tsx'
import { PageHeader } from '../../../../../components/page-header.tsx'
import { apiSurfaces, findApiTag } from '../../../../../features/api-reference/api-catalogue.ts'
import { ApiTagContent } from '../../../../../features/api-reference/api-tag-content.tsx'
import { getApiDocument } from '../../../../../lib/api-document.ts'

interface ApiTagPageProps {
  readonly params: Promise<{ tag: string }>
}

export const dynamicParams = false

export function generateStaticParams() {
  return apiSurfaces(getApiDocument()).flatMap(({ tags }) => tags.map(({ href }) => ({ tag: href.split('/').at(-1) })))
}

export async function generateMetadata({ params }: ApiTagPageProps): Promise<Metadata> {
  return { title: `${(await requireTag(params)).title} · API reference` }
}

async function requireTag(params: ApiTagPageProps['params']) {
  return findApiTag(getApiDocument(), (await params).tag) ?? notFound()
}

export default async function ApiTagPage({ params }: ApiTagPageProps) {
  const tag = await requireTag(params)
  return (
    <>
      <PageHeader
        title={tag.title}
        description="Copy a sample and run it. Variables are your own values."
        actions={
          <LinkButton href="/docs/api" variant="default">
            All endpoints
          </LinkButton>
        }
      />
      <ApiTagContent tag={tag} document={getApiDocument()} />
    </>
  )
}
