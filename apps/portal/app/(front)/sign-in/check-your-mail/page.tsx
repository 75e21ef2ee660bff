import { Card, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import type { Metadata } from 'next'
import { TextLink } from '../../../../components/text-link.tsx'
import { getBridge } from '../../../../lib/bridge.ts'

export const metadata: Metadata = { title: 'Check your email' }
export const dynamic = 'force-dynamic'

export default function CheckYourMailPage() {
  return (
    <Card withBorder padding="xl" maw={440} mx="auto">
      <Stack align="center" ta="center">
        <ThemeIcon size={48} radius="xl" variant="light" aria-hidden>
          <IconMail stroke={1.7} />
        </ThemeIcon>
        <Title order={1} size="h3">
          Check your email
        </Title>
        <Text c="dimmed">
          We sent you a sign-in link. It works once and expires in 10 minutes; a newer one replaces it. If it doesn’t
          arrive within a minute, check your spam folder.
        </Text>
        {getBridge().mailer.mailbox && (
          <Text size="sm">
            No mail server is configured on this machine. You’ll find the email in the{' '}
            <TextLink href="/dev/mailbox">development mailbox</TextLink>.
          </Text>
        )}
        <TextLink href="/sign-in" size="sm">
          Use a different email
        </TextLink>
      </Stack>
    </Card>
  )
}
