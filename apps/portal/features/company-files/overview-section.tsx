import { Card, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A titled card in the overview. */
export function OverviewSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card withBorder>
      <Stack gap="md">
        <Title order={2} size="h4">
          {title}
        </Title>
        {children}
      </Stack>
    </Card>
  )
}
