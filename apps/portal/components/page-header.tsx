import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Breadcrumb, BreadcrumbTrail } from './breadcrumb-trail.tsx'

interface PageHeaderProps {
  readonly title: string
  /** One sentence. */
  readonly description?: ReactNode
  /** The pages above this one, from the second level on. */
  readonly breadcrumbs?: readonly Breadcrumb[]
  readonly actions?: ReactNode
}

/** Shows a page's title, description and actions. */
export function PageHeader({ title, description, breadcrumbs, actions }: PageHeaderProps) {
  return (
    <Stack gap="xs" mb="lg">
      {breadcrumbs && <BreadcrumbTrail breadcrumbs={breadcrumbs} />}
      <Group justify="space-between" align="flex-start" gap="md">
        <Stack gap={4} flex="1 1 280px" miw={0}>
          <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
            <bdi>{title}</bdi>
          </Title>
          {description && (
            <Text c="dimmed" maw="70ch" component="div">
              {description}
            </Text>
          )}
        </Stack>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
    </Stack>
  )
}
