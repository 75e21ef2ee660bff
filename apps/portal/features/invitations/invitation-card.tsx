import { Card, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Sentence } from '../../components/sentence.tsx'

/** Frames a message about an invitation. */
export function InvitationCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card withBorder padding="xl" maw={480} mx="auto">
      <Stack>
        <Title order={1} size="h3" style={{ overflowWrap: 'anywhere' }}>
          <Sentence>{title}</Sentence>
        </Title>
        {children}
      </Stack>
    </Card>
  )
}
