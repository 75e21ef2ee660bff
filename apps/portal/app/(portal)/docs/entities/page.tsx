import { Card, Stack, Text, Title } from '@mantine/core'
import type { Metadata } from 'next'
import { PageHeader } from '../../../../components/page-header.tsx'
import { entityGroups } from '../../../../features/docs/entity-catalogue.ts'
import { EntityListItem } from '../../../../features/docs/entity-list-item.tsx'

export const metadata: Metadata = { title: 'Entities' }

export default function EntitiesPage() {
  return (
    <>
      <PageHeader
        title="Entities"
        description="The entities of the QuickBooks Online API and how they map to QuickBooks Desktop. Names are not case-sensitive."
      />
      <Stack gap={40}>
        {entityGroups.map(({ title, anchor, text, entities }) => (
          <section key={anchor} aria-labelledby={anchor}>
            <Title order={2} size="h3" id={anchor} mb={4}>
              {title}
            </Title>
            <Text c="dimmed" mb="md" maw={680}>
              {text}
            </Text>
            <Card withBorder padding={0} component="ul" m={0} style={{ listStyle: 'none' }}>
              {entities.map((entity) => (
                <EntityListItem key={entity.name} entity={entity} />
              ))}
            </Card>
          </section>
        ))}
      </Stack>
    </>
  )
}
