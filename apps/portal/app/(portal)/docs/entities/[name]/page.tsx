import { describeEntity, findEntity, registry } from '@bridge/translation'
import { Stack, Title } from '@mantine/core'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PageHeader } from '../../../../../components/page-header.tsx'
import { FieldTable } from '../../../../../features/docs/field-table.tsx'

interface EntityPageProps {
  readonly params: Promise<{ name: string }>
}

export const dynamicParams = false

export function generateStaticParams() {
  return Object.entries(registry).flatMap(([name, { kind }]) =>
    kind === 'built' ? [{ name: name.toLowerCase() }] : [],
  )
}

export async function generateMetadata({ params }: EntityPageProps): Promise<Metadata> {
  return { title: (await requireEntity(params)).name }
}

async function requireEntity(params: EntityPageProps['params']) {
  const found = findEntity((await params).name)
  return found?.kind === 'built' ? describeEntity(found.table) : notFound()
}

export default async function EntityPage({ params }: EntityPageProps) {
  const { name, operations, variants } = await requireEntity(params)
  return (
    <>
      <PageHeader
        title={name}
        description={`Operations: ${operations.join(', ')}. Fields that are not listed are rejected with UNMAPPED_FIELD.`}
      />
      <Stack gap={40}>
        {variants.map(({ desktop, operations, fields }) => (
          <section key={desktop} aria-labelledby={desktop}>
            <Title order={2} size="h4" id={desktop} mb="sm">
              {variants.length === 1 ? `${desktop} in QuickBooks Desktop` : `${desktop}: ${operations.join(', ')}`}
            </Title>
            <FieldTable label={`Fields of ${desktop}`} fields={fields} />
          </section>
        ))}
      </Stack>
    </>
  )
}
