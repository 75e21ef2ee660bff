import { Stack } from '@mantine/core'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { LinkButton } from '../../../../../components/link-button.tsx'
import { PageHeader } from '../../../../../components/page-header.tsx'
import { ApiCallCard } from '../../../../../features/api-reference/api-call-card.tsx'
import { apiSurfaces, findApiTag } from '../../../../../features/api-reference/api-catalogue.ts'
import { SchemaCard } from '../../../../../features/api-reference/schema-card.tsx'
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
  const { title, calls } = await requireTag(params)
  const schema = getApiDocument().components.schemas[title]
  return (
    <>
      <PageHeader
        title={title}
        description="Copy an example and set its shell variables to your own values."
        actions={
          <LinkButton href="/docs/api" variant="default">
            All endpoints
          </LinkButton>
        }
      />
      <Stack gap="xl">
        {calls.map((call) => (
          <ApiCallCard key={call.operation.operationId} call={call} />
        ))}
        {schema && (
          <SchemaCard
            name={title}
            text="A record as the API returns it. Every field is optional. The entity page explains how each field maps to QuickBooks Desktop."
            schema={schema}
          />
        )}
      </Stack>
    </>
  )
}
