import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface CredentialSectionProps {
  readonly title: string
  readonly description: string
  /** Buttons for admins. */
  readonly actions: ReactNode
  readonly children: ReactNode
}

/** A kind of credential: what it is for, how to create one, and the table of those that exist. */
export function CredentialSection({ title, description, actions, children }: CredentialSectionProps) {
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start">
        <Stack gap={4}>
          <Title order={2} size="h3">
            {title}
          </Title>
          <Text c="dimmed" maw="70ch">
            {description}
          </Text>
        </Stack>
        {actions}
      </Group>
      {children}
    </Stack>
  )
}
