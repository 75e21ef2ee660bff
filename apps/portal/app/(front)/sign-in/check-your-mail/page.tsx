import { Card, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import type { Metadata } from 'next'
import { TextLink } from '../../../../components/text-link.tsx'
import { bridge } from '../../../../lib/bridge.ts'

export const metadata: Metadata = { title: 'Check your mail' }
export const dynamic = 'force-dynamic'

export default function CheckYourMailPage() {
  return (
    <Card withBorder padding="xl" maw={440} mx="auto">
      <Stack align="center" ta="center">
        <ThemeIcon size={48} radius="xl" variant="light" aria-hidden>
          <IconMail stroke={1.7} />
        </ThemeIcon>
        <Title order={1} size="h3">
          Check your mail
        </Title>
        <Text c="dimmed">
          We sent you a link that signs you in. It works once, within 24 hours. If it is not there in a minute, look
          among the unwanted mail.
        </Text>
        {bridge().portal.mailbox && (
          <Text size="sm">
            No mail server is configured on this machine, so the mail is in the{' '}
            <TextLink href="/dev/mailbox">development mailbox</TextLink> and in the terminal.
          </Text>
        )}
        <TextLink href="/sign-in" size="sm">
          Use another address
        </TextLink>
      </Stack>
    </Card>
  )
}
