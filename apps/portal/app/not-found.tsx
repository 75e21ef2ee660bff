import { Stack, Text, Title } from '@mantine/core'
import type { Metadata } from 'next'
import { FrontShell } from '../components/front-shell.tsx'
import { LinkButton } from '../components/link-button.tsx'

export const metadata: Metadata = { title: 'Page not found' }

export default function NotFound() {
  return (
    <FrontShell>
      <Stack align="flex-start" gap="md" maw={560}>
        <Title order={1} size="h2">
          Page not found
        </Title>
        <Text c="dimmed">
          The address may be mistyped, or the page belongs to an organization that you’re not a member of. Check that
          you’re signed in with the right email address.
        </Text>
        <LinkButton href="/">Go to the home page</LinkButton>
      </Stack>
    </FrontShell>
  )
}
