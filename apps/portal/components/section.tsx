import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface SectionProps {
  readonly title: string
  /** One sentence. */
  readonly description?: ReactNode
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

/** A titled page section with forms. */
export function Section({ title, description, actions, children }: SectionProps) {
  const id = useId()
  return (
    <Card withBorder padding="md" component="section" aria-labelledby={id} maw={960}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Stack gap={4} flex="1 1 240px" miw={0}>
            <Title order={2} size="h4" id={id}>
              {title}
            </Title>
            {description && (
              <Text size="sm" c="dimmed" component="div" maw="70ch">
                {description}
              </Text>
            )}
          </Stack>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
        {children}
      </Stack>
    </Card>
  )
}
