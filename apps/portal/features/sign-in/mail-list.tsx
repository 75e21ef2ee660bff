import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { IconMailOff } from '@tabler/icons-react'
import { EmptyState } from '../../components/empty-state.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { PageHeader } from '../../components/page-header.tsx'

interface ListedMail {
  readonly to: string
  readonly subject: string
  readonly link: string
  /** ISO 8601. */
  readonly sentAt: string
}

/** The mails of the development mailbox, newest first, each with its link. */
export function MailList({ mails }: { mails: readonly ListedMail[] }) {
  return (
    <>
      <PageHeader
        title="Development mailbox"
        description="Mails that this machine would have sent if a mail server were configured. They are kept in memory until the service stops."
      />
      {mails.length === 0 ? (
        <EmptyState
          icon={<IconMailOff stroke={1.7} />}
          title="No mail yet"
          action={<LinkButton href="/sign-in">Sign in</LinkButton>}
        >
          Ask for a sign-in link, then come back here and open it.
        </EmptyState>
      ) : (
        <Stack component="ul" p={0} m={0} gap="sm" style={{ listStyle: 'none' }}>
          {mails.map(({ to, subject, link, sentAt }) => (
            <Card key={link} component="li" withBorder>
              <Group justify="space-between" gap="sm">
                <div>
                  <Title order={2} size="h5">
                    {subject}
                  </Title>
                  <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                    to {to}, <time dateTime={sentAt}>{sentAt.replace('T', ' ').slice(0, 19)} UTC</time>
                  </Text>
                </div>
                <Button component="a" href={link} variant="light" aria-label={`Open the link for ${to}`}>
                  Open the link
                </Button>
              </Group>
            </Card>
          ))}
        </Stack>
      )}
    </>
  )
}
