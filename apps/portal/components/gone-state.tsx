import { Stack, Text, Title } from '@mantine/core'
import { LinkButton } from './link-button.tsx'

interface GoneStateProps {
  /** Names the thing: `company file`. */
  readonly what: string
  readonly listHref: string
  /** Names the list: `company files`. */
  readonly listLabel: string
}

/** The same page for foreign, deleted and unknown IDs. */
export function GoneState({ what, listHref, listLabel }: GoneStateProps) {
  return (
    <Stack align="flex-start" gap="sm" py="lg">
      <Title order={1} size="h2">
        {`There is no such ${what}`}
      </Title>
      <Text c="dimmed" maw="60ch">
        {`It was deleted, it belongs to an organization that you’re not a member of, or the address is mistyped.`}
      </Text>
      <LinkButton href={listHref} variant="default">
        {`Go to ${listLabel}`}
      </LinkButton>
    </Stack>
  )
}
