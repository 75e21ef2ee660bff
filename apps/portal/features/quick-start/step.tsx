import { Badge, Box, Group, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A numbered section. */
export function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <Box component="section" aria-label={title}>
      <Group gap="sm" mb="sm" wrap="nowrap">
        <Badge circle size="lg" variant="filled" aria-hidden>
          {number}
        </Badge>
        <Title order={2} size="h4">
          {title}
        </Title>
      </Group>
      <Stack gap="sm">{children}</Stack>
    </Box>
  )
}
