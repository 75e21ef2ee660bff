import { Button, Stack, Text, Title } from '@mantine/core'
import type { Metadata } from 'next'
import Link from 'next/link'
import { FrontShell } from '../components/front-shell.tsx'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <FrontShell>
      <Stack align="flex-start" gap="md" maw={560}>
        <Title order={1} size="h2">
          There is no such page
        </Title>
        <Text c="dimmed">
          The address may be mistyped, or it leads to an organization that you are not a member of. If you followed a
          link to an organization, check that you are signed in with the right e-mail address.
        </Text>
        <Button component={Link} href="/">
          Go to the start page
        </Button>
      </Stack>
    </FrontShell>
  )
}
