import { Stack, Text, Title } from '@mantine/core'
import type { Metadata } from 'next'
import { FrontShell } from '../components/front-shell.tsx'
import { LinkButton } from '../components/link-button.tsx'

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
        <LinkButton href="/">Go to the start page</LinkButton>
      </Stack>
    </FrontShell>
  )
}
