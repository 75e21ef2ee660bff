import { Stack, Text, Title } from '@mantine/core'

/** Says that a link leads to no set-up. Unknown, expired and revoked links get the same page. */
export function GoneLink() {
  return (
    <Stack gap="xs" maw={560} mx="auto">
      <Title order={1} size="h2">
        This link doesn’t work
      </Title>
      <Text c="dimmed">It expired after 7 days, it was revoked, or the address is incomplete. Ask for a new link.</Text>
    </Stack>
  )
}
