import { Stack, Text, Title } from '@mantine/core'

/** Precedes the reason in the message, where the page has it as the title. */
const title = 'This link doesn’t work'

const unknown = 'It expired after 7 days, it was revoked, or the address is incomplete. Ask for a new link.'

/** Says that a link leads to no set-up. Unknown, expired and revoked links get the same page. */
export function GoneLink({ reason = unknown }: { reason?: string | undefined }) {
  return (
    <Stack gap="xs" maw={560} mx="auto">
      <Title order={1} size="h2">
        {title}
      </Title>
      <Text>{reason.replace(`${title}. `, '')}</Text>
    </Stack>
  )
}
