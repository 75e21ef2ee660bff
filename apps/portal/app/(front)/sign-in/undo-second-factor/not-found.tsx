import { Card, Stack, Text, Title } from '@mantine/core'
import { LinkButton } from '../../../../components/link-button.tsx'

export default function UndoNotFound() {
  return (
    <Card withBorder padding="xl" maw={440} mx="auto">
      <Stack>
        <Title order={1} size="h3">
          This link no longer works
        </Title>
        <Text c="dimmed">
          It works once, within 24 hours, and while the second factor is on. The operator of this service can reset your
          second factor.
        </Text>
        <LinkButton href="/sign-in">Sign in</LinkButton>
      </Stack>
    </Card>
  )
}
