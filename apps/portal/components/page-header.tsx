import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** Shows a page's title, description and actions. */
export function PageHeader({
  title,
  description,
  actions,
}: {
  title: string
  description?: ReactNode
  actions?: ReactNode
}) {
  return (
    <Group justify="space-between" align="flex-start" gap="md" mb="xl">
      <Stack gap={4} flex="1 1 320px">
        <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Title>
        {description && (
          <Text c="dimmed" maw={680}>
            {description}
          </Text>
        )}
      </Stack>
      {actions}
    </Group>
  )
}
